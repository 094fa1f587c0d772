import { compareFees, compareStatements, inspect } from '../judges/inspection.ts'
import type { Sequence } from '../sequence.ts'
import { networkOf, truthOf } from '../stage/stage.ts'
import { operate } from './operate.ts'
import { perform } from './perform.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]

/**
 * Ends a sequence: what waits goes on, the networks end everything and answer truthfully, under either configuration.
 * At the end everything is final, after an operator has decided what a network has forgotten, and nothing is held.
 */
export async function bringToRest(sequence: Sequence): Promise<void> {
  const { stage } = sequence
  for (const network of Object.values(stage.networks)) network.answers('truth')
  await perform(sequence, { does: 'giveAllTurns' })
  stage.clock.pass(2 * minuteMs)
  if (stage.model.batches.all.size > 0) await endBatches(sequence)
  await endEverything(sequence)
  stage.clock.pass(48 * hourMs)
  for (const config of ['A', 'B']) await followUpUnder(sequence, config)
  for (const transaction of await sequence.transactions()) {
    if (transaction.state === 'pending' && transaction.attention !== null) await operate(stage).decide(transaction)
  }
  if (stage.model.batches.all.size > 0) await perform(sequence, { ...payAll, rounds: 1 })
  await inspect(stage)
  const open: { id: string; state: string }[] = (await sequence.transactions()).filter(
    ({ state }) => state === 'submitting' || state === 'pending',
  )
  const batches = [...stage.model.batches.all].map(([id, { state }]) => ({ id: `batch ${id}`, state }))
  open.push(...batches.filter(({ state }) => state !== 'completed'))
  if (open.length > 0) throw new Error(`these never end: ${open.map(({ id, state }) => `${id} ${state}`).join(', ')}`)
  await compareFees(stage)
  await compareStatements(stage)
  const held = stage.model.accounts.filter((account) => account.held !== 0)
  if (held.length > 0) throw new Error('money is held for nothing')
}

const payAll = { does: 'payBatches', turns: Number.POSITIVE_INFINITY } as const

/** What was paused goes on; what can't, because its merchant may not pay any more, is cancelled. */
async function endBatches(sequence: Sequence): Promise<void> {
  const { stage } = sequence
  for (const network of Object.keys(stage.networks))
    await perform(sequence, { does: 'decideLine', network, decision: 'resume' })
  for (const changes of [['approve', 'resume'], ['cancel']] as const) {
    for (const [batchId, { state }] of stage.model.batches.all)
      for (const change of state === 'completed' ? [] : changes)
        await operate(stage).changeBatch({ batchId, change, isByOperator: true, key: 0 })
    for (let round = 0; round < 3; round += 1) {
      await perform(sequence, { ...payAll, rounds: 1 })
      await endEverything(sequence)
      await perform(sequence, { does: 'followUp', rounds: 1, pauseMs: 20 * minuteMs, after: 'time' })
    }
  }
}

/** Every other payment that a network still has is executed. */
async function endEverything(sequence: Sequence): Promise<void> {
  const { stage } = sequence
  for (const [index, transaction] of (await sequence.transactions()).entries()) {
    if (truthOf(stage, transaction) !== 'open') continue
    networkOf(stage, transaction.network).end(transaction.providerId, index % 2 === 0 ? 'executed' : 'declined')
  }
}

async function followUpUnder(sequence: Sequence, config: string): Promise<void> {
  await sequence.crash(config)
  await perform(sequence, { does: 'giveAllTurns' })
  await perform(sequence, { does: 'followUp', rounds: 7, pauseMs: 4 * hourMs, after: 'time' })
}
