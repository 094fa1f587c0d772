import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** One record of a file: its columns, and the line on which it begins. */
export type CsvRecord = { readonly line: number; readonly columns: readonly string[] }

/** The error for a file whose quotes or columns are broken, with details in its message. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** The options of the reading. */
type CsvReading = {
  readonly separator?: string | undefined
  /** Called with the number of bytes read so far. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * Reads the records of a file (RFC 4180), some at a time, in their order; returns the facts about the whole file. Blanks
 * around columns are left out, and so are empty lines. Throws a `BrokenCsv`, and errors of the file system.
 */
export async function* csvRecords(
  file: string,
  { separator = ',', onBytes }: CsvReading,
): AsyncGenerator<readonly CsvRecord[], WholeFile> {
  const hash = createHash('sha256')
  const reader = recordReader(separator)
  let decoder: TextDecoder | undefined
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
    onBytes?.(bytes)
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
    yield reader.read(decoder.decode(chunk, { stream: true }))
  }
  yield reader.end(decoder?.decode() ?? '')
  return { digest: hash.digest('hex'), bytes }
}

/** Reads records from a text that comes in parts. */
function recordReader(separator: string) {
  let rest = ''
  let lineEnd: string | undefined
  let line = 1

  function recordsIn(text: string, isWhole: boolean): readonly CsvRecord[] {
    lineEnd ??= lineEndOf(text, isWhole)
    const records: CsvRecord[] = []
    let from = 0
    while (from < text.length) {
      const found = recordAt(text, { from, line, separator, lineEnd, isWhole })
      if (!found) break
      if (found.columns.some((column) => column !== '')) records.push({ line, columns: found.columns })
      line += linesIn(text.slice(from, found.to), lineEnd)
      from = found.to
    }
    rest = text.slice(from)
    return records
  }

  return {
    read: (more: string) => recordsIn(rest + more, false),
    end: (more: string) => recordsIn(rest + more, true),
  }
}

/** The first line end that is not within quotes: all others are the same. */
function lineEndOf(text: string, isWhole: boolean): string | undefined {
  const [found] = /\r\n|\n|\r(?!$)/.exec(text.replace(/"[^"]*("|$)/g, '')) ?? []
  return found ?? (isWhole ? '\n' : undefined)
}

function linesIn(record: string, lineEnd: string | undefined): number {
  let lines = 0
  const end = lineEnd === '\r' ? '\r' : '\n'
  for (let at = record.indexOf(end); at !== -1; at = record.indexOf(end, at + 1)) lines += 1
  return lines
}

type Reading = {
  readonly from: number
  readonly line: number
  readonly separator: string
  readonly lineEnd: string | undefined
  readonly isWhole: boolean
}

/** The record that begins at a place, and the place after it; undefined if its end is not in the text. */
function recordAt(text: string, reading: Reading): { readonly columns: string[]; readonly to: number } | undefined {
  const { from, separator, lineEnd, isWhole } = reading
  const end = lineEnd === undefined ? -1 : text.indexOf(lineEnd, from)
  if (end === -1 && !isWhole) return undefined
  const line = text.slice(from, end === -1 ? text.length : end)
  if (line.includes('"')) return quotedRecordAt(text, reading)
  return {
    columns: line.split(separator).map((column) => column.trim()),
    to: end === -1 ? text.length : end + (lineEnd ?? '').length,
  }
}

function quotedRecordAt(text: string, { from, line, separator, lineEnd = '\n', isWhole }: Reading) {
  const columns: string[] = []
  const opening = /[^\S\r\n]*"/y
  const closing = /[^\S\r\n]*/y
  let at = from
  for (;;) {
    opening.lastIndex = at
    if (opening.test(text)) {
      const begin = opening.lastIndex
      const end = quoteEnd(text, begin)
      if (end === undefined) {
        if (!isWhole) return undefined
        throw new BrokenCsv(line, `Quote Not Closed: the parsing is finished with an opening quote at line ${line}`)
      }
      columns.push(text.slice(begin, end).replaceAll('""', '"').trim())
      closing.lastIndex = end + 1
      closing.test(text)
      at = Math.max(end + 1, closing.lastIndex)
    } else {
      const next = [text.indexOf(separator, at), text.indexOf(lineEnd, at), text.length].filter((place) => place !== -1)
      const end = Math.min(...next)
      const column = text.slice(at, end)
      if (column.includes('"'))
        throw new BrokenCsv(
          line,
          `Invalid Opening Quote: a quote is found on field ${columns.length} at line ${line}, value is ${JSON.stringify(column.slice(0, column.indexOf('"')))}`,
        )
      columns.push(column.trim())
      at = end
    }
    if (text.startsWith(separator, at)) at += separator.length
    else if (text.startsWith(lineEnd, at)) return { columns, to: at + lineEnd.length }
    else if (at >= text.length - 1 && !isWhole) return undefined
    else if (at >= text.length) return { columns, to: at }
    else throw new BrokenCsv(line, `Invalid Closing Quote: got ${JSON.stringify(text[at])} at line ${line}`)
  }
}

/** The place of the quote that ends a quoted text; two quotes are one of its own. */
function quoteEnd(text: string, begin: number): number | undefined {
  for (let at = text.indexOf('"', begin); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at
  return undefined
}
