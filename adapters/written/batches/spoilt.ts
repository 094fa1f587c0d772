import type { StoredAs } from '../table/tableRow.ts'

/** The fields that must be as they were written: another reference is another payment. */
const identifying = ['reference', 'phone_number']

/** From here on a spreadsheet replaces digits of a number with zeros. */
const firstRounded = 1e15

const again = 'format the column as text, and write it again'

/** The damage of a spreadsheet to a cell that must be as it was written; undefined if none is known. */
export function spoiltBy(field: string, text: string, stored: StoredAs = 'text'): string | undefined {
  if (!identifying.includes(field)) return undefined
  if (stored === 'date') return `the spreadsheet has made the date ${text} of ${field}: ${again}`
  const isRounded = stored === 'number' && Math.abs(Number(text)) >= firstRounded
  if (isRounded || /^[0-9](?:[.,][0-9]+)?E\+[0-9]+$/.test(text))
    return `the spreadsheet has rounded the ${field} ${text}: ${again}`
  if (/^#+$/.test(text)) return `the spreadsheet has saved ${field} as signs: make the column wider, and save it again`
  return /^#(?:[A-Z]+[!?]|N\/A|DIV\/0!)$/.test(text)
    ? `a formula of the spreadsheet has failed for ${field}: ${text}`
    : undefined
}
