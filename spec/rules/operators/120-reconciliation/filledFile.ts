import { readFileSync, writeFileSync } from 'node:fs'
import { textTables } from '../../../../adapters/formats/textTable.ts'
import { tableRows } from '../../../../adapters/written/table/table.ts'

/** Fills in the cells of a line. */
export type Filling = (cells: Record<string, string>) => Record<string, string>

/** Fills in the cells of a file, line by line; the last row of the comparison comes first. */
export async function filled(file: string, fillings: readonly Filling[]): Promise<string> {
  const rows: string[][] = []
  for await (const some of tableRows(readFileSync(file), async () => {}))
    rows.push(...some.map(({ columns, stored }) => columns.map((cell) => (stored ? cell : cell.replace(/^'/, '')))))
  const [header = [], ...lines] = rows
  const ending = file.endsWith('.csv') ? 'csv' : 'xlsx'
  const changed = async function* () {
    for (const [nth, line] of lines.entries()) {
      const cells = Object.fromEntries(header.map((name, place) => [name, line[place] ?? '']))
      const after = { ...cells, ...fillings[nth]?.(cells) }
      yield header.map((name) => after[name] ?? '')
    }
  }
  const parts: Uint8Array[] = []
  for await (const part of textTables[ending](header, changed())) parts.push(Buffer.from(part))
  const into = file.replace(/(\.\w+)$/, '-filled$1')
  writeFileSync(into, Buffer.concat(parts))
  return into
}
