import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Books } from '../../ports/books/books.ts'
import type { OperatorMoney } from '../../ports/operators/operatorMoney.ts'
import type { Entry, FoundEntry, Reconciliations } from '../../ports/operators/reconciliations.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { lineOf } from '../comparison/evidence.ts'
import { isMasked, mayBeNumberOf } from '../comparison/maskedNumber.ts'
import { type NumberKey, numberKey } from '../comparison/withoutIds.ts'
import { moveNameOf, type NameRow, recordedIdOf, rowName } from './rowNames.ts'

/** The ports for finding rows that are alike. */
export type AlikePorts = {
  readonly reconciliations: Pick<Reconciliations, 'alike' | 'entries'>
  readonly operatorMoney: Pick<OperatorMoney, 'byReference'>
  readonly books: Pick<Books, 'transaction'>
  readonly secrets: Pick<Secrets, 'digest' | 'pseudonym'>
  readonly nameRow?: NameRow
}

/**
 * A row that is to become a movement or a payment, under a name of its own, and the records that it is said to differ
 * from.
 */
export type ToBook = FoundEntry & { readonly name: string; readonly anotherThan: readonly string[] | undefined }

/**
 * Refuses a row that may be the same as one of another file that has already become a movement or a payment: two
 * exports of one portal have the same row with another precision, or with another id. Refused with `row_alike`, until a
 * person has named the record that it differs from.
 */
export async function refuseAlike(ports: AlikePorts, row: ToBook): Promise<OperatorRefusal | undefined> {
  const { run, entry, name, anotherThan = [] } = row
  const { amountMinor, currency, atMs, withinMs } = entry
  const query = { network: run.network, amountMinor, currency, atMs, withinMs: withinMs ?? 0 }
  const keyOf = numberKey(ports.secrets)
  const found = await ports.reconciliations.alike(query)
  const others = found.filter((other) => other.run.id !== run.id && mayBeSame(row, other, keyOf))
  if (others.length === 0) return undefined
  const own = found.filter((other) => other.run.id === run.id && other.entry.item !== entry.item)
  const beside = new Set((await Promise.all(own.map((other) => namesOf(ports, other)))).flat())
  for (const other of others) {
    const became = await becameOf(ports, other)
    // A record of another row of this file, by its id or by its place among rows that are alike, is not this row's.
    const isBeside = became !== undefined && beside.has(became)
    if (became !== undefined && became !== name && !isBeside && !anotherThan.includes(became))
      return alike(other, became)
  }
  return undefined
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

/** The movement or payment that a row has become, even if a crash came before that was noted. */
async function becameOf(ports: AlikePorts, found: FoundEntry): Promise<string | undefined> {
  const { resolved } = found.entry
  if (resolved) return resolved.moveReference ?? resolved.transactionId ?? undefined
  const [moved, recorded] = await namesOf(ports, found)
  const move = await ports.operatorMoney.byReference(moved)
  return move?.reference ?? (await ports.books.transaction(recorded))?.id
}

/** The names of the movement and of the payment that a row becomes by default. */
async function namesOf(
  ports: AlikePorts,
  { run, entry }: FoundEntry,
): Promise<readonly [moved: string, recorded: string]> {
  const name = await rowName(ports, run, entry)
  return [moveNameOf(name, ports.secrets), recordedIdOf(entry.atMs, name, ports.secrets)]
}

function alike({ run, entry }: FoundEntry, became: string): OperatorRefusal {
  const row = `entry ${entry.item} of reconciliation ${run.id}, ${lineOf(run, entry)}`
  const by = entry.resolved ? `, by ${entry.resolved.by}` : ''
  const message = `The row may already be in the books: ${row}, became ${became}${by}. If it is the same, resolve this entry as such; if it is another, name ${became} as the record that it differs from`
  return { refused: 'row_alike', message }
}
