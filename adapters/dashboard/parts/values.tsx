import type { Calendar } from '../../../core/sente.ts'
import { decimalText } from '../../formats/amount.ts'
import { forEachLanguage, type Language, languages } from '../languages/languages.ts'
import { clockText } from '../layout/clock.ts'
import type { PageBase } from '../layout/links.tsx'
import { words } from '../words.ts'

/** An amount with its currency, as a language writes it: `UGX 1,250,000` in English, `1 250 000 UGX` in French. */
export function amountText(amountMinor: bigint, currency: string, { locale, texts }: Language = languages.en): string {
  return texts.amount(decimalText(amountMinor, currency, locale), currency)
}

/** A change of an amount, with its sign. */
export function changeText(changeMinor: bigint, currency: string, language = languages.en): string {
  if (changeMinor === 0n) return amountText(changeMinor, currency, language)
  const [sign, amountMinor] = changeMinor < 0n ? (['−', -changeMinor] as const) : (['+', changeMinor] as const)
  return `${sign}${amountText(amountMinor, currency, language)}`
}

/** A duration, to two digits or so, such as `4.2 s`, `12 min` or `3.5 h`. */
export function durationText(ms: number): string {
  const [unit, unitMs] = units.find(([, oneMs]) => ms >= 2 * oneMs) ?? (['s', 1_000] as const)
  const many = ms / unitMs
  return `${many < 10 ? Math.floor(many * 10) / 10 : Math.floor(many)} ${words.units[unit]}`
}

const units = [
  ['days', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** A moment, in the time zone of the pages; machines and pointers get it in UTC. */
export function Moment(
  { ms, withSeconds = false }: { readonly ms: number; readonly withSeconds?: boolean },
  { days, language }: PageBase,
) {
  return <Time ms={ms} text={`${dateText(ms, days, language)}, ${clockText(ms, days, withSeconds)}`} />
}

/** The same as a text. */
export function momentText(ms: number, days: Calendar, language = languages.en): string {
  return `${dateText(ms, days, language)}, ${clockText(ms, days)}`
}

/** The end of a validity: of a whole day by its date alone, as people name it. */
export function Until({ ms }: { readonly ms: number }, { days, language }: PageBase) {
  const isDay = days.endOf(ms - 1) === ms
  return isDay ? <Time ms={ms} text={dateText(ms - 1, days, language)} /> : <Moment ms={ms} />
}

/** The time of a moment, below the date of its day. */
export function TimeOfDay({ ms }: { readonly ms: number }, { days }: PageBase) {
  return <Time ms={ms} text={clockText(ms, days, false)} />
}

/** A whole day, by its beginning. */
export function Day({ ms }: { readonly ms: number }, { days, language }: PageBase) {
  return <Time ms={ms} text={dateText(ms, days, language)} />
}

function Time({ ms, text }: { readonly ms: number; readonly text: string }) {
  const utc = new Date(ms).toISOString()
  return (
    <time dateTime={utc} title={utc}>
      {text}
    </time>
  )
}

/** A date, such as `28 Nov 2026`. */
export function dateText(ms: number, days: Calendar, { code }: Language): string {
  return dates[code].format(days.dateOf(ms))
}

/** Dates in the order of a language's days, months and years: a list of fields would have another in Luganda. */
const dates = forEachLanguage(({ locale }) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }))

/** A day of a year that is known, such as `28 Nov`. */
export function dayText(ms: number, days: Calendar, { code } = languages.en): string {
  return daysOfYear[code].format(days.dateOf(ms))
}

const daysOfYear = forEachLanguage(
  ({ locale }) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }),
)
