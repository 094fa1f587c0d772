import { authenticate, changeBatch, decideBatch, isRefusal } from '../../../../core/sente.ts'
import { payAll } from '../stage/asking.ts'
import { batchesOf, merchantAt, type Stage } from '../stage/stage.ts'
import { networkNames } from '../stage/world.ts'
import { because, by, type Choice, type Deeds } from './act.ts'
import { askOnce } from './payments.ts'

/** The acts about batches. */
export const batchDeeds = {
  async batch(stage: Stage, act: Choice) {
    const lines = Array.from({ length: 1 + (act.choice % 4) }, (_, index) => ({
      ...{ reference: `line-${(act.about + index * 7) % 30}`, amount: 500 + ((act.amount * (index + 1)) % 2_500) },
      ...{ number: act.choice + index, network: networkNames[(act.choice + index) % 2] ?? 'MTN' },
    }))
    await askOnce(stage, act, { operation: 'batch', reference: `batch-${act.about % 6}`, lines })
  },
  async payBatches(stage: Stage) {
    await payAll(stage)
    for (const { id, accountId, state } of await batchesOf(stage))
      if (stage.closed.has(accountId) && ['paying', 'paused', 'awaiting_approval'].includes(state))
        throw new Error(`batch ${id} of a closed account is still ${state}`)
  },
  async changeBatch(stage: Stage, { about, choice }: Choice) {
    const all = await batchesOf(stage)
    const batch = all[about % Math.max(1, all.length)]
    const change = (['approve', 'approve', 'resume', 'pause', 'cancel'] as const)[choice % 5]
    if (batch && change) await decideBatch(stage.ports)({ batchId: batch.id, change, by, because })
  },
  /** A merchant changes a batch with the key that posted it, or another merchant's batch, which nobody may. */
  async changeOwn(stage: Stage, { who, about, choice }: Choice) {
    const all = await batchesOf(stage)
    const batch = all[about % Math.max(1, all.length)]
    if (!batch) return
    const owner = stage.merchants.find(({ id }) => id === batch.accountId)
    const { id, secretKey } = choice % 6 === 0 || !owner ? merchantAt(stage, who) : owner
    const caller = await authenticate(stage.ports)({ secretKey })
    if (isRefusal(caller)) return
    const change = (['pause', 'pause', 'pause', 'resume', 'approve', 'cancel'] as const)[choice % 6] ?? 'pause'
    const answer = await changeBatch(stage.ports)({ caller, batchId: batch.id, change })
    if (isRefusal(answer)) return
    if (id !== batch.accountId) throw new Error(`batch ${batch.id} was changed by another merchant`)
    if (change === 'approve' && batch.state === 'awaiting_approval')
      throw new Error(`batch ${batch.id} was approved with the key that posted it`)
    if (change !== 'pause') return
    if (answer.state !== 'paused') throw new Error(`batch ${batch.id} was paused, and is ${answer.state}`)
    stage.world.acted.paused += 1
  },
} satisfies Deeds

/** After each act: a batch that is still paused has opened nothing meanwhile. */
export async function keepPaused({ ports, paused }: Stage): Promise<void> {
  const now = (await batchesOf({ ports })).filter(({ state }) => state === 'paused')
  for (const id of paused.keys()) if (!now.some((batch) => batch.id === id)) paused.delete(id)
  for (const { id } of now) {
    const lines = await ports.batches.lines({ batchId: id, after: 0, limit: 100 })
    const opened = lines.filter(({ line }) => line.transactionId !== null).length
    if (opened > (paused.get(id) ?? opened)) throw new Error(`batch ${id} is paused, and has paid one more line`)
    paused.set(id, opened)
  }
}
