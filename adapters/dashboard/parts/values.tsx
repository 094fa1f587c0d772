import { type Calendar, toDecimal } from '../../../core/sente.ts'
import { clockText } from '../layout/clock.ts'
import type { PageBase } from '../layout/links.tsx'
import { words } from '../words.ts'

/** An amount with its currency, in groups of three digits, such as `UGX 1,250,000`. */
export function amountText(amountMinor: bigint, currency: string): string {
  const [whole = '', decimals] = toDecimal(amountMinor, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${currency} ${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}

/** A change of an amount, with its sign. */
export function changeText(changeMinor: bigint, currency: string): string {
  if (changeMinor === 0n) return amountText(changeMinor, currency)
  return changeMinor < 0n ? `−${amountText(-changeMinor, currency)}` : `+${amountText(changeMinor, currency)}`
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
  { days }: PageBase,
) {
  return <Time ms={ms} text={momentText(ms, days, withSeconds)} />
}

/** The same as a text. */
export function momentText(ms: number, days: Calendar, withSeconds = false): string {
  return `${dateText(ms, days)}, ${clockText(ms, days, withSeconds)}`
}

/** The end of a validity: of a whole day by its date alone, as people name it. */
export function Until({ ms }: { readonly ms: number }, { days }: PageBase) {
  const isDay = days.endOf(ms - 1) === ms
  return isDay ? <Time ms={ms} text={dateText(ms - 1, days)} /> : <Moment ms={ms} />
}

/** The time of a moment, below the date of its day. */
export function TimeOfDay({ ms }: { readonly ms: number }, { days }: PageBase) {
  return <Time ms={ms} text={clockText(ms, days, false)} />
}

/** A whole day, by its beginning. */
export function Day({ ms }: { readonly ms: number }, { days }: PageBase) {
  return <Time ms={ms} text={dateText(ms, days)} />
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
function dateText(ms: number, days: Calendar): string {
  return dates.format(days.dateOf(ms))
}

const dates = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
