import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { CsvError, parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { BrokenCsv, csvRecords } from '../../../../adapters/written/networkFiles/csvRecords.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { test } from '../../../rule.ts'

/** The records in a file's bytes with their lines, or the fact that it is broken. */
async function recordsIn(path: string, bytes: string | Buffer): Promise<unknown> {
  const file = join(path, 'export.csv')
  writeFileSync(file, bytes)
  const found: unknown[] = []
  try {
    for await (const records of csvRecords(file, {}))
      for (const { line, columns } of records) found.push([line, ...columns])
    return found
  } catch (error) {
    if (error instanceof BrokenCsv) return 'broken'
    throw error
  }
}

/** The same as csv-parse reads it. */
function parsed(text: string): unknown {
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true } as const
  try {
    const found = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[]
    return found
      .map(({ record, info: { lines } }) => {
        const within = record.reduce((sum, column) => sum + column.split('\n').length - 1, 0)
        return [lines - within, ...record.map((column) => column.trim())]
      })
      .filter(([, ...columns]) => columns.some((column) => column !== ''))
  } catch (error) {
    if (error instanceof CsvError) return 'broken'
    throw error
  }
}

describe('The records of networks’ files', () => {
  test('any text is read as csv-parse reads it', () =>
    inFolder(async ({ path }) => {
      const piece = fc.constantFrom('a', 'b c', ' ', ',', ',', '\n', '\n', '"', '"x, y"', '"a ""b"""', '"1\n2"', 'é')
      const lineEnds = fc.constantFrom('\n', '\r\n')
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 30 }), lineEnds, async (pieces, lineEnd) => {
          const written = pieces.map((each) => (each === '\n' ? lineEnd : each)).join('')
          const [found, expected] = [await recordsIn(path, written), parsed(written)]
          // csv-parse counts each Windows line end within quotes as two lines.
          const compared = (records: unknown) =>
            Array.isArray(records) && lineEnd === '\r\n' ? records.map(([, ...columns]) => columns) : records
          expect(compared(found)).to.deep.equal(compared(expected))
        }),
        { numRuns: 300 },
      )
    }))

  test('a file of several parts is read like one', () =>
    inFolder(async ({ path }) => {
      const rows = Array.from({ length: 5_000 }, (_, nth) => [
        nth + 1,
        `"Née ""${nth}""", `,
        '"2,000"',
        'é'.repeat(nth % 7),
      ])
      const text = rows.map((row) => row.join(',')).join('\r\n')
      expect(await recordsIn(path, text)).to.deep.equal(parsed(text))
      expect(await recordsIn(path, Buffer.from(`\uFEFF${text}`, 'utf16le'))).to.deep.equal(parsed(text))
    }))
})
