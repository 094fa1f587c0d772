import { pageRows } from './pageRows.ts'
import { fileKind } from './rows/fileKind.ts'
import { separatorIn } from './rows/separator.ts'
import { type TableRow, UnreadTable } from './rows/tableRow.ts'
import { decoded, textRows } from './rows/textRows.ts'
import { workbookRows } from './workbook/workbookRows.ts'

/** How many bytes of a text are read in one turn, and how many show its separator. */
const [bytesAtOnce, bytesOfHead] = [16_384, 65_536]

/**
 * Reads the rows of a file that a person has chosen, whatever its name, some at a time: CSV with any usual separator in
 * UTF-8 or UTF-16, the tables of a web page, or the first sheet of a workbook. Before each portion other work has its turn. Throws an
 * `UnreadTable` for another kind of file, with its name.
 */
export async function* tableRows(
  file: Buffer,
  nextTurn: () => Promise<unknown>,
): AsyncGenerator<readonly TableRow[], void> {
  const found = fileKind(file)
  if (found.kind === 'other') throw new UnreadTable(`is ${found.name}: save it as .xlsx or as CSV`)
  if (found.kind === 'workbook') {
    for await (const rows of workbookRows(file)) {
      await nextTurn()
      yield rows
    }
    return
  }
  const text = decoded(portionsOf(file, nextTurn), found.encoding)
  if (found.kind === 'page') return yield* pageRows(text)
  const head = new TextDecoder(found.encoding).decode(file.subarray(0, bytesOfHead))
  yield* textRows(text, separatorIn(head))
}

/** A file in portions, each in a turn of its own. */
export async function* portionsOf(file: Buffer, nextTurn: () => Promise<unknown>): AsyncGenerator<Buffer> {
  for (let from = 0; from < file.length; from += bytesAtOnce) {
    await nextTurn()
    yield file.subarray(from, from + bytesAtOnce)
  }
}
