import { type Transaction, toDecimal } from '../../../core/sente.ts'
import { plainCustomerText } from '../customerText.ts'
import type { AirtelSettings, AirtelVersion } from './settings.ts'

/** The reason, for operators, why a transaction cannot be sent to Airtel; undefined when it can. */
export function misfitOf({ currency, phoneNumber }: Transaction, settings: AirtelSettings): string | undefined {
  // Payouts of the first and third version have no currency field, so this one would be paid in another currency.
  if (currency !== settings.currency) return `the network is set up for ${settings.currency} only`
  if (nationalOf(phoneNumber, settings) === undefined) return `the phone number is not one of +${settings.countryCode}`
  return undefined
}

/** The body that asks a customer for money, in both versions. */
export function paymentBody(transaction: Transaction, settings: AirtelSettings): object {
  const { country, currency } = settings
  const { providerId: id } = transaction
  return {
    reference: transaction.customerMessageAsSent ?? transaction.providerId,
    subscriber: { country, currency, msisdn: nationalOf(transaction.phoneNumber, settings) },
    transaction: { amount: amountOf(transaction), country, currency, id },
  }
}

/** The body that sends money, in the version of the settings. */
export function disbursementBody(transaction: Transaction, settings: AirtelSettings, sealedPin: string): object {
  const { disbursement = 'v1' } = settings
  const { providerId: id } = transaction
  const amount = amountOf(transaction)
  return {
    payee: { ...payeeFields[disbursement](settings), msisdn: nationalOf(transaction.phoneNumber, settings) },
    reference: transaction.customerMessageAsSent ?? transaction.providerId,
    pin: sealedPin,
    transaction: disbursement === 'v1' ? { amount, id } : { amount, id, type: 'B2C' },
  }
}

/** A text for the customer in Airtel's form, which has no punctuation; null if fewer than four characters remain. */
export function airtelText(text: string): string | null {
  const bare = plainCustomerText(text)
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
  return bare.length < 4 ? null : bare
}

/** The fields about the payee in each version of payouts, beside the phone number. */
const payeeFields: Readonly<Record<AirtelVersion, (settings: AirtelSettings) => object>> = {
  v1: () => ({}),
  v2: ({ currency }) => ({ currency }),
  v3: ({ walletType = 'NORMAL' }) => ({ wallet_type: walletType }),
}

/** The phone numbers that can be sent, as a regular expression: nine national digits without a leading zero. */
export function airtelPhoneNumbers(countryCode: string): string {
  return `${countryCode}${national}`
}

/** The national digits of a phone number; undefined if it cannot be sent. */
export function nationalOf(
  phoneNumber: string,
  { countryCode }: Pick<AirtelSettings, 'countryCode'>,
): string | undefined {
  return new RegExp(`^${countryCode}(${national})$`).exec(phoneNumber)?.[1]
}

const national = '[1-9][0-9]{8}'

/** A JSON number, as in Airtel's documents. Text occurs, too. */
function amountOf({ amountMinor, currency }: Transaction): number {
  return Number(toDecimal(amountMinor, currency))
}
