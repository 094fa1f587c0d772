import { csvCell } from './csvCell.ts'

/** Writes a table of texts, row by row, into a file of a format. */
export type TextTable = (
  header: readonly string[],
  rows: AsyncIterable<readonly string[]>,
) => AsyncIterable<string | Uint8Array>

/**
 * Tables of texts, by the ending of the file's name. In a workbook every cell is a text, empty columns too, so that no
 * spreadsheet sees a number or a date in an id.
 */
export const textTables: Readonly<Record<'csv' | 'xlsx', TextTable>> = {
  async *csv(header, rows) {
    yield csvRow(header)
    for await (const row of rows) yield csvRow(row)
  },
  async *xlsx(header, rows) {
    // Loaded at the first use, like that of statements.
    const { writeXlsxStream } = await import('hucre/xlsx')
    const cells = async function* () {
      for await (const row of rows) yield row.map(harmless)
    }
    const columns = header.map((name) => ({ header: name, numFmt: '@', width: 18 }))
    yield* writeXlsxStream(cells(), { name: 'exceptions', columns, freezePane: { rows: 1 } })
  },
}

function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Readers take these characters for one that XML cannot hold, and the library writes them unchanged. */
function harmless(text: string): string {
  return text.replace(/_x(?=[\dA-F]{4}_)/gi, '_x005F_x')
}
