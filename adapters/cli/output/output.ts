import { stripVTControlCharacters } from 'node:util'
import { visible } from '../../formats/visible.ts'

/** Writes labels and values as aligned lines. */
export function lines(pairs: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([label]) => label.length))
  return pairs.map(([label, value]) => `${label.padEnd(width)}  ${visible(value)}\n`).join('')
}

/** Formats rows under their headings, in columns; columns named as numbers are aligned right. */
export function table<Heading extends string>(
  headings: readonly Heading[],
  rows: readonly Readonly<Record<Heading, string>>[],
  numbers: readonly Heading[] = [],
): string {
  const columns = headings.map((heading) => {
    const cells = [heading, ...rows.map((row) => visible(row[heading]))]
    const width = Math.max(...cells.map(widthOf))
    return cells.map((cell) => {
      const blank = ' '.repeat(width - widthOf(cell))
      return numbers.includes(heading) ? blank + cell : cell + blank
    })
  })
  return ['', ...rows]
    .map(
      (_, line) =>
        `${columns
          .map((cells) => cells[line])
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

/** A stranger's text on one line, without control sequences for a terminal. */
export function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

/** The width of a cell without its colour codes. */
function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length
}
