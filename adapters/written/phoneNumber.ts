import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'
import { type Market, predictNetworks } from '../../core/sente.ts'
import { plainText } from './plainText.ts'

let loading: Promise<typeof import('libphonenumber-js/max')> | undefined

/** Loaded with the first number: its table of all countries takes more memory than most parts of a server. */
function library(): NonNullable<typeof loading> {
  loading ??= import('libphonenumber-js/max')
  return loading
}

/** A phone number in international digits, or the reason why a text is none. */
export type ReadPhoneNumber = { readonly phoneNumber: string } | UnreadPhoneNumber

/**
 * The reason why a text is no phone number, also as the predicate of a sentence in English. A text that can mean several
 * numbers has them as candidates.
 */
export type UnreadPhoneNumber = {
  readonly fault: 'noNumber' | 'notMobile' | 'several'
  readonly problem: string
  readonly candidates: readonly string[]
}

/**
 * Reads a phone number that may have a wallet, as people write it: a mobile number, or one with a prefix of a network.
 * The code of most currencies begins with that of their country, whose numbers need no country code. Without a currency,
 * these are the countries of the whole market.
 */
export async function readPhoneNumber(written: string, market: Market, currency?: string): Promise<ReadPhoneNumber> {
  const numbers = await numbersIn(written, market, currency)
  const candidates = [...new Set(numbers.filter(({ hasWallet }) => hasWallet).map(({ digits }) => digits))]
  const [phoneNumber, ...others] = candidates
  if (phoneNumber !== undefined && others.length === 0) return { phoneNumber }
  if (phoneNumber !== undefined)
    return { fault: 'several', problem: `can be ${candidates.join(' or ')}: write the code of its country`, candidates }
  if (numbers.length > 0) return { fault: 'notMobile', problem: 'is not a mobile number', candidates }
  return { fault: 'noNumber', problem: 'is not a phone number', candidates }
}

/**
 * Reads the number of a record, as people write it or as it is stored. A record can have a number without a wallet: its
 * payment failed.
 */
export async function readStoredNumber(written: string, market: Market, currency?: string): Promise<ReadPhoneNumber> {
  const read = await readPhoneNumber(written, market, currency)
  if ('phoneNumber' in read || read.candidates.length > 0) return read
  const text = plainText(written)
  const isStoredForm = /^[1-9][0-9]{7,14}$/.test(text)
  const phoneNumber = isStoredForm ? text : (await numbersIn(written, market, currency))[0]?.digits
  return phoneNumber === undefined ? read : { phoneNumber }
}

type FoundNumber = { readonly digits: string; readonly hasWallet: boolean }

/** The numbers that a text can mean: those that their country or a network has. */
async function numbersIn(written: string, market: Market, currency?: string): Promise<readonly FoundNumber[]> {
  const currencies = currency === undefined ? [...market.keys()] : [currency]
  const networks = currencies.flatMap((code) => market.get(code)?.networks ?? [])
  const parsed = await parsedIn(written, currencies)
  return parsed.flatMap((number) => {
    const digits = number.number.slice(1)
    const isNetworks = predictNetworks(digits, networks).some(({ certainty }) => certainty === 'prefix')
    const hasWallet = isNetworks || ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(number.getType() ?? '')
    return hasWallet || number.isValid() ? [{ digits, hasWallet }] : []
  })
}

/**
 * The readings of a text: as a number of the country of each currency, and with the code of any country, after a plus
 * sign, 00 or nothing. No country's code begins with 0.
 */
async function parsedIn(written: string, currencies: readonly string[]): Promise<readonly PhoneNumber[]> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await library()
  const text = plainText(written).replace(/^'/, '')
  const withCode = /^0(?!0)/.test(text) ? [] : [text.startsWith('+') ? text : `+${text.replace(/^00/, '')}`]
  const countries = currencies.map((code) => code.slice(0, 2)).filter((country) => isSupportedCountry(country))
  const parsed = (form: string, defaultCountry?: CountryCode) =>
    parsePhoneNumberFromString(form, { ...(defaultCountry && { defaultCountry }), extract: false })
  return [...countries.map((country) => parsed(text, country)), ...withCode.map((form) => parsed(form))]
    .filter((number) => number !== undefined)
    .filter((number) => number.isPossible() && number.ext === undefined)
}
