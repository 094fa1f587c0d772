/**
 * Whether a dot or comma in a text is followed by exactly three digits. Such a sign may group thousands. No currency
 * has three decimals, so it is never read as a decimal point.
 */
export function isGrouped(text: string): boolean {
  return /[.,][0-9]{3}(?![0-9])/.test(text)
}

/**
 * Reads an amount in major units as a person wrote it: at most 15 digits, perhaps with decimals after a point, without
 * sign, exponent or grouping. Undefined for anything else, such as `500.000`: it is five hundred thousand in one
 * country and five hundred in another.
 */
export function writtenAmount(text: string): number | undefined {
  const isPlain = /^[0-9]+(\.[0-9]+)?$/.test(text) && text.replace('.', '').length <= 15
  return isPlain && !isGrouped(text) ? Number(text) : undefined
}

/** An amount as people write it, in major units, perhaps with commas between thousands; undefined for any other text. */
export function amountIn(text: string): number | undefined {
  const plain = /^[0-9]{1,3}(,[0-9]{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text
  return /^[0-9]{1,12}(\.[0-9]{1,4})?$/.test(plain) ? writtenAmount(plain) : undefined
}
