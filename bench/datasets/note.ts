import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { versions } from '../../adapters/sql/schema/versions.ts'
import { sqliteDialect } from '../../adapters/sqlite/dialect.ts'
import type { Merchant } from '../instruments/merchants.ts'

/** A complete database, with everything needed to pay from it. */
export type Dataset = {
  readonly path: string
  /** The number of payments when it was made. */
  readonly transactions: number
  /** The key under which the accounts' PINs are sealed. */
  readonly pinKey: string
  /** All of its accounts, with their keys and PINs in clear. */
  readonly merchants: readonly Merchant[]
}

type Note = Omit<Dataset, 'path'> & { readonly schema: string }

/** The dataset at a path, if its note says that it was completed, of this schema and these sizes. */
export function readyDataset(wanted: { path: string; transactions: number; accounts: number }): Dataset | undefined {
  const { path, transactions, accounts } = wanted
  const noteFile = noteBeside(path)
  if (!existsSync(path) || !existsSync(noteFile)) return undefined
  const { schema, ...note } = JSON.parse(readFileSync(noteFile, 'utf8')) as Note
  if (schema === schemaDigest && note.transactions === transactions && note.merchants.length === accounts) {
    return { path, ...note }
  }
  rmSync(noteFile)
  return undefined
}

/** Writes the note that a dataset is complete, as the last step. */
export function keepDatasetNote({ path, ...dataset }: Dataset): Dataset {
  const note: Note = { schema: schemaDigest, ...dataset }
  const file = noteBeside(path)
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { path, ...dataset }
}

const schema = versions.map(({ upgrade }) => upgrade(sqliteDialect))

const schemaDigest = createHash('sha256').update(schema.join()).digest('hex')

function noteBeside(path: string): string {
  return `${path}-dataset.json`
}
