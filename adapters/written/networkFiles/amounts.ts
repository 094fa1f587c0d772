import { decimalsOf } from '../../../core/sente.ts'
import { withoutUnit } from '../amount.ts'
import { plainText } from '../plainText.ts'
import type { Profile } from './profile.ts'

/** A written amount in whole minor units, with its sign, and the side of the account that the text names. */
export type WrittenAmount = { readonly minor: bigint; readonly side?: 'credit' | 'debit' }

/** Reads a written amount or balance; undefined for any other text. */
export type AmountReader = (text: string, currency: string) => WrittenAmount | undefined

/**
 * Makes a reader of the amounts of a profile's files: digits in groups of three or not at all, with the currency's signs
 * around them. Below zero are a minus sign on either side, and brackets. CR and DR are the sides of the account. Digits
 * below the smallest unit must be zero in an amount, and are left out of a balance, which interest may have given some.
 */
export function amountReader(
  { decimal = '.' }: Pick<Profile, 'decimal'>,
  read: 'amount' | 'balance' = 'amount',
): AmountReader {
  const group = decimal === '.' ? "[,' ]" : "[.' ]"
  const form = new RegExp(`^(\\d{1,15}|\\d{1,3}(${group})\\d{3}(?:\\2\\d{3})*)(?:\\${decimal}(\\d{1,9}))?$`)

  function minorOf(bare: string, currency: string): bigint | undefined {
    const [, whole, , fraction = ''] = form.exec(bare) ?? []
    if (whole === undefined) return undefined
    // Three digits after a decimal sign may be thousands.
    if (fraction.length === 3) return undefined
    const decimals = decimalsOf(currency)
    if (read === 'amount' && /[1-9]/.test(fraction.slice(decimals))) return undefined
    const digits = whole.replace(/\D/g, '') + fraction.slice(0, decimals).padEnd(decimals, '0')
    return digits.length > 18 ? undefined : BigInt(digits)
  }

  return (text, currency) => {
    // Most texts are digits and commas alone.
    const plain = minorOf(text, currency)
    if (plain !== undefined) return { minor: plain }
    const { rest, isBelowZero, side } = partsOf(plainText(text))
    const bare = withoutUnit(rest, currency)
    const minor = bare === undefined ? undefined : minorOf(bare, currency)
    if (minor === undefined) return undefined
    return { minor: isBelowZero ? -minor : minor, ...(side && { side }) }
  }
}

/** An amount without its sign, brackets and side. The currency may stand before the sign. */
function partsOf(text: string) {
  const [, before = '', mark] = /^(.*?) ?\b(CR|DR)\.?$/i.exec(text) ??
    /^(.*?[0-9)])(CR|DR)\.?$/i.exec(text) ?? [text, text]
  const [, inBrackets] = /^\((.*)\)$/.exec(before) ?? []
  const [, unit = '', digits] = /^([^0-9()+\-\u2212]*)[-\u2212] ?(.*)$/.exec(before) ?? []
  const [, ahead] = /^(.*[0-9])[-\u2212]$/.exec(before) ?? []
  const unsigned = inBrackets ?? (digits === undefined ? ahead : unit + digits)
  const side = mark === undefined ? undefined : mark.toUpperCase() === 'CR' ? ('credit' as const) : ('debit' as const)
  return { rest: unsigned ?? before.replace(/^\+/, ''), isBelowZero: unsigned !== undefined, side }
}
