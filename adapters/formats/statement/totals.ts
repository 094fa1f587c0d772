import type { EntryKind, Statement } from '../../../core/sente.ts'
import { changeIn, wholeMinor } from './rows.ts'

/** The movements of one kind in a period: how many, and the sum of their effects on the whole balance. */
export type Total = { readonly kind: EntryKind; readonly count: number; readonly sumMinor: bigint }

/**
 * Adds up the movements of a period that have changed the whole balance, by kind; the sums are the difference between the
 * balances before and after it. Undefined for a period with more than `most` movements of any kind.
 */
export async function totalsOf(pages: AsyncIterable<Statement>, most: number): Promise<readonly Total[] | undefined> {
  const totals = new Map<EntryKind, { count: number; sumMinor: bigint }>()
  let read = 0
  for await (const { lines } of pages) {
    read += lines.length
    if (read > most) return undefined
    for (const entry of lines) {
      const changeMinor = wholeMinor(changeIn(entry))
      if (changeMinor === 0n) continue
      const { count, sumMinor } = totals.get(entry.kind) ?? { count: 0, sumMinor: 0n }
      totals.set(entry.kind, { count: count + 1, sumMinor: sumMinor + changeMinor })
    }
  }
  return [...totals].map(([kind, total]) => ({ kind, ...total }))
}
