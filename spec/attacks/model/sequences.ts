import fc from 'fast-check'
import { isFinal, waitsForPerson } from '../../../core/sente.ts'
import { type Action, anyAction, decideTruly, isFault, perform } from './acts.ts'
import { compareFees, compareStatements, inspect } from './judges/inspection.ts'
import { beginSequence, crash, giveTurns } from './sequence.ts'
import { networkOf, type ReopenedStore, type Stage, same, transactionsOf, truthOf } from './stage/stage.ts'

/** Opens an empty store for one sequence. */
export type OpenStore = () => ReopenedStore | Promise<ReopenedStore>

/** The tally so far. */
export type Tally = { sequences: number; steps: number; faults: number }

/** A tally of nothing. */
export const noTally = (): Tally => ({ sequences: 0, steps: 0, faults: 0 })

/** The property that any sequence of actions, on a store of its own, passes an inspection after each action. */
export function sequences(open: OpenStore, tally: Tally) {
  const actions = fc.array(anyAction, { minLength: 1, maxLength: 30, size: 'max' })
  return fc.asyncProperty(actions, (actions) =>
    onStore(open, tally, beginSequence, async (stage) => {
      for (const action of actions) {
        await perform(stage, action)
        await inspect(stage)
        if (isFault(action)) tally.faults += 1
      }
    }),
  )
}

/** Runs a sequence on a store of its own, brings it to rest, and closes it. */
export async function onStore(
  open: OpenStore,
  tally: Tally,
  begin: (store: ReopenedStore) => Promise<Stage>,
  run: (stage: Stage) => Promise<void>,
): Promise<void> {
  const store = await open()
  try {
    const stage = await begin(store)
    await run(stage)
      .then(() => bringToRest(stage))
      .catch((error: unknown) => {
        const turns = stage.given.slice(-40).join('\n')
        throw new Error(`${error instanceof Error ? error.stack : error}\n\nThe last turns were:\n${turns}\n`)
      })
    tally.sequences += 1
    tally.steps += stage.given.length
  } finally {
    await store.close?.()
  }
}

const [minuteMs, hourMs] = [60_000, 3_600_000]

/**
 * Ends a sequence: waiting steps go on, the networks end everything and answer truthfully, under either configuration.
 * At the end everything is final, after an operator has decided payments that a network has forgotten, and nothing is
 * held.
 */
async function bringToRest(stage: Stage): Promise<void> {
  const { model, networks, clock } = stage
  for (const network of Object.values(networks)) network.answers('truth')
  await giveTurns(stage)
  clock.pass(2 * minuteMs)
  if (model.batches.size > 0) await endBatches(stage)
  await endEverything(stage)
  clock.pass(48 * hourMs)
  for (const config of ['A', 'B']) {
    await crash(stage, config)
    await giveTurns(stage)
    await perform(stage, { does: 'followUp', rounds: 7, pauseMs: 4 * hourMs, after: 'time' })
  }
  for (const transaction of await transactionsOf(stage))
    if (!isFinal(transaction.state) && waitsForPerson(transaction)) await decideTruly(stage, transaction)
  if (model.batches.size > 0) await perform(stage, payAll)
  await inspect(stage)
  const open = (await transactionsOf(stage)).filter(({ state }) => state === 'submitting' || state === 'pending')
  const batches = [...model.batches].filter(([, { state }]) => state !== 'completed')
  const endless = [
    ...open.map(({ id, state }) => `${id} ${state}`),
    ...batches.map(([id, { state }]) => `${id} ${state}`),
  ]
  same('these never end', endless.join(', '), '')
  await compareFees(stage)
  await compareStatements(stage)
  same(
    'held for nothing',
    model.accounts.map(({ held }) => held),
    [0, 0],
  )
}

const payAll = { does: 'payBatches', turns: Number.POSITIVE_INFINITY, rounds: 1 } as const satisfies Action

/** Paused batches go on; those of merchants who may no longer pay are cancelled. */
async function endBatches(stage: Stage): Promise<void> {
  for (const network of ['MTN', 'AIRTEL'] as const)
    await perform(stage, { does: 'decideLine', network, decision: 'resume' })
  for (const changes of [['approve', 'resume'], ['cancel']] as const) {
    for (const [about, { state }] of [...stage.model.batches.values()].entries())
      for (const change of state === 'completed' ? [] : changes)
        await perform(stage, { does: 'changeBatch', about, change, isByOperator: true, key: 0 })
    for (let round = 0; round < 3; round += 1) {
      await perform(stage, payAll)
      await endEverything(stage)
      await perform(stage, { does: 'followUp', rounds: 1, pauseMs: 20 * minuteMs, after: 'time' })
    }
  }
}

/** Every other payment that a network still has is executed. */
async function endEverything(stage: Stage): Promise<void> {
  for (const [index, transaction] of (await transactionsOf(stage)).entries()) {
    if (truthOf(stage, transaction) !== 'open') continue
    networkOf(stage, transaction.network).end(transaction.providerId, index % 2 === 0 ? 'executed' : 'declined')
  }
}
