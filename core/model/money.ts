/**
 * The currencies of the markets that MTN MoMo and Airtel Money serve, and those of their sandboxes, by the digits after
 * their decimal point. Source: the ISO 4217 list of 2024.
 */
const currencies: ReadonlyMap<number, readonly string[]> = new Map([
  [0, ['UGX', 'RWF', 'XAF', 'XOF', 'GNF', 'BIF']],
  [2, 'GHS ZMW KES TZS MWK NGN CDF MGA SCR SZL ZAR LRD SSP SLE MZN BWP USD EUR'.split(' ')],
])

/** Digits after the decimal point, by ISO 4217 currency code. */
const exponents: ReadonlyMap<string, number> = new Map(
  [...currencies].flatMap(([decimals, codes]) => codes.map((currency) => [currency, decimals] as const)),
)

/** Whether a currency's number of decimals is known. Without it, its amounts cannot be written. */
export function isKnownCurrency(currency: string): boolean {
  return exponents.has(currency)
}

/** Digits after the decimal point of a currency's amounts. Throws for an unknown currency. */
export function decimalsOf(currency: string): number {
  const decimals = exponents.get(currency)
  if (decimals === undefined) throw new RangeError(`unknown currency: ${currency}`)
  return decimals
}

/**
 * Turns an amount in major units into whole minor units; undefined if it has more decimals, is not finite, or the
 * currency is not known.
 */
export function toMinor(amount: number, currency: string): bigint | undefined {
  const decimals = exponents.get(currency)
  return decimals === undefined ? undefined : scaled(amount, decimals)
}

/**
 * A number times ten to the power of some decimals, digit by digit from its shortest decimal form, so that no binary
 * fraction can round it. Undefined when it is not finite or has more decimals than these.
 */
export function scaled(amount: number, decimals: number): bigint | undefined {
  const form = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount))
  if (form === null) return undefined
  const [, sign, whole, fraction = '', exponent = 0] = form
  const shift = decimals - fraction.length + Number(exponent)
  // The shortest form has no trailing zeros, so digits beyond the decimals cannot be left out.
  return shift < 0 ? undefined : BigInt(`${sign}${whole}${fraction}`) * 10n ** BigInt(shift)
}

/** Writes whole minor units as a decimal in major units, such as `5000` or `12.50`. */
export function toDecimal(amountMinor: bigint, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(amountMinor < 0n ? -amountMinor : amountMinor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  return amountMinor < 0n ? `-${text}` : text
}

/** Turns whole minor units into the JSON number of the contract, in major units. */
export function toMajor(amountMinor: bigint, currency: string): number {
  return Number(toDecimal(amountMinor, currency))
}
