import type { Broken } from '../../ports/books/auditRules.ts'
import type { BatchRows } from '../../ports/books/batches.ts'
import { opensNoMore } from '../batches/progress.ts'

/**
 * The rules for a batch: it has held its accepted sum; its postings make the sum that it holds; and that sum is the
 * total of its waiting lines, or nothing once it opens no more.
 */
export function batchProblems({ batch, moved, waiting }: BatchRows): Broken[] {
  const currencies = new Set([...batch.sums, ...moved, ...waiting].map(({ currency }) => currency))
  return [...currencies].flatMap((currency) => {
    const sum = batch.sums.find((one) => one.currency === currency)
    const { heldMinor = 0n, releasedMinor = 0n } = moved.find((one) => one.currency === currency) ?? {}
    const waits = waiting.find((one) => one.currency === currency)?.minor ?? 0n
    const [accepted, held] = [sum?.acceptedMinor ?? 0n, sum?.heldMinor ?? 0n]
    const wanted = opensNoMore(batch.state) ? 0n : waits
    const problems = [
      ...(heldMinor === accepted
        ? []
        : [`it has accepted ${accepted} ${currency}, and postings have held ${heldMinor}`]),
      ...(held === heldMinor - releasedMinor
        ? []
        : [`it holds ${held} ${currency}, postings make ${heldMinor - releasedMinor}`]),
      ...(held === wanted ? [] : [`it holds ${held} ${currency}, and the total of its waiting lines is ${wanted}`]),
    ]
    return problems.map((problem): Broken => ({ rule: 'postings_fit_batch', row: `batch ${batch.id}`, problem }))
  })
}
