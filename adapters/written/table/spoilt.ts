import type { StoredAs } from './rows/tableRow.ts'

/** The changes that spreadsheets make to a text, each as a clause in English. */
export const spoilingTexts = {
  apostrophe: 'a spreadsheet has put an apostrophe before it',
  exponent: 'a spreadsheet has turned it into a number with an exponent',
  decimals: 'a spreadsheet has turned it into a number with decimals',
  signs: 'a spreadsheet has saved signs in its place',
  formula: 'a formula of the spreadsheet has failed',
  date: 'a spreadsheet has turned it into a date',
  rounded: 'a spreadsheet has rounded it',
  zeros: 'a spreadsheet has removed its leading zeros',
} as const

/** A change that a spreadsheet makes to a text. */
export type Spoiling = keyof typeof spoilingTexts

/** The marks of a text that a spreadsheet took for something else. */
const marks: readonly (readonly [RegExp, Spoiling])[] = [
  [/^'\d/, 'apostrophe'],
  [/^\d(?:[.,]\d+)?E\+\d{1,3}$/i, 'exponent'],
  [/^\d+[.,]0+$/, 'decimals'],
  [/^#+$/, 'signs'],
  [/^#(?:[A-Z]+[!?]|N\/A|DIV\/0!)$/, 'formula'],
]

/** From here on a spreadsheet replaces digits of a number with zeros. */
const firstRounded = 1e15

/** The most leading zeros that are looked for. */
const mostZeros = 9

/** How a workbook stores a text, and the form of unchanged texts, if it is known. */
type Known = { readonly stored?: StoredAs | undefined; readonly form?: RegExp | undefined }

/** The change by a spreadsheet to a text that must be as it was written, such as an id; undefined if none shows. */
export function spoiling(text: string, { stored = 'text', form }: Known = {}): Spoiling | undefined {
  if (stored === 'date') return 'date'
  if (stored === 'number' && Math.abs(Number(text)) >= firstRounded) return 'rounded'
  const [, how] = marks.find(([mark]) => mark.test(text)) ?? []
  if (how !== undefined || !form || form.test(text) || !/^\d+$/.test(text)) return how
  const isShortened = Array.from({ length: mostZeros }, (_, nth) => '0'.repeat(nth + 1) + text).some((one) =>
    form.test(one),
  )
  return isShortened ? 'zeros' : undefined
}
