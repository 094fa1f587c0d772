/** What every pseudonym begins with: no phone number does. */
export const pseudonymPrefix = 'erased-'

/** Whether this stands where a phone number was erased. */
export function isPseudonym(phoneNumber: string): boolean {
  return phoneNumber.startsWith(pseudonymPrefix)
}

/** Whether a number that a network names may be that of a payment: also if it names none, or the payment's was erased. */
export function mayBeTheirs(named: string | null | undefined, phoneNumber: string): boolean {
  return (named ?? phoneNumber) === phoneNumber || isPseudonym(phoneNumber)
}

/** A text with a pseudonym in the place of a phone number. */
export function withoutNumber(
  text: string,
  { phoneNumber, pseudonym }: { readonly phoneNumber: string; readonly pseudonym: string },
): string {
  return formsOf(phoneNumber).reduce((rest, form) => rest.replaceAll(form, pseudonym), text)
}

/** The forms in which networks write a phone number: whole, and without its country code, of which nine digits are left. */
export function formsOf(phoneNumber: string): readonly string[] {
  return [phoneNumber, ...(phoneNumber.length > 9 ? [phoneNumber.slice(-9)] : [])]
}
