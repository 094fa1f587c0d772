import { isPseudonym } from '../../model/pseudonym.ts'
import { isFinal } from '../../model/transaction.ts'
import { type ComparedPayment, directionOf, type FileRow } from '../../ports/operators/reconciliations.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { agrees, isPaid, type JudgedRow, judgeOf } from './judge.ts'

/** How far the clocks of a network and of sente may differ, in milliseconds. */
export const clocksDifferMs = 60_000

/** The result for rows and transactions with the same direction, amount and number. */
export type GroupVerdict = {
  readonly rows: readonly JudgedRow[]
  /** Transactions without a row. */
  readonly unfound: readonly ComparedPayment[]
  /** Transactions that some of the rows may belong to, although nothing shows which. */
  readonly ambiguous: readonly ComparedPayment[]
}

/** A key of a phone number. An erased number has the same one as the number itself. */
export type NumberKey = (phoneNumber: string) => string

/** Keys by pseudonyms if they can be made. Without their key, an erased number equals no other. */
export function numberKey({ pseudonym }: Pick<Secrets, 'pseudonym'>): NumberKey {
  return (phoneNumber) => (isPseudonym(phoneNumber) ? phoneNumber : (pseudonym?.(phoneNumber) ?? phoneNumber))
}

/** The common key of rows and transactions that may belong together without an id. */
export function rowKey({ direction, amountMinor, currency, phoneNumber }: FileRow, keyOf: NumberKey): string {
  return `${direction} ${amountMinor} ${currency} ${phoneNumber === null ? null : keyOf(phoneNumber)}`
}

/** The same for a transaction. */
export function transactionKey(
  { kind, amountMinor, currency, phoneNumber }: ComparedPayment,
  keyOf: NumberKey,
): string {
  return `${directionOf(kind)} ${amountMinor} ${currency} ${keyOf(phoneNumber)}`
}

/** The latest moment of a transaction's row. An open one may still be paid. */
export function lastMomentOf({ state, updatedAtMs, createdAtMs }: ComparedPayment): number {
  return isFinal(state) ? Math.max(updatedAtMs, createdAtMs) + clocksDifferMs : Number.POSITIVE_INFINITY
}

/**
 * Matches rows without ids to transactions with the same direction, amount and number by their minutes. Rows and
 * transactions that may belong to each other are judged together. Identical ones are counted, and matched only if the
 * counts agree, so that it does not matter which is which.
 */
export function judgeGroup(rows: readonly FileRow[], transactions: readonly ComparedPayment[]): GroupVerdict {
  const verdicts = components(rows, transactions).map(judgeComponent)
  return {
    rows: verdicts.flatMap((verdict) => verdict.rows),
    unfound: verdicts.flatMap(({ unfound }) => unfound),
    ambiguous: verdicts.flatMap(({ ambiguous }) => ambiguous),
  }
}

type Component = { readonly rows: FileRow[]; readonly transactions: ComparedPayment[] }

/**
 * Whether a row may belong to a transaction: by time, unless their ids differ, and if the transaction was sent at all.
 */
export function mayBe(row: FileRow, transaction: ComparedPayment): boolean {
  if (transaction.reason === 'not_sent') return false
  if (row.theirs !== null && transaction.providerRef !== null) return false
  const begins = transaction.createdAtMs - transaction.aheadMs - clocksDifferMs
  return row.atMs + row.withinMs > begins && row.atMs < lastMomentOf(transaction)
}

function components(rows: readonly FileRow[], transactions: readonly ComparedPayment[]): Component[] {
  const left = new Set<ComparedPayment>(transactions)
  const rowsLeft = new Set<FileRow>(rows)
  const found: Component[] = []
  for (const row of rows) if (rowsLeft.delete(row)) found.push(componentOf(row, rowsLeft, left))
  return [...found, ...[...left].map((transaction) => ({ rows: [], transactions: [transaction] }))]
}

/** Takes out a row's transactions, the other rows of these transactions, and so on. */
function componentOf(first: FileRow, rowsLeft: Set<FileRow>, left: Set<ComparedPayment>): Component {
  const rows = [first]
  const transactions: ComparedPayment[] = []
  // The list grows during the loop.
  for (const row of rows) {
    for (const transaction of take(left, (one) => mayBe(row, one))) {
      transactions.push(transaction)
      for (const other of take(rowsLeft, (one) => mayBe(one, transaction))) rows.push(other)
    }
  }
  return { rows, transactions }
}

/** Removes the members of a set that pass a test, and returns them. */
function take<T>(from: Set<T>, passes: (one: T) => boolean): readonly T[] {
  const taken = [...from].filter(passes)
  for (const one of taken) from.delete(one)
  return taken
}

function judgeComponent({ rows, transactions }: Component): GroupVerdict {
  if (transactions.length === 0) return allMissing(rows)
  const paid = rows.filter(isPaid)
  const unpaid = rows.filter((row) => !isPaid(row))
  const succeeded = transactions.filter(({ state }) => state === 'succeeded')
  const others = transactions.filter(({ state }) => state !== 'succeeded')
  if (paid.length > succeeded.length && unpaid.length > 0) return judgeFailedFirst(rows, transactions)
  // Payments that the network itself has called successful come first; then the others.
  const owners = paid.length === succeeded.length ? succeeded : transactions
  const pairs = paid.length === 0 ? [] : pairUp(paid, owners)
  if (!pairs) return ambiguity(rows, transactions)
  const taken = new Set(pairs.map(([, transaction]) => transaction))
  const left = (others.length > 0 ? others : transactions).filter((transaction) => !taken.has(transaction))
  const failures = pairFailures(unpaid, left)
  if (!failures) return ambiguity(rows, transactions)
  const found = new Set([...taken, ...failures.pairs.map(([, transaction]) => transaction)])
  return {
    rows: [
      ...[...pairs, ...failures.pairs].map(([row, transaction]) => ({ row, ...judgeOf(row, transaction) })),
      ...allMissing(failures.missing).rows,
    ],
    unfound: transactions.filter((transaction) => !found.has(transaction)),
    ambiguous: [],
  }
}

/**
 * If more was paid than has succeeded, failures on both sides belong together, and the rest is judged without them: it
 * may be missing in the books.
 */
function judgeFailedFirst(rows: readonly FileRow[], transactions: readonly ComparedPayment[]): GroupVerdict {
  const failed = transactions.filter(({ state }) => state === 'failed')
  const alike = rows.filter((row) => agrees(row, { state: 'failed', isTakenBack: false }))
  const pairs = pairUp(alike, failed)
  if (!pairs?.length) return ambiguity(rows, transactions)
  const rest = judgeGroup(
    rows.filter((row) => !alike.includes(row)),
    transactions.filter((transaction) => !failed.includes(transaction)),
  )
  return { ...rest, rows: [...pairs.map(([row, one]) => ({ row, ...judgeOf(row, one) })), ...rest.rows] }
}

type Pair = readonly [FileRow, ComparedPayment]

/** Gives each transaction a row and each row a transaction; undefined if that is not possible for all of them. */
function pairUp(rows: readonly FileRow[], transactions: readonly ComparedPayment[]): Pair[] | undefined {
  const left = [...rows].sort((one, other) => one.atMs - other.atMs || one.line - other.line)
  const pairs: Pair[] = []
  // The one with the earliest deadline takes the earliest possible row.
  for (const transaction of [...transactions].sort(byLastMoment)) {
    const place = left.findIndex((row) => mayBe(row, transaction))
    const [row] = place === -1 ? [] : left.splice(place, 1)
    if (!row) return undefined
    pairs.push([row, transaction])
  }
  return left.length === 0 ? pairs : undefined
}

function byLastMoment(one: ComparedPayment, other: ComparedPayment): number {
  const [first, second] = [lastMomentOf(one), lastMomentOf(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** A failed payment may have left a row or none, so rows go to failed payments only if nothing else is left. */
function pairFailures(
  rows: readonly FileRow[],
  left: readonly ComparedPayment[],
): { readonly pairs: readonly Pair[]; readonly missing: readonly FileRow[] } | undefined {
  if (rows.length === 0) return { pairs: [], missing: [] }
  if (left.length === 0) return { pairs: [], missing: rows }
  const pairs = pairUp(rows, left)
  return pairs && { pairs, missing: [] }
}

function allMissing(rows: readonly FileRow[]): GroupVerdict {
  return {
    rows: rows.map((row) => ({ row, bucket: 'missing_here', transactionId: null, why: null })),
    unfound: [],
    ambiguous: [],
  }
}

function ambiguity(rows: readonly FileRow[], transactions: readonly ComparedPayment[]): GroupVerdict {
  const why = `${rows.length} rows and ${transactions.length} transactions are alike, and nothing tells which is which`
  return {
    rows: rows.map((row) => ({ row, bucket: 'ambiguous', transactionId: null, why })),
    unfound: [],
    ambiguous: transactions,
  }
}
