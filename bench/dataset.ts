import { rmSync } from 'node:fs'
import { openDatasetAccounts } from './datasetAccounts.ts'
import { fillWithPayments } from './datasetFill.ts'
import { type Dataset, keepDatasetNote, readyDataset } from './datasetNote.ts'

export type { Dataset } from './datasetNote.ts'

/** Which database is needed. */
export type DatasetOptions = {
  /** The path of its file; the note of its contents is next to it. */
  readonly path: string
  readonly transactions: number
  /** How many accounts share the payments; 1,000 by default. */
  readonly accounts?: number
  /** Takes the progress, in words. */
  readonly onProgress?: (line: string) => void
}

/**
 * Makes a sandbox database with so many payments, as the use cases leave them. One that an earlier run made is used as it
 * is, with what has been paid from it since. Needs some 1.2 KB of disk for each payment.
 */
export async function makeDataset(options: DatasetOptions): Promise<Dataset> {
  const { path, transactions, accounts = 1_000, onProgress = () => undefined } = options
  const ready = readyDataset({ path, transactions, accounts })
  if (ready) return ready
  for (const name of ['', '-wal', '-shm', '-serving']) rmSync(`${path}${name}`, { force: true })
  const beginMs = Date.now() - (transactions + 1) * 1000
  onProgress(`makes ${path}`)
  const { pinKey, merchants } = await openDatasetAccounts({ path, accounts, beginMs })
  fillWithPayments(path, { transactions, beginMs }, onProgress)
  return keepDatasetNote({ path, transactions, pinKey, merchants })
}
