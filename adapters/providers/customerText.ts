/**
 * A text for a customer in the letters, digits and signs that every network carries: accents and apostrophes are left
 * out, and any other character becomes a blank. At most 60 are left.
 */
export function plainCustomerText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'\u2018\u2019]/gu, '')
    .replace(/[^A-Za-z0-9.,-]+/g, ' ')
    .trim()
    .slice(0, 60)
    .trim()
}
