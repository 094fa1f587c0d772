import { toDecimal } from '../../core/sente.ts'
import type { UnreadAmount } from './amount.ts'
import type { Amounts } from './amounts.ts'

/** A meaning of a searched text; `noAmount`: the reason why a text that looks like an amount is none. */
export type LookedFor =
  | { readonly as: 'name'; readonly text: string }
  | { readonly as: 'receipt'; readonly receipts: readonly string[] }
  | { readonly as: 'phoneNumber'; readonly phoneNumber: string }
  | { readonly as: 'phoneEnding'; readonly digits: string }
  | ({ readonly as: 'amount' } & Amounts)
  | { readonly as: 'noAmount'; readonly unread: Pick<UnreadAmount, 'problem' | 'written'> }
  | ({ readonly as: 'payment'; readonly phoneNumber: string } & Amounts)
  | ({ readonly as: 'paymentEnding'; readonly digits: string } & Amounts)
  | { readonly as: 'part'; readonly text: string }

/** The texts of a language for the meanings. */
export type LookedForTexts = {
  readonly [As in LookedFor['as']]: (meaning: Extract<LookedFor, { readonly as: As }>) => string
}

/** The texts in English. */
export const lookedForTexts: LookedForTexts = {
  name: ({ text }) => `“${text}” as a reference, an id or a receipt`,
  receipt: ({ receipts }) => `${receipts.join(', ')} as a receipt`,
  phoneNumber: ({ phoneNumber }) => `the phone number ${phoneNumber}`,
  phoneEnding: ({ digits }) => `phone numbers that end in ${digits}`,
  amount: (amounts) => {
    const { least, most } = endsOf(amounts)
    return least === most ? `the amount ${least}` : `amounts from ${least} to ${most}`
  },
  noAmount: ({ unread }) => `no amount, since ${unread.problem}`,
  payment: ({ phoneNumber, ...amounts }) => `${endsOf(amounts).least} and the phone number ${phoneNumber}`,
  paymentEnding: ({ digits, ...amounts }) => `${endsOf(amounts).least} and phone numbers that end in ${digits}`,
  part: ({ text }) => `“${text}” in references and descriptions`,
}

/** The text for a meaning, by default in English. */
export function lookedForText(meaning: LookedFor, texts: LookedForTexts = lookedForTexts): string {
  return texts[meaning.as](meaning as never)
}

/** The least and the most of some amounts, each with the currency before it. */
export function endsOf({ currency, amountsMinor: { from, to } }: Amounts): {
  readonly least: string
  readonly most: string
} {
  const [least, most] = [from, to].map((minor) => `${currency} ${toDecimal(minor, currency)}`) as [string, string]
  return { least, most }
}
