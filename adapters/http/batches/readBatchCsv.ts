import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { NextTurn } from '../../../core/sente.ts'
import { type BatchCsv, mostColumns, mostLines } from '../../formats/batchCsv.ts'
import { isGrouped } from '../../formats/writtenAmount.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How many bytes are parsed in one turn. */
const bytesAtOnce = 32_768

/**
 * Reads a batch in CSV (RFC 4180): a header, and a row for each line, separated by commas or semicolons; or says what is
 * wrong with it. A cell that a spreadsheet would take for a formula, and an amount that may be grouped by thousands, refuse
 * the batch. Of too many lines it reads one more
 * than there can be.
 */
export async function readBatchCsv(
  bytes: Buffer,
  nextTurn: NextTurn,
): Promise<BatchCsv | { readonly problem: string }> {
  try {
    const [header = ''] = utf8.decode(bytes).split(/[\r\n]/, 1)
    const delimiter = header.includes(';') ? ';' : ','
    const parser = parse({ delimiter, bom: true, trim: true, skip_empty_lines: true })
    // Its error is thrown by the loop, too.
    pipeline(partsOf(bytes, nextTurn), parser).catch(() => undefined)
    return await recordsOf(parser)
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'the body must be text in UTF-8' }
    if (!(error instanceof CsvError)) throw error
    return { problem: `the body must be CSV by RFC 4180, and line ${error.lines} is not` }
  }
}

async function* partsOf(bytes: Buffer, nextTurn: NextTurn): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    await nextTurn()
    yield bytes.subarray(from, from + bytesAtOnce)
  }
}

async function recordsOf(parsed: AsyncIterable<readonly string[]>): Promise<BatchCsv | { readonly problem: string }> {
  const records: (readonly string[])[] = []
  let names: readonly string[] | undefined
  for await (const record of parsed) {
    if (!names) {
      if (record.length > mostColumns) return { problem: `the header must name at most ${mostColumns} columns` }
      if (new Set(record).size < record.length) return { problem: 'the header must name no column twice' }
      names = record
      continue
    }
    if (record.some((cell) => /^[=+\-@\t\r]/.test(cell)))
      return { problem: `row ${records.length + 1} must have no cell that begins with =, +, - or @` }
    if (isGrouped(record[names.indexOf('amount')] ?? ''))
      return {
        problem: `row ${records.length + 1} must have its amount without grouping, such as 500000: three digits after a point or comma may be thousands`,
      }
    records.push(record)
    if (records.length > mostLines) break
  }
  return { names: names ?? [], records }
}
