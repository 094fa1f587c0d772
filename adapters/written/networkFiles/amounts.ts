import { decimalsOf } from '../../../core/sente.ts'
import type { Profile } from './profile.ts'

/** Reads a written amount: whole minor units, with their sign; undefined for any other text. */
export type AmountReader = (text: string, currency: string) => bigint | undefined

/** Makes a reader of the amounts of a profile's files. Digits are grouped by threes or not at all. */
export function amountReader({ decimal = '.', grouping }: Pick<Profile, 'decimal' | 'grouping'>): AmountReader {
  const point = `\\${decimal}`
  const groups = grouping === undefined ? '' : `\\d{1,3}(?:\\${grouping}\\d{3})+|`
  const form = new RegExp(`^([+-]?)(${groups}\\d{1,15})(?:${point}(\\d{1,9}))?$`)
  return (text, currency) => {
    const [, sign, whole, fraction = ''] = form.exec(text) ?? []
    if (sign === undefined || whole === undefined) return undefined
    // Three digits after a decimal sign may be thousands.
    if (fraction.length === 3) return undefined
    const decimals = decimalsOf(currency)
    // Digits below the smallest unit must be zero.
    if (/[1-9]/.test(fraction.slice(decimals))) return undefined
    const digits = whole.replace(/\D/g, '') + fraction.slice(0, decimals).padEnd(decimals, '0')
    if (digits.length > 18) return undefined
    const amount = BigInt(digits)
    return sign === '-' ? -amount : amount
  }
}
