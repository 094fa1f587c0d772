import { writtenAmount } from '../../formats/writtenAmount.ts'

/** An amount as people write it, in major units, perhaps with commas between thousands; undefined for any other text. */
export function amountIn(text: string): number | undefined {
  const plain = /^[0-9]{1,3}(,[0-9]{3})+(\.|$)/.test(text) ? text.replaceAll(',', '') : text
  return /^[0-9]{1,12}(\.[0-9]{1,4})?$/.test(plain) ? writtenAmount(plain) : undefined
}
