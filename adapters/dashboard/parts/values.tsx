import { useContext } from 'preact/hooks'
import { toDecimal } from '../../../core/sente.ts'
import { PlaceContext } from '../layout/links.tsx'

/** An amount with its currency, in groups of three digits, such as `UGX 1,250,000`. */
export function amountText(amountMinor: bigint, currency: string): string {
  const [whole = '', decimals] = toDecimal(amountMinor, currency).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${currency} ${grouped}${decimals === undefined ? '' : `.${decimals}`}`
}

/** A moment, in the time zone of the pages; machines and pointers get it in UTC. */
export function Moment({ ms, withSeconds = false }: { readonly ms: number; readonly withSeconds?: boolean }) {
  const { timeZone } = useContext(PlaceContext)
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
      ...{ timeZone, day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
      ...(withSeconds && { second: '2-digit' }),
    })
  formats.set(name, format)
  return format
}
