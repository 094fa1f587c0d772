import fc from 'fast-check'
import { type Action, anyAction } from './acts/action.ts'
import { bringToRest } from './acts/bringToRest.ts'
import { perform } from './acts/perform.ts'
import { inspect } from './judges/inspection.ts'
import { beginSequence } from './sequence.ts'
import type { ReopenedStore } from './stage/stage.ts'
import { waitingSteps } from './stage/waitingSteps.ts'

/** Opens an empty store for one sequence. */
export type OpenStore = () => ReopenedStore | Promise<ReopenedStore>

/** What was done so far. */
export type Tally = { sequences: number; steps: number; faults: number }

/** The property that any sequence of actions, on a store of its own, passes an inspection after each action. */
export function sequences(open: OpenStore, tally: Tally) {
  const actions = fc.array(anyAction, { minLength: 1, maxLength: 30, size: 'max' })
  return fc.asyncProperty(actions, (actions) => runOnStore(open, (store) => runSequence(store, actions, tally)))
}

/** Runs something on a store of its own, and closes it. */
export async function runOnStore(open: OpenStore, run: (store: ReopenedStore) => Promise<void>): Promise<void> {
  const store = await open()
  try {
    await run(store)
  } finally {
    await store.close?.()
  }
}

async function runSequence(store: ReopenedStore, actions: readonly Action[], tally: Tally): Promise<void> {
  const sequence = await beginSequence(store, waitingSteps())
  for (const action of actions) {
    await perform(sequence, action)
    await inspect(sequence.stage)
    if (isFault(action)) tally.faults += 1
  }
  await bringToRest(sequence)
  tally.sequences += 1
  tally.steps += sequence.steps()
}

/** Whether an action is a fault of a process, a clock, a network or a connection. */
function isFault(action: Action): boolean {
  if (action.does === 'networkAnswers') return action.mode !== 'truth'
  if (action.does === 'timePasses') return action.isAsleep
  if (action.does === 'request' || action.does === 'refund')
    return !['accepts', 'succeeds', 'declines'].includes(action.fate)
  return ['crash', 'startBeside', 'clockJumps'].includes(action.does)
}
