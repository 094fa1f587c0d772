import type { Bucket, BucketTotal, FileBalances, FileRow } from '../../ports/operators/reconciliations.ts'

type Counted = Pick<FileRow, 'direction' | 'amountMinor' | 'currency'>

/** A total that grows. */
type Sum = { -readonly [Name in keyof BucketTotal]: BucketTotal[Name] }

/** Adds up rows by bucket and currency. */
export type Totals = {
  add(bucket: Bucket, row: Counted): void
  /** Every bucket that has rows. */
  all(): readonly BucketTotal[]
}

/** Makes totals of nothing. */
export function totals(): Totals {
  const sums = new Map<Bucket, Map<string, Sum>>()
  return {
    add(bucket, { direction, amountMinor, currency }) {
      const ofBucket = sums.get(bucket) ?? new Map<string, Sum>()
      sums.set(bucket, ofBucket)
      const sum = ofBucket.get(currency) ?? { bucket, currency, rows: 0, inMinor: 0n, outMinor: 0n, betweenMinor: 0n }
      ofBucket.set(currency, sum)
      sum.rows += 1
      sum[`${direction}Minor`] += amountMinor
    },
    all: () => [...sums.values()].flatMap((ofBucket) => [...ofBucket.values()]).map((sum) => ({ ...sum })),
  }
}

/** The totals of rows, for comparisons: rows and amounts by currency. */
export function sumOf(parts: readonly BucketTotal[]): string {
  const sums = new Map<string, [number, bigint, bigint, bigint]>()
  for (const { currency, rows, inMinor, outMinor, betweenMinor } of parts) {
    const [count, paidIn, paidOut, between] = sums.get(currency) ?? [0, 0n, 0n, 0n]
    sums.set(currency, [count + rows, paidIn + inMinor, paidOut + outMinor, between + betweenMinor])
  }
  return [...sums]
    .map(([currency, sum]) => `${currency} ${sum.join(' ')}`)
    .sort()
    .join('; ')
}

/** How many lines with a wrong balance are listed. */
const linesListed = 20

/** Checks that each balance follows from the one before, in the order of the file. */
export function balanceCheck() {
  const forwards: number[] = []
  const backwards: number[] = []
  let before: FileRow | undefined
  let first: FileRow | undefined
  let isBackwards = false
  return {
    add(row: FileRow): void {
      first ??= row
      isBackwards = row.atMs < first.atMs
      if (before && before.balanceMinor !== null && row.balanceMinor !== null && before.currency === row.currency) {
        const change = row.balanceMinor - before.balanceMinor
        if (!changesOf(row).includes(change)) forwards.push(row.line)
        if (!changesOf(before).includes(-change)) backwards.push(row.line)
      }
      before = row
    },
    result(): FileBalances | null {
      if (!first || !before) return null
      const isUnknown = before.atMs === first.atMs && backwards.length < forwards.length
      const [wrong, latest] = isBackwards || isUnknown ? [backwards, first] : [forwards, before]
      const { currency, balanceMinor: minor, atMs } = latest
      return minor === null
        ? null
        : { wrong: wrong.length, lines: wrong.slice(0, linesListed), last: { currency, minor, atMs } }
    },
  }
}

/** The possible changes of the balance by a row: networks take their fee in the same row or in one of its own. */
function changesOf({ direction, amountMinor, feeMinor, status }: FileRow): readonly bigint[] {
  const fee = feeMinor ?? 0n
  if (status === 'failed' || status === 'pending') return [0n]
  const changes =
    direction === 'between' ? [amountMinor, -amountMinor] : [direction === 'in' ? amountMinor : -amountMinor]
  return [...changes, ...changes.map((change) => change - fee), ...(status === 'reversed' ? [0n] : [])]
}
