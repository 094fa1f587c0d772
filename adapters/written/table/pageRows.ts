import { readMarkup } from './rows/markup.ts'
import { mostColumns, type TableRow, UnreadTable } from './rows/tableRow.ts'

/** A row that is being read: its columns, and the text of the open cell. */
type OpenRow = { columns: string[]; cell: string | undefined; more: number; isAround: boolean }

/**
 * Reads the rows of the tables in a web page, some at a time, in their order: many portals call such a page `.xls`. The
 * line of a row is its number among all rows, as a spreadsheet shows it. A cell over several columns or rows is in the
 * first of them. Throws an `UnreadTable` for a page without a table.
 */
export async function* pageRows(text: AsyncIterable<string>): AsyncGenerator<readonly TableRow[], void> {
  let rows: TableRow[] = []
  let [line, isTable, isHidden] = [0, false, false]
  const around: OpenRow[] = []
  let row = emptyRow()
  let below: number[] = []

  function fill(): void {
    while ((below[row.columns.length] ?? 0) > 0) {
      below[row.columns.length] = (below[row.columns.length] ?? 0) - 1
      push('')
    }
  }

  function push(column: string): void {
    if (row.columns.push(column) > mostColumns)
      throw new UnreadTable(`has more than ${mostColumns} columns in line ${line + 1}`)
  }

  function openCell(attributes: Readonly<Record<string, string>>): void {
    fill()
    const [columns, deep] = [spanOf(attributes.colspan), spanOf(attributes.rowspan)]
    for (let nth = 0; nth < columns && deep > 1; nth += 1) below[row.columns.length + nth] = deep - 1
    row.cell = ''
    row.more = columns - 1
  }

  function closeCell(): void {
    if (row.cell === undefined) return
    push(row.cell.replace(/\s+/g, ' ').trim())
    for (; row.more > 0; row.more -= 1) push('')
    row.cell = undefined
  }

  function closeRow(): void {
    fill()
    line += 1
    if (!row.isAround && row.columns.join('') !== '') rows.push({ line, columns: row.columns })
    row = emptyRow()
  }

  const read = readMarkup(
    text,
    {
      open(name, attributes) {
        if (name === 'table') {
          isTable = true
          around.push({ ...row, isAround: true })
          row = emptyRow()
          below = []
        } else if (name === 'tr') row = emptyRow()
        else if (name === 'td' || name === 'th') openCell(attributes)
        else if (name === 'style' || name === 'script') isHidden = true
        else if (name === 'br' && row.cell !== undefined) row.cell += ' '
      },
      text(some) {
        if (row.cell !== undefined && !isHidden) row.cell += some
      },
      close(name) {
        if (name === 'td' || name === 'th') closeCell()
        else if (name === 'tr') closeRow()
        else if (name === 'table') row = around.pop() ?? emptyRow()
        else if (name === 'style' || name === 'script') isHidden = false
      },
    },
    { isXml: false },
  )
  for await (const _ of read) {
    if (rows.length > 0) yield rows
    rows = []
  }
  if (!isTable)
    throw new UnreadTable('is a web page without a table, whatever its name says: save it as .xlsx or as CSV')
}

function emptyRow(): OpenRow {
  return { columns: [], cell: undefined, more: 0, isAround: false }
}

/** The number of columns or rows of a cell. */
function spanOf(text = '1'): number {
  const span = Number.parseInt(text, 10)
  return span > 1 ? Math.min(span, mostColumns) : 1
}
