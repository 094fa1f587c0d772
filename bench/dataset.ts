import { rmSync } from 'node:fs'
import { openDatasetAccounts } from './datasetAccounts.ts'
import { fillWithPayments } from './datasetFill.ts'
import { type Dataset, keepDatasetNote, readyDataset } from './datasetNote.ts'

export type { Dataset } from './datasetNote.ts'

/** Which database is to be there. */
export type DatasetOptions = {
  /** Where its file is; the note of what is in it stands beside it. */
  readonly path: string
  readonly transactions: number
  /** How many accounts share the payments; 1,000 by default. */
  readonly accounts?: number
  /** Told how far it has come, in words for a person. */
  readonly onProgress?: (line: string) => void
}

/**
 * Sees to a sandbox database that holds so many payments, as the use cases leave them; one that an earlier run made is
 * taken as it is, with what was paid from it since. Needs some 1.2 KB of disk for each payment.
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
