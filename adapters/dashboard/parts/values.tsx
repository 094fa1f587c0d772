import { toDecimal } from '../../../core/sente.ts'
import type { PageBase } from '../layout/links.tsx'
import { words } from '../words.ts'

/** An amount with its currency, in groups of three digits, such as `UGX 1,250,000`. */
export function amountText(amountMinor: bigint, currency: string): string {
  const [whole = '', decimals] = toDecimal(amountMinor, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${currency} ${grouped}${decimals === undefined ? '' : `.${decimals}`}`
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
  { timeZone }: PageBase,
) {
  const utc = new Date(ms).toISOString()
  return (
    <time dateTime={utc} title={utc}>
      {formatIn(timeZone, withSeconds).format(ms)}
    </time>
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string, withSeconds: boolean): Intl.DateTimeFormat {
  const name = `${timeZone} ${withSeconds}`
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(withSeconds && { second: '2-digit' }),
    })
  formats.set(name, format)
  return format
}
