import { decimalsOf, isKnownCurrency } from '../../core/sente.ts'
import { plainText } from './plainText.ts'

/** An amount in major units, or the reason why a text is none. */
export type ReadAmount = { readonly amount: number } | UnreadAmount

/** The reason why a text is no amount, also as a sentence in English about that text, without a full stop. */
export type UnreadAmount = {
  readonly fault: AmountFault
  readonly problem: string
  /** The text, in plain characters. */
  readonly written: string
}

/** The reasons why a text is no amount. `ambiguous`: it can mean two. */
export type AmountFault = 'noAmount' | 'tooLong' | 'ambiguous' | 'badGroups' | 'decimals'

/** The most digits of an amount: a double holds any 15 of them exactly. */
const mostDigits = 15

/** The most decimals of an amount in a currency that is not known. */
const mostDecimals = 2

/**
 * Reads an amount in major units as people write it: plain digits, or groups of exactly three by commas, points, blanks
 * or apostrophes, all alike. Only a currency with decimals has a decimal sign, followed by no more digits than that. The
 * currency's code or signs may stand around it. A text that can mean two amounts is refused, with both: `500.000` is five
 * hundred thousand in one country and five hundred in another.
 */
export function readAmount(written: string, currency: string): ReadAmount {
  const text = plainText(written)
  const unread = (fault: AmountFault, problem: string) => ({ fault, problem: `“${text}” ${problem}`, written: text })
  const bare = withoutUnit(text, currency)
  if (bare === undefined) return unread('noAmount', `is not an amount in ${currency}`)
  const groups = bare.split(/[.,' ]/)
  if (!/^[0-9]+([.,' ][0-9]+)*$/.test(bare)) return unread('noAmount', 'is not an amount')
  const whole = groups.join('')
  if (whole.length > mostDigits) return unread('tooLong', `has more than ${mostDigits} digits`)
  const signs = bare.replace(/[0-9]/g, '')
  if (signs === '') return { amount: Number(whole) }
  if (signs === '.' && groups[1]?.length === 3)
    return unread(
      'ambiguous',
      `can mean ${currency} ${Number(whole)} or ${Number(bare)}: write digits alone, such as ${Number(whole)}`,
    )
  if (isGrouped(groups, signs)) return { amount: Number(whole) }
  const [fraction = '', decimalSign = ''] = [groups.at(-1), signs.at(-1)]
  const isDecimal = /[.,]/.test(decimalSign) && !signs.slice(0, -1).includes(decimalSign)
  if (!isDecimal || !isGrouped(groups.slice(0, -1), signs.slice(0, -1)))
    return unread(
      'badGroups',
      `has groups that are not of three digits: write digits alone, such as ${example(currency)}`,
    )
  const decimals = isKnownCurrency(currency) ? decimalsOf(currency) : mostDecimals
  if (decimals === 0) return unread('decimals', `has decimals, and ${currency} has none`)
  if (fraction.length > decimals) return unread('decimals', `has more decimals than the ${decimals} of ${currency}`)
  return { amount: Number(`${groups.slice(0, -1).join('')}.${fraction}`) }
}

/** Whether digits are in groups of three after the first, by one sign; or in one group. */
function isGrouped(groups: readonly string[], signs: string): boolean {
  const [first = '', ...others] = groups
  if (others.length === 0) return true
  const isBySameSign = new Set(signs).size === 1
  return isBySameSign && /^[1-9][0-9]{0,2}$/.test(first) && others.every((group) => group.length === 3)
}

function example(currency: string): string {
  return isKnownCurrency(currency) && decimalsOf(currency) > 0 ? '1500000 or 1500000.50' : '1500000'
}

/** Other signs of currencies than their codes, in small letters. */
const shillings = ['/=', '/-', 'shs', 'sh']
const signsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['UGX', ['ushs', 'ush', ...shillings]],
  ['KES', ['kshs', 'ksh', ...shillings]],
  ['TZS', ['tshs', 'tsh', ...shillings]],
  ['RWF', ['frw', 'rf']],
])

/** The digits and signs of an amount; undefined if anything else than the currency's own signs is around them. */
export function withoutUnit(text: string, currency: string): string | undefined {
  const [, before = '', bare = '', after = ''] = /^([^0-9]*)(.*[0-9])([^0-9]*)$/.exec(text) ?? []
  const known = [currency.toLowerCase(), ...(signsOf.get(currency) ?? [])]
  const units = [before, after].map((unit) => unit.trim().toLowerCase())
  const isOwn = (unit: string) => unit === '' || known.includes(unit.replace(/(?<=[a-z])\.$/, ''))
  return units.every(isOwn) && bare !== '' ? bare : undefined
}
