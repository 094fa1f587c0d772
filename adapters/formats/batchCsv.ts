/** A batch in CSV: the names of its columns, and the cells of each line. */
export type BatchCsv = { readonly names: readonly string[]; readonly records: readonly (readonly string[])[] }

/** How many lines a batch can have, and how many columns in CSV. */
export const [mostLines, mostColumns] = [10_000, 100]

/** The same batch as a text, to be read again: not for spreadsheets. */
export function batchCsvText({ names, records }: BatchCsv): string {
  return [names, ...records].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
