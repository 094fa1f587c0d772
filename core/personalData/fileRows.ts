import { isPseudonym } from '../model/pseudonym.ts'
import type { Clock } from '../ports/clock.ts'
import type { Entry, NumberedRow, NumberedRows, Reconciliations, Run } from '../ports/operators/reconciliations.ts'

/** How many rows are read at once. */
const together = 500

/** A comparison takes no longer: one that has not ended by then was interrupted. */
export const longestRunMs = 86_400_000

/** The comparisons whose rows are judged by their numbers no more: those that have ended, or were interrupted. */
export async function numberedRuns({
  reconciliations,
  clock,
}: {
  readonly reconciliations: Pick<Reconciliations, 'runs'>
  readonly clock: Pick<Clock, 'nowMs'>
}): Promise<readonly Run[]> {
  const runs = await reconciliations.runs({ limit: Number.MAX_SAFE_INTEGER })
  return runs.filter(({ ended, begunAtMs }) => ended !== null || begunAtMs < clock.nowMs() - longestRunMs)
}

/** The rows of a comparison that have a phone number, some at a time. */
export async function* rowsOfRun(
  reconciliations: Pick<Reconciliations, 'phoneNumbers'>,
  runId: string,
): AsyncGenerator<readonly NumberedRow[]> {
  for (let after = 0; ; ) {
    const { rows, next } = await reconciliations.phoneNumbers({ runId, after, limit: together })
    yield rows
    if (next === null) return
    after = next
  }
}

/** What a stretch of entries has of phone numbers that were not erased; shorter than its limit, it is the last one. */
export function numberedRows(
  entries: readonly Pick<Entry, 'item' | 'atMs' | 'phoneNumber'>[],
  limit: number,
): NumberedRows {
  const rows = entries.flatMap(({ item, atMs, phoneNumber }) =>
    phoneNumber === null || isPseudonym(phoneNumber) ? [] : [{ item, atMs, phoneNumber }],
  )
  return { rows, next: entries.length < limit ? null : (entries.at(-1)?.item ?? null) }
}
