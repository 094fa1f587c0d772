/** The prefix of every pseudonym: no phone number has it. */
export const pseudonymPrefix = 'erased-'

/** Whether this is the pseudonym of an erased phone number. */
export function isPseudonym(phoneNumber: string): boolean {
  return phoneNumber.startsWith(pseudonymPrefix)
}

/** Whether a number from a network may be that of a payment: also if there is none, or the payment's was erased. */
export function mayBeTheirs(named: string | null | undefined, phoneNumber: string): boolean {
  return (named ?? phoneNumber) === phoneNumber || isPseudonym(phoneNumber)
}

/** A text with a pseudonym in place of a phone number. */
export function withoutNumber(
  text: string,
  { phoneNumber, pseudonym }: { readonly phoneNumber: string; readonly pseudonym: string },
): string {
  return formsOf(phoneNumber).reduce((rest, form) => rest.replaceAll(form, pseudonym), text)
}

/** The forms of a phone number in networks' texts: whole, and without its country code, with nine digits left. */
export function formsOf(phoneNumber: string): readonly string[] {
  return [phoneNumber, ...(phoneNumber.length > 9 ? [phoneNumber.slice(-9)] : [])]
}
