import { type TransactionQuery, toMinor } from '../../core/sente.ts'
import { readAmount, type UnreadAmount } from './amount.ts'
import { plainText } from './plainText.ts'

/** Amounts of a currency: one, or all between two. */
export type Amounts = Required<Pick<TransactionQuery, 'currency' | 'amountsMinor'>>

/** The reason why a text is neither an amount nor two: that of one of them, or that the larger one is first. */
export type UnreadAmounts = UnreadAmount | (Omit<UnreadAmount, 'fault'> & { readonly fault: 'largerFirst' })

/**
 * Reads an amount, or two with a sign between them, in each of some currencies, or the reason why it is none. A text
 * without a number, or with three, is none in any of them.
 */
export function readAmounts(written: string, currencies: readonly string[]): readonly (Amounts | UnreadAmounts)[] {
  const ends = plainText(written).split(/ ?(?:[-–—…]|\.\.+| to ) ?/)
  if (ends.length > 2 || !ends.every((end) => /[0-9]/.test(end))) return []
  return currencies.map((currency) => {
    const read = ends.map((end) => readMinor(end, currency))
    const wrong = read.filter((one) => 'problem' in one)
    const [from = 0n, to = from] = read.flatMap((one) => ('minor' in one ? [one.minor] : []))
    const unread = wrong.find(canMeanTwo) ?? wrong[0]
    if (unread) return unread
    if (from > to) return { fault: 'largerFirst', problem: `“${written}” begins with the larger amount`, written }
    return { currency, amountsMinor: { from, to } }
  })
}

/** Whether a text is no amount because it can mean two. */
export function canMeanTwo({ fault }: Pick<UnreadAmounts, 'fault'>): boolean {
  return fault === 'ambiguous'
}

/** Reads an amount in minor units. */
export function readMinor(text: string, currency: string): { readonly minor: bigint } | UnreadAmount {
  const read = readAmount(text, currency)
  if ('problem' in read) return read
  const minor = toMinor(read.amount, currency)
  return minor === undefined ? { fault: 'decimals', problem: `“${text}” is too precise`, written: text } : { minor }
}
