import type { Bucket } from '../../ports/operators/reconciliations.ts'
import type { JudgedRow } from './judge.ts'

/** The results of a comparison so far, which show whether its file is the right one. */
export type Tally = {
  /** The rows that may be payments, and those that the books lack. */
  readonly payments: number
  readonly missingHere: number
  /** The payments with a row, and those of the period without one. */
  readonly found: number
  readonly missingThere: number
}

/** Counts results as they come. */
export function tallied() {
  const tally = { payments: 0, missingHere: 0, found: 0, missingThere: 0 }
  return {
    row({ row, bucket, transactionId }: JudgedRow): void {
      if (row.kind !== 'payment') return
      tally.payments += 1
      if (bucket === 'missing_here') tally.missingHere += 1
      else if (transactionId !== null && bucket !== 'duplicate_there') tally.found += 1
    },
    absent(bucket: Bucket): void {
      if (bucket === 'missing_there') tally.missingThere += 1
    },
    all: (): Tally => tally,
  }
}

/** The rows of a file, and those of them before or after the compared period. */
export type RowsInTime = { readonly rows: number; readonly outside: number }

/** The reasons why a file hardly belongs to the books, network or period that it is compared with. */
export function unlikelihoods(
  { payments, missingHere, found, missingThere }: Tally,
  { rows, outside }: RowsInTime,
): readonly string[] {
  return [
    ...(rows > 0 && outside === rows ? ['it has no row of the period'] : []),
    ...(missingHere * 2 > payments ? [`the books lack ${missingHere} of its ${payments} payments`] : []),
    ...(missingThere > found ? [`it lacks ${missingThere} of ${found + missingThere} payments of the period`] : []),
  ]
}
