import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A phone number as people write it, in international digits; undefined for any other text. The code of most currencies
 * begins with that of their country, whose numbers need no country code.
 */
export function phoneNumberIn(text: string, currency: string): string | undefined {
  const country = currency.slice(0, 2)
  const parsed = parsePhoneNumberFromString(text, {
    ...(isSupportedCountry(country) && { defaultCountry: country }),
    extract: false,
  })
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number.slice(1) : undefined
}
