import type { Batches } from '../../../../core/sente.ts'
import type { Stage } from '../stage/stage.ts'
import { heldBy, progressIn, totalsIn, totalText } from './modelBatches.ts'

/** Throws unless every batch has come as far as the model's, line by line, and holds what that one holds. */
export async function compareBatches({ store, model }: Stage): Promise<void> {
  const { batches } = store
  const listed = await batches.list({ limit: 1_000 })
  if (listed.length !== model.batches.all.size)
    throw new Error(`there are ${listed.length} batches, not ${model.batches.all.size}`)
  for (const { id, state, sums, totals } of listed) {
    const wanted = model.batches.all.get(id)
    if (!wanted) throw new Error(`batch ${id} was never asked for`)
    const rows = await batches.lines({ batchId: id, after: 0, limit: 1_000 })
    const lines = rows.map(({ line, transaction }) => line.code ?? transaction?.state ?? line.state)
    const found = `${state}, ${sums.reduce((sum, { heldMinor }) => sum + heldMinor, 0n)} held, ${await progressOf(batches, id)}`
    const right = `${wanted.state}, ${heldBy(wanted)} held, ${progressIn(wanted)}`
    if (found !== right) throw new Error(`batch ${id} is ${found} (${lines}), not ${right}`)
    const told = (totals ?? []).map(totalText).sort().join(', ')
    const due = state === 'completed' ? totalsIn(wanted).sort().join(', ') : ''
    if (told !== due) throw new Error(`batch ${id} has come to ${told}, not ${due}`)
  }
}

const everyProgress = ['waiting', 'pending', 'succeeded', 'failed', 'refused', 'cancelled'] as const

/** How far each line has come, as the merchant's look-ups say. */
async function progressOf(batches: Batches, batchId: string): Promise<string[]> {
  const found: string[] = []
  for (const progress of everyProgress) {
    for (const { line } of await batches.lines({ batchId, progress, after: 0, limit: 1_000 }))
      found[line.number - 1] = progress
  }
  return found
}
