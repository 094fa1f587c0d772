/** An amount as people write it, in major units; undefined for what is none. */
export function amountIn(text: string): number | undefined {
  const plain = text.replaceAll(',', '')
  return /^[0-9]{1,12}(\.[0-9]{1,4})?$/.test(plain) ? Number(plain) : undefined
}
