import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Entry, FoundEntry } from '../../ports/operators/reconciliations.ts'
import { lineOf } from '../comparison/evidence.ts'
import { isMasked, mayBeNumberOf } from '../comparison/maskedNumber.ts'
import { type NumberKey, numberKey } from '../comparison/withoutIds.ts'
import { type AlikePorts, rowsOfOne } from './alikeRows.ts'

/**
 * A row that is to become a movement or a payment, under a name of its own, and the records that it is said to differ
 * from.
 */
export type ToBook = FoundEntry & { readonly name: string; readonly anotherThan: readonly string[] | undefined }

/**
 * Refuses a row that may be the same as one of another file that has already become a movement or a payment: two
 * exports of one portal have the same row with another precision, or with another id. Refused with `row_alike`, until a
 * person has named the record that it differs from. `lastAction` is the last one when the decision began to read.
 */
export async function refuseAlike(
  ports: AlikePorts,
  row: ToBook,
  lastAction: number,
): Promise<OperatorRefusal | undefined> {
  const { name, anotherThan = [] } = row
  const { booked, namesInRun } = await (ports.alikeRows ?? rowsOfOne(ports))(row, lastAction)
  const keyOf = numberKey(ports.secrets)
  const same = booked.filter(({ found }) => isAtOneTime(row.entry, found.entry) && mayBeSame(row, found, keyOf))
  if (same.length === 0) return undefined
  const names = await namesInRun()
  for (const { found, became } of same) {
    // A record of another row of this file, by its id or by its place among rows that are alike, is not this row's.
    const isBeside = names.get(became)?.some((item) => item !== row.entry.item) ?? false
    if (became !== name && !isBeside && !anotherThan.includes(became)) return alike(found, became)
  }
  return undefined
}

/** Whether two rows may have the same time. */
function isAtOneTime(one: Entry, other: Entry): boolean {
  return other.atMs < one.atMs + (one.withinMs ?? 0) && other.atMs + (other.withinMs ?? 0) > one.atMs
}

/** Whether two rows of two files may be the same. */
function mayBeSame(one: FoundEntry, other: FoundEntry, keyOf: NumberKey): boolean {
  const [first, second] = [one.entry, other.entry]
  // Files of two kinds may have two kinds of ids.
  if (one.run.profile === other.run.profile && haveOtherIds(first, second)) return false
  const isWay = first.direction === second.direction || [first.direction, second.direction].includes('between')
  return isWay && !haveOtherNumbers(first, second, keyOf)
}

function haveOtherNumbers({ phoneNumber: one }: Entry, { phoneNumber: other }: Entry, keyOf: NumberKey): boolean {
  if (one === null || other === null || keyOf(one) === keyOf(other)) return false
  if (isMasked(one)) return !isMasked(other) && !mayBeNumberOf(one, other)
  return !isMasked(other) || !mayBeNumberOf(other, one)
}

function haveOtherIds(one: Entry, other: Entry): boolean {
  return (['theirs', 'ours'] as const).some(
    (whose) => one[whose] !== null && other[whose] !== null && one[whose] !== other[whose],
  )
}

function alike({ run, entry }: FoundEntry, became: string): OperatorRefusal {
  const row = `entry ${entry.item} of reconciliation ${run.id}, ${lineOf(run, entry)}`
  const by = entry.resolved ? `, by ${entry.resolved.by}` : ''
  const message = `The row may already be in the books: ${row}, became ${became}${by}. If it is the same, resolve this entry as such; if it is another, name ${became} as the record that it differs from`
  return { refused: 'row_alike', message }
}
