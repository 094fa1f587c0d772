import { readAmount } from '../../adapters/written/amount.ts'
import { type FourEyes, type FourEyesKind, fourEyesKinds, isKnownCurrency, toMinor } from '../../core/sente.ts'
import { SettingsError } from './validated.ts'

/** The form of a list of them. */
export const fourEyesForm = `amounts such as UGX:1000000, and any of ${fourEyesKinds.join(', ')}, with commas between`

/** Reads the changes that need two people. Throws a SettingsError for an unreadable item. */
export function readFourEyes(text: string): FourEyes {
  const kinds = new Set<FourEyesKind>()
  const amountsMinor = new Map<string, bigint>()
  for (const item of text.split(',').map((one) => one.trim())) {
    const kind = fourEyesKinds.find((one) => one === item)
    const amount = amountOf(item)
    if (kind) kinds.add(kind)
    else if (amount && !amountsMinor.has(amount.currency)) amountsMinor.set(amount.currency, amount.amountMinor)
    else throw new SettingsError(`SENTE_FOUR_EYES has "${item}", but must be ${fourEyesForm}`)
  }
  return { kinds, amountsMinor }
}

/** Commas are between the items of the list, so amounts have other groups or none. */
function amountOf(item: string) {
  const [, currency = '', written = ''] = /^([A-Z]{3}):(.+)$/.exec(item) ?? []
  if (!isKnownCurrency(currency)) return undefined
  const read = readAmount(written, currency)
  if ('problem' in read) throw new SettingsError(`SENTE_FOUR_EYES has "${item}", but ${read.problem}`)
  const amountMinor = toMinor(read.amount, currency)
  return amountMinor === undefined ? undefined : { currency, amountMinor }
}
