import { toDecimal } from '../../core/sente.ts'

/** An amount with its currency in English, such as `UGX 1,250,000`. */
export function amountText(amountMinor: bigint, currency: string): string {
  return `${currency} ${decimalText(amountMinor, currency, 'en-GB')}`
}

/** An amount as a language writes numbers. */
export function decimalText(amountMinor: bigint, currency: string, locale: string): string {
  const decimal = toDecimal(amountMinor, currency)
  const decimals = decimal.split('.')[1]?.length ?? 0
  return numbersIn(locale, decimals).format(decimal as `${number}`)
}

const numberFormats = new Map<string, Intl.NumberFormat>()

/** The numbers of a language with so many decimals. Their format takes longer to make than a page. */
function numbersIn(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`
  const format =
    numberFormats.get(key) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  numberFormats.set(key, format)
  return format
}
