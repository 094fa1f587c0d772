/** The marks of a text that a spreadsheet took for a number. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^'/, 'a spreadsheet has put an apostrophe before it'],
  [/^\d([.,]\d+)?E[+-]\d{1,3}$/i, 'a spreadsheet has turned it into a number with an exponent'],
  [/^\d+[.,]0+$/, 'a spreadsheet has turned it into a number with decimals'],
]

/** The most leading zeros that are looked for. */
const mostZeros = 9

/** The change of a text by a spreadsheet; undefined if nothing shows one. The form is that of unchanged texts. */
export function spoiling(text: string, form?: RegExp): string | undefined {
  const [, how] = marks.find(([mark]) => mark.test(text)) ?? []
  if (how !== undefined || !form || form.test(text) || !/^\d+$/.test(text)) return how
  const isShortened = Array.from({ length: mostZeros }, (_, nth) => '0'.repeat(nth + 1) + text).some((one) =>
    form.test(one),
  )
  return isShortened ? 'a spreadsheet has removed its leading zeros' : undefined
}

/** Whether a text is a number with zeros after its first 15 digits: a spreadsheet keeps no more. */
function isRounded(text: string): boolean {
  return /^\d{15}0+$/.test(text)
}

/** An id, and its place. */
type Id = { readonly line: number; readonly column: string; readonly text: string }

/**
 * Collects the ids of a file that have more than 15 digits. If all of them end in zeros, a spreadsheet has rounded them;
 * if some do not, it has not.
 */
export function roundedIds() {
  const rounded: Id[] = []
  let isWhole = false
  return {
    add(id: Id): void {
      if (isRounded(id.text)) rounded.push(id)
      else if (/^\d{16,}$/.test(id.text)) isWhole = true
    },
    /** The rounded ids, if a spreadsheet has rounded those of the file. */
    all: (): readonly Id[] => (isWhole ? [] : rounded),
  }
}
