import type { StoredAs } from '../rows/tableRow.ts'

/** A cell as it is in the file: its type, the number of its style, and its text. */
export type StoredCell = { readonly type: string; readonly style: number; readonly text: string }

/** The meaning of styles and days in a workbook. */
type Dates = { readonly isDate: (style: number) => boolean; readonly is1904: boolean }

const [dayMs, firstDayOf1900, firstDayOf1904] = [86_400_000, Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)]

/** The 29th of February 1900, which a workbook counts, and the day after the year 9999. */
const [falseDay, lastDay] = [60, 2_958_466]

/** The value of a cell that is no shared text, as a text, and how it is stored. */
export function cellText({ type, style, text }: StoredCell, { isDate, is1904 }: Dates): readonly [string, StoredAs] {
  if (type === 'str' || type === 'inlineStr') return [unescaped(text).trim(), 'text']
  if (type === 'b') return [text === '1' || text === 'true' ? 'true' : 'false', 'other']
  if (type === 'd') return [isoText(text), 'date']
  const number = Number(text)
  if (type === 'e' || text.trim() === '' || Number.isNaN(number)) return [text.trim(), 'text']
  const isDay = isDate(style) && number >= 0 && number < lastDay
  return isDay ? [dayText(number, is1904), 'date'] : [String(number), 'number']
}

/** A date is `2026-03-01`, with a time `2026-03-01 08:00:00`; the first day of all is a time alone. */
function dayText(day: number, is1904: boolean): string {
  const first = is1904 ? firstDayOf1904 : firstDayOf1900
  const counted = is1904 || day < falseDay ? day : day - 1
  const text = isoText(new Date(first + Math.round(counted * dayMs)).toISOString())
  return day < 1 ? text.slice(-8) : text
}

function isoText(text: string): string {
  return text
    .replace(/(?:\.0+)?Z?$/, '')
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')
}

/** Signs that XML cannot carry are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
