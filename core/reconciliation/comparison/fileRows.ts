import type { FileBalances, FileRow } from '../../ports/operators/reconciliations.ts'
import { balanceCheck, sumOf, totals } from './totals.ts'
import { type WaitingRows, waitingRows } from './waitingRows.ts'

/** The rows of a file, and the facts about all of them. */
export type AllRows = {
  readonly waiting: WaitingRows
  readonly count: number
  readonly lastLine: number
  readonly sum: string
  readonly balances: FileBalances | null
}

/** The rows of one file, gathered as it is read, for one comparison. A million of them take some 100 MB. */
export type FileRows = {
  /** Adds the next row of the file. */
  add(row: FileRow): void
  /** The number of rows. */
  count(): number
  /**
   * Gives all rows to their comparison. Throws if they were given to one before.
   *
   * @hidden
   */
  take(): AllRows
}

/** Gathers the rows of a file, in their order. */
export function fileRows(first: Iterable<FileRow> = []): FileRows {
  const waiting = waitingRows()
  const [all, balances] = [totals(), balanceCheck()]
  let [count, lastLine, isTaken] = [0, 0, false]

  function add(row: FileRow): void {
    if (isTaken) throw new Error('these rows are being compared')
    waiting.add(row)
    all.add('matched', row)
    balances.add(row)
    count += 1
    lastLine = Math.max(lastLine, row.line)
  }

  for (const row of first) add(row)
  return {
    add,
    count: () => count,
    take() {
      if (isTaken) throw new Error('these rows were compared: gather them again')
      isTaken = true
      return { waiting, count, lastLine, sum: sumOf(all.all()), balances: balances.result() }
    },
  }
}
