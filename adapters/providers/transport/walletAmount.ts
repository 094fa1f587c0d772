import { decimalsOf, type WalletBalance } from '../../../core/sente.ts'

/**
 * The amount of a wallet as a network writes it: digits, perhaps with commas between thousands, and with decimals.
 * Decimals that the currency does not have are cut off. Undefined for anything else.
 */
export function walletAmount(written: unknown, currency: string): WalletBalance | undefined {
  const [, sign, digits = '', fraction = ''] =
    /^(-?)(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,9}))?$/.exec(String(written)) ?? []
  if (sign === undefined) return undefined
  const decimals = decimalsOf(currency)
  const amount = BigInt(digits.replaceAll(',', '') + fraction.padEnd(decimals, '0').slice(0, decimals))
  return { amountMinor: sign === '-' ? -amount : amount }
}
