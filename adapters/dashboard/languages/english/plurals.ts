/** The forms of a text with a count, by the plural rules of its language; `#` stands for the count. */
type Forms = { readonly one: string; readonly other: string }

/** Makes the function that writes a count into the form of a text that a language has for it. */
export function plurals(locale: string): (count: number, forms: Forms) => string {
  const [rules, numbers] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)]
  return (count, { one, other }) => (rules.select(count) === 'one' ? one : other).replace('#', numbers.format(count))
}
