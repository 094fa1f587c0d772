import { type AccountTotal, type BucketTotal, toDecimal, toMajor } from '../../../core/sente.ts'
import { table } from './output.ts'

/** The total of a bucket as JSON; amounts in major units. */
export function totalJson({ bucket, currency, rows, inMinor, outMinor, betweenMinor }: BucketTotal) {
  return {
    bucket,
    currency,
    rows,
    in: toMajor(inMinor, currency),
    out: toMajor(outMinor, currency),
    between: toMajor(betweenMinor, currency),
  }
}

/** The totals of buckets as a table. */
export function totalTable(totals: readonly BucketTotal[]): string {
  const headings = ['Bucket', 'Currency', 'Rows', 'In', 'Out', 'Between'] as const
  const rows = totals.map(({ bucket, currency, rows, inMinor, outMinor, betweenMinor }) => ({
    Bucket: bucket,
    Currency: currency,
    Rows: String(rows),
    In: toDecimal(inMinor, currency),
    Out: toDecimal(outMinor, currency),
    Between: toDecimal(betweenMinor, currency),
  }))
  return table(headings, rows, ['Rows', 'In', 'Out', 'Between'])
}

/** The payments that are to be recorded for an account as JSON; amounts in major units. */
export function accountTotalJson({ accountId, currency, payments, inMinor, outMinor, availableMinor }: AccountTotal) {
  return {
    account_id: accountId,
    currency,
    payments,
    in: toMajor(inMinor, currency),
    out: toMajor(outMinor, currency),
    available: toMajor(availableMinor, currency),
    available_after: toMajor(availableMinor + inMinor - outMinor, currency),
  }
}

/** The same of several accounts as a table. */
export function accountTotalTable(totals: readonly AccountTotal[]): string {
  const headings = ['Account', 'Currency', 'Payments', 'In', 'Out', 'Available', 'Afterwards'] as const
  const rows = totals.map(({ accountId, currency, payments, inMinor, outMinor, availableMinor }) => ({
    Account: accountId,
    Currency: currency,
    Payments: String(payments),
    In: toDecimal(inMinor, currency),
    Out: toDecimal(outMinor, currency),
    Available: toDecimal(availableMinor, currency),
    Afterwards: toDecimal(availableMinor + inMinor - outMinor, currency),
  }))
  return table(headings, rows, ['Payments', 'In', 'Out', 'Available', 'Afterwards'])
}
