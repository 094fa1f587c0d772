import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { Refusal } from '../../../core/sente.ts'
import { malformedFields } from '../request/fields.ts'

/** The rows of a batch in CSV, with the fields that a line in JSON has. */
type CsvLines = { readonly rows: readonly object[] }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How many bytes are parsed in one turn. */
const bytesAtOnce = 32_768

type Reading = {
  /** How many rows are read at most, and one more. */
  readonly most: number
  /** Resolves when other work has had its turn. */
  readonly nextTurn: () => Promise<unknown>
}

/**
 * Reads a batch in CSV (RFC 4180): a header, and a row for each line, separated by commas or semicolons. A column
 * `metadata.NAME` is a value of the metadata. A cell that a spreadsheet would take for a formula refuses the batch.
 */
export async function csvLines(bytes: Buffer, { most, nextTurn }: Reading): Promise<CsvLines | Refusal> {
  try {
    const [header = ''] = utf8.decode(bytes).split(/[\r\n]/, 1)
    const delimiter = header.includes(';') ? ';' : ','
    const parser = parse({ delimiter, bom: true, trim: true, skip_empty_lines: true })
    // Its error is thrown by the loop, too.
    pipeline(partsOf(bytes, nextTurn), parser).catch(() => undefined)
    return await rowsOf(parser, most)
  } catch (error) {
    if (error instanceof TypeError) return malformedFields(['the body must be text in UTF-8'])
    if (!(error instanceof CsvError)) throw error
    return malformedFields([`the body must be CSV by RFC 4180, and line ${error.lines} is not`])
  }
}

async function* partsOf(bytes: Buffer, nextTurn: Reading['nextTurn']): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    await nextTurn()
    yield bytes.subarray(from, from + bytesAtOnce)
  }
}

async function rowsOf(records: AsyncIterable<readonly string[]>, most: number): Promise<CsvLines | Refusal> {
  const rows: object[] = []
  let names: readonly string[] | undefined
  for await (const record of records) {
    if (!names) {
      if (new Set(record).size < record.length) return malformedFields(['the header must name no column twice'])
      names = record
      continue
    }
    if (record.some((cell) => /^[=+\-@\t\r]/.test(cell)))
      return malformedFields([`row ${rows.length + 1} must have no cell that begins with =, +, - or @`])
    rows.push(lineOf(names, record))
    if (rows.length > most) break
  }
  return { rows }
}

function lineOf(names: readonly string[], record: readonly string[]): object {
  const cells = names.map((name, index) => [name, record[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  const metadata = cells.flatMap(([name, cell]) => (name.startsWith('metadata.') ? [[name.slice(9), cell]] : []))
  const fields = cells.filter(([name]) => !name.includes('.')).map(([name, cell]) => [name, fieldOf(name, cell)])
  return { ...Object.fromEntries(fields), ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) }
}

/** An amount in its plain form is a number; any other stays a text, and is refused as one. */
function fieldOf(name: string, cell: string): string | number {
  return name === 'amount' && /^[0-9]{1,15}(\.[0-9]{1,6})?$/.test(cell) ? Number(cell) : cell
}
