import { isPseudonym } from '../model/pseudonym.ts'
import { isFinal, type Transaction } from '../model/transaction.ts'
import { directionOf, type FileRow } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { agrees, isPaid, type Judged, judgeOf } from './judge.ts'

/** By how much the clocks of a network and of sente may differ, in milliseconds. */
export const clocksDifferMs = 60_000

/** What came of rows and transactions of the same direction, amount and number. */
export type GroupVerdict = {
  readonly rows: readonly (Judged & { readonly row: FileRow })[]
  /** Transactions that no row was found for. */
  readonly unfound: readonly Transaction[]
  /** Transactions that some of the rows may be, and nobody can say which. */
  readonly ambiguous: readonly Transaction[]
}

/** Tells a phone number, so that one that was erased is the same as the number itself. */
export type NumberKey = (phoneNumber: string) => string

/** Keys by pseudonyms where they can be made; without their key, an erased number is like no other. */
export function numberKey({ pseudonym }: Pick<Secrets, 'pseudonym'>): NumberKey {
  return (phoneNumber) => (isPseudonym(phoneNumber) ? phoneNumber : (pseudonym?.(phoneNumber) ?? phoneNumber))
}

/** What rows and transactions have in common that may belong together without an id. */
export function rowKey({ direction, amountMinor, currency, phoneNumber }: FileRow, keyOf: NumberKey): string {
  return `${direction} ${amountMinor} ${currency} ${phoneNumber === null ? null : keyOf(phoneNumber)}`
}

/** The same of a transaction. */
export function transactionKey({ kind, amountMinor, currency, phoneNumber }: Transaction, keyOf: NumberKey): string {
  return `${directionOf(kind)} ${amountMinor} ${currency} ${keyOf(phoneNumber)}`
}

/** Until when a transaction's row may have happened; an open one may still be paid. */
export function lastMomentOf({ state, updatedAtMs, createdAtMs }: Transaction): number {
  return isFinal(state) ? Math.max(updatedAtMs, createdAtMs) + clocksDifferMs : Number.POSITIVE_INFINITY
}

/**
 * Matches rows without ids to transactions of the same direction, amount and number by their minutes. Rows and
 * transactions that may be each other's are judged together: what is alike is counted, and matched only where the counts
 * agree, so that it does not matter which is which.
 */
export function judgeGroup(rows: readonly FileRow[], transactions: readonly Transaction[]): GroupVerdict {
  const verdicts = components(rows, transactions).map(judgeComponent)
  return {
    rows: verdicts.flatMap((verdict) => verdict.rows),
    unfound: verdicts.flatMap(({ unfound }) => unfound),
    ambiguous: verdicts.flatMap(({ ambiguous }) => ambiguous),
  }
}

type Component = { readonly rows: FileRow[]; readonly transactions: Transaction[] }

/** Whether a row may be a transaction's: in time, unless their ids say otherwise, and if it was sent at all. */
function mayBe(row: FileRow, transaction: Transaction): boolean {
  if (transaction.reason === 'not_sent') return false
  if (row.theirs !== null && transaction.providerRef !== null) return false
  const begins = transaction.createdAtMs - transaction.followUp.aheadMs - clocksDifferMs
  return row.atMs + row.withinMs > begins && row.atMs < lastMomentOf(transaction)
}

function components(rows: readonly FileRow[], transactions: readonly Transaction[]): Component[] {
  const left = new Set<Transaction>(transactions)
  const rowsLeft = new Set<FileRow>(rows)
  const found: Component[] = []
  for (const row of rows) if (rowsLeft.delete(row)) found.push(componentOf(row, rowsLeft, left))
  return [...found, ...[...left].map((transaction) => ({ rows: [], transactions: [transaction] }))]
}

/** Takes out a row's transactions, the other rows of these transactions, and so on. */
function componentOf(first: FileRow, rowsLeft: Set<FileRow>, left: Set<Transaction>): Component {
  const rows = [first]
  const transactions: Transaction[] = []
  // The list grows while it is gone through.
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
  // Payments that the network itself has called successful are meant first; only then those of which it has not.
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
 * Where more was paid than has succeeded, what failed on both sides belongs together, and the rest is judged without it: it may
 * be what the books have forgotten.
 */
function judgeFailedFirst(rows: readonly FileRow[], transactions: readonly Transaction[]): GroupVerdict {
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

type Pair = readonly [FileRow, Transaction]

/** Gives each transaction a row and each row a transaction; undefined where that is not possible for all of them. */
function pairUp(rows: readonly FileRow[], transactions: readonly Transaction[]): Pair[] | undefined {
  const left = [...rows].sort((one, other) => one.atMs - other.atMs || one.line - other.line)
  const pairs: Pair[] = []
  // The one that has to be found soonest takes the earliest row that it can be.
  for (const transaction of [...transactions].sort(byLastMoment)) {
    const place = left.findIndex((row) => mayBe(row, transaction))
    const [row] = place === -1 ? [] : left.splice(place, 1)
    if (!row) return undefined
    pairs.push([row, transaction])
  }
  return left.length === 0 ? pairs : undefined
}

function byLastMoment(one: Transaction, other: Transaction): number {
  const [first, second] = [lastMomentOf(one), lastMomentOf(other)]
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** What failed may have left a row or none, so that rows are given to what failed where nothing else is left. */
function pairFailures(
  rows: readonly FileRow[],
  left: readonly Transaction[],
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

function ambiguity(rows: readonly FileRow[], transactions: readonly Transaction[]): GroupVerdict {
  const why = `${rows.length} rows and ${transactions.length} transactions are alike, and nothing tells which is which`
  return {
    rows: rows.map((row) => ({ row, bucket: 'ambiguous', transactionId: null, why })),
    unfound: [],
    ambiguous: transactions,
  }
}
