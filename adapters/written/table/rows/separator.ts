/** The separator of a text's columns, and whether its first line is `sep=` and declares it. */
export type Separator = { readonly separator: string; readonly isDeclared: boolean }

const separators = [',', ';', '\t', '|']

/** How many lines are compared. */
const lines = 20

/**
 * The separator of the columns in a text, by its first lines: as declared by `sep=;` in the first one, as some
 * spreadsheets need it; or the one of those in the first row of which the most lines have the same number, outside of
 * quotes.
 */
export function separatorIn(text: string): Separator {
  const [, declared] = /^\ufeff?sep=([^\r\n])\s*?(?:[\r\n]|$)/i.exec(text) ?? []
  if (declared !== undefined) return { separator: declared, isDeclared: true }
  const bare = text.replace(/"[^"]*(?:"|$)/g, '')
  const some = bare.split(/[\r\n]+/, lines).filter((line) => line.trim() !== '')
  const first = some.find((line) => separators.some((one) => line.includes(one))) ?? ''
  const possible = separators.filter((one) => first.includes(one))
  const [best = ','] = possible.toSorted((one, other) => weightOf(other, some) - weightOf(one, some))
  return { separator: best, isDeclared: false }
}

/** The largest product of a number of separators and of the lines that have so many. */
function weightOf(separator: string, some: readonly string[]): number {
  const counts = some.map((line) => line.split(separator).length - 1)
  return Math.max(...counts.map((count) => count * counts.filter((one) => one === count).length))
}
