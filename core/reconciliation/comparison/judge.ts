import { isFinal, type Transaction } from '../../model/transaction.ts'
import { type Bucket, type ComparedPayment, directionOf, type FileRow } from '../../ports/operators/reconciliations.ts'
import { mayBeNumberOf } from './maskedNumber.ts'

/** The result for a row, and its transaction. */
export type Judged = {
  readonly bucket: Bucket
  readonly transactionId: string | null
  /** The difference, or the reason why there is no result. */
  readonly why: string | null
}

/** A row with its result. */
export type JudgedRow = Judged & { readonly row: FileRow }

/** Whether a row shows that money was moved. */
export function isPaid({ status }: FileRow): boolean {
  return status === 'succeeded' || status === 'reversed'
}

/** Judges a row that belongs to a transaction: by its id, or because no other is possible. */
export function judgeOf(row: FileRow, transaction: ComparedPayment): Judged {
  const of = { transactionId: transaction.id } as const
  const other = otherPayment(row, transaction)
  if (other) return { ...of, bucket: 'amount_differs', why: other }
  if (agrees(row, transaction)) return { ...of, bucket: 'matched', why: null }
  return { ...of, bucket: 'state_differs', why: `${row.status} in the file, ${transaction.state} in the books` }
}

function otherPayment(row: FileRow, { kind, amountMinor, currency, phoneNumber }: ComparedPayment): string | undefined {
  const differences = [
    ...(row.status === 'reversed' || row.direction === directionOf(kind)
      ? []
      : [`${row.direction} in the file, a ${kind} in the books`]),
    ...(row.amountMinor === amountMinor && row.currency === currency
      ? []
      : [`${row.amountMinor} ${row.currency} in the file, ${amountMinor} ${currency} in the books, in minor units`]),
    ...(mayBeNumberOf(row.phoneNumber, phoneNumber) ? [] : ['another number in the file than in the books']),
  ]
  return differences.length > 0 ? differences.join('; ') : undefined
}

/** Whether a row and its transaction have the same outcome. */
export function agrees(
  { status }: Pick<FileRow, 'status'>,
  { state, isTakenBack }: Pick<Transaction, 'state' | 'isTakenBack'>,
): boolean {
  if (status === 'pending') return !isFinal(state)
  if (isTakenBack) return status === 'reversed'
  return status === 'reversed' ? state === 'failed' : status === state
}

/**
 * Judges all rows with the id of one transaction, in whatever order: one of them is its row, one may show that it was
 * taken back, which is then its outcome, and the others repeat it.
 */
export function judgeRepeated(rows: readonly FileRow[], transaction: ComparedPayment): readonly JudgedRow[] {
  const [only] = rows
  if (only && rows.length === 1) return [{ row: only, ...judgeOf(only, transaction) }]
  const [first, ...others] = [...rows].sort(
    (one, other) => weightOf(one, transaction) - weightOf(other, transaction) || one.line - other.line,
  )
  if (!first) return []
  const reversal = first.status === 'succeeded' ? others.find((row) => takesBack(row, first)) : undefined
  const repeated = { bucket: 'duplicate_there', transactionId: transaction.id } as const
  return [
    { row: first, ...(reversal ? takenBack(first, transaction, reversal) : judgeOf(first, transaction)) },
    ...others.map((row) => {
      if (row !== reversal) return { row, ...repeated, why: `the id is that of line ${first.line} too` }
      const reversed = { ...row, status: 'reversed' } as const
      return { row: reversed, ...judgeOf(reversed, transaction) }
    }),
  ]
}

/** Whether a row takes the payment of another back: it is called reversed, or moves the same amount the other way. */
function takesBack(row: FileRow, paid: FileRow): boolean {
  if (row.status === 'reversed') return true
  const isOpposite = row.direction === (paid.direction === 'in' ? 'out' : 'in') && paid.direction !== 'between'
  return (
    isOpposite && row.status === 'succeeded' && row.amountMinor === paid.amountMinor && row.currency === paid.currency
  )
}

/** A payment whose end is shown by another row is no evidence of its own. */
function takenBack(row: FileRow, transaction: ComparedPayment, { line }: FileRow): Judged {
  const judged = judgeOf(row, transaction)
  return judged.bucket === 'amount_differs'
    ? judged
    : { ...judged, bucket: 'matched', why: `line ${line} takes it back` }
}

/**
 * If an id repeats, a paid row comes first, then one that was taken back, then a failed one; and among those first the
 * one with the amount, direction and number of the payment.
 */
function weightOf(row: FileRow, transaction: ComparedPayment): number {
  const weight = ['succeeded', 'reversed', 'failed', 'pending'].indexOf(row.status)
  return 2 * weight + (otherPayment(row, transaction) === undefined ? 0 : 1)
}
