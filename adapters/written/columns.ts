import { UnreadTable } from './table/rows/tableRow.ts'
import { tableRows } from './table/table.ts'

/** A line of a table with headings: its number as the file counts lines, and its cells by the names of the columns. */
export type NamedLine = { readonly number: number; readonly cells: ReadonlyMap<string, string> }

/** Reads a table whose first row has these headings, in any order; or returns the problem. Other columns are ignored. */
export async function readColumns(
  file: Buffer,
  headings: readonly string[],
): Promise<{ readonly lines: readonly NamedLine[] } | { readonly problem: string }> {
  const lines: NamedLine[] = []
  let places: ReadonlyMap<string, number> | undefined
  try {
    for await (const rows of tableRows(file, async () => {}))
      for (const { line, columns, stored } of rows) {
        if (!places) {
          places = new Map(columns.map((name, place) => [name.toLowerCase(), place]))
          continue
        }
        // In CSV the first apostrophe of a text only keeps spreadsheets from reading it as something else.
        const textOf = (place = -1) => (stored ? columns[place] : columns[place]?.replace(/^'/, '').trim()) ?? ''
        const cells = headings.map((name) => [name, textOf(places?.get(name))] as const)
        lines.push({ number: line, cells: new Map(cells) })
      }
  } catch (error) {
    if (error instanceof UnreadTable) return { problem: `the file ${error.message}` }
    throw error
  }
  const missing = headings.filter((name) => !places?.has(name))
  return missing.length > 0 ? { problem: `it has no column ${missing.join(', ')}` } : { lines }
}
