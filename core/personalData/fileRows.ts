import { isPseudonym } from '../model/pseudonym.ts'
import type { Clock } from '../ports/clock.ts'
import type { Entry, NumberedRow, NumberedRows, Reconciliations, Run } from '../ports/operators/reconciliations.ts'

/** How many rows are read at once. */
const together = 500

/** No comparison takes longer: one that has not ended by then was interrupted. */
export const longestRunMs = 86_400_000

/** The comparisons whose rows are no longer judged by their numbers: ended or interrupted ones. */
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

/** The phone numbers in a stretch of entries that were not erased. A stretch shorter than its limit is the last one. */
export function numberedRows(
  entries: readonly Pick<Entry, 'item' | 'atMs' | 'phoneNumber'>[],
  limit: number,
): NumberedRows {
  const rows = entries.flatMap(({ item, atMs, phoneNumber }) =>
    phoneNumber === null || isPseudonym(phoneNumber) ? [] : [{ item, atMs, phoneNumber }],
  )
  return { rows, next: entries.length < limit ? null : (entries.at(-1)?.item ?? null) }
}
