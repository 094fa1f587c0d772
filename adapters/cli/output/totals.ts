import { type BucketTotal, toDecimal, toMajor } from '../../../core/sente.ts'
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
