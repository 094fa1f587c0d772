import { inspect } from '../judges/inspection.ts'
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
  await endEverything(sequence)
  stage.clock.pass(48 * hourMs)
  for (const config of ['A', 'B']) await followUpUnder(sequence, config)
  for (const transaction of await sequence.transactions()) {
    if (transaction.state === 'pending' && transaction.attention !== null) await operate(stage).decide(transaction)
  }
  await inspect(stage)
  const open = (await sequence.transactions()).filter(({ state }) => state === 'submitting' || state === 'pending')
  if (open.length > 0) throw new Error(`these never end: ${open.map(({ id, state }) => `${id} ${state}`).join(', ')}`)
  const held = stage.model.accounts.filter((account) => account.held !== 0)
  if (held.length > 0) throw new Error('money is held for nothing')
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
