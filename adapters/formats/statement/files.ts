import type { Statement } from '../../../core/sente.ts'
import { csv } from './csv.ts'
import type { About, StatementFile } from './format.ts'
import { ofx } from './ofx.ts'
import { rowsOf } from './rows.ts'
import { xlsx } from './xlsx.ts'

/** The formats of a statement as a file, by the ending of the file's name. */
export const statementFiles = { csv, xlsx, ofx } satisfies Readonly<Record<string, StatementFile>>

/** The ending of a statement's file. */
export type StatementEnding = keyof typeof statementFiles

/** The endings of statements' files. */
export const statementEndings = Object.keys(statementFiles) as readonly StatementEnding[]

/** A statement as a file, written while its pages are read. */
export function statementFile(
  ending: StatementEnding,
  pages: AsyncIterable<Statement>,
  about: About,
): AsyncIterable<string | Uint8Array> {
  return statementFiles[ending].write(rowsOf(pages, about.currency), about)
}
