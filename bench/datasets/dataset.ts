import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatasetAccounts } from './accounts.ts'
import { fillWithPayments } from './fill.ts'
import { type Dataset, keepDatasetNote, readyDataset } from './note.ts'

export type { Dataset } from './note.ts'

/** The needed database. */
export type DatasetOptions = {
  /** The path of its file. The note of its contents is next to it. */
  readonly path: string
  readonly transactions: number
  /** The number of accounts that share the payments; 1,000 by default. */
  readonly accounts?: number
  /** Takes the progress, in words. */
  readonly onProgress?: (line: string) => void
}

/**
 * Makes a sandbox database with so many payments, as the use cases leave them. A database of an earlier run is used as
 * it is, with the payments made from it since. Needs some 1.2 KB of disk for each payment.
 */
export async function makeDataset(options: DatasetOptions): Promise<Dataset> {
  const { path, transactions, accounts = 1_000, onProgress = () => undefined } = options
  const ready = readyDataset({ path, transactions, accounts })
  if (ready) return ready
  const beginMs = Date.now() - (transactions + 1) * 1000
  onProgress(`makes ${path}`)
  const { pinKey, merchants } = await openDatasetAccounts({ path, accounts, beginMs })
  fillWithPayments(path, { transactions, beginMs }, onProgress)
  return keepDatasetNote({ path, transactions, pinKey, merchants })
}

/** The folder in which databases with a history are kept between runs, and the listener to the progress. */
export type Keeping = { readonly datasets: string; readonly progress: (line: string) => void }

/** The path of a database that is kept between runs, in an existing folder. */
export function keptPath({ datasets }: Pick<Keeping, 'datasets'>, name: string): string {
  mkdirSync(datasets, { recursive: true, mode: 0o700 })
  return join(datasets, name)
}

/** A database with so many payments of 1,000 accounts, made once and kept. */
export function keptDataset({ datasets, progress }: Keeping, transactions: number): Promise<Dataset> {
  const path = keptPath({ datasets }, `payments-${transactions}.db`)
  return makeDataset({ path, transactions, onProgress: progress })
}
