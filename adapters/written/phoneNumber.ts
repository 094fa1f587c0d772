import type { PhoneNumber } from 'libphonenumber-js'

/** Loaded with the first number: its table of all countries takes more memory than most parts of a server. */
const library = () => import('libphonenumber-js')

/**
 * A phone number as people write it, in international digits; undefined for a text that cannot be one. The code of most
 * currencies begins with that of their country, whose numbers need no country code.
 */
export async function phoneNumberIn(text: string, currency: string): Promise<string | undefined> {
  return digitsOf(await parsed(text, currency), (number) => number.isPossible())
}

/** The same, but undefined also for a number that its country cannot have. */
export async function validPhoneNumberIn(text: string, currency: string): Promise<string | undefined> {
  return digitsOf(await parsed(text, currency), (number) => number.isValid())
}

async function parsed(text: string, currency: string): Promise<PhoneNumber | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await library()
  const country = currency.slice(0, 2)
  return parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
}

function digitsOf(number: PhoneNumber | undefined, isRight: (number: PhoneNumber) => boolean): string | undefined {
  return number && isRight(number) && number.ext === undefined ? number.number.slice(1) : undefined
}
