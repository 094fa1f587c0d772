import type { NextTurn } from '../../core/sente.ts'

/** A batch in CSV: the names of its columns, and the cells of each line. */
export type BatchCsv = { readonly names: readonly string[]; readonly records: readonly (readonly string[])[] }

/** How many lines a batch can have, and how many columns in CSV. */
export const [mostLines, mostColumns] = [10_000, 100]

/** How many cells are written in one turn. */
const cellsAtOnce = 10_000

/** The same batch as a text, to be read again: not for spreadsheets. Other work has its turn while it is written. */
export async function batchCsvText({ names, records }: BatchCsv, nextTurn: NextTurn): Promise<string> {
  const atOnce = Math.ceil(cellsAtOnce / Math.max(1, names.length))
  let text = rowOf(names)
  for (let from = 0; from < records.length; from += atOnce) {
    await nextTurn()
    text += records
      .slice(from, from + atOnce)
      .map(rowOf)
      .join('')
  }
  return text
}

function rowOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
