/**
 * The changes that may wait for a second person: KYC that becomes complete, new keys, decisions and limits, whatever
 * their amount, and merchants' batches of payouts.
 */
export const fourEyesKinds = ['kyc', 'keys', 'decisions', 'limits', 'batches'] as const

/** One of {@link fourEyesKinds}. */
export type FourEyesKind = (typeof fourEyesKinds)[number]

/** The changes that need two people: those of these kinds, and those above an amount in minor units, by currency. */
export type FourEyes = {
  readonly kinds: ReadonlySet<FourEyesKind>
  readonly amountsMinor: ReadonlyMap<string, bigint>
}

/** Whether an amount in minor units is above the limit for one person. */
export function isAboveFourEyes(
  { amountsMinor }: FourEyes,
  currency: string,
  amountMinor: bigint | undefined,
): boolean {
  const most = amountsMinor.get(currency)
  return most !== undefined && amountMinor !== undefined && amountMinor > most
}

/**
 * Whether a batch of payouts waits for a second person: above the amount of a currency, or if the currency has none.
 */
export function isBatchForTwo(
  fourEyes: FourEyes | undefined,
  sums: readonly { readonly currency: string; readonly acceptedMinor: bigint }[],
): boolean {
  if (!fourEyes?.kinds.has('batches')) return false
  const mayBeLarge = (currency: string) => !fourEyes.amountsMinor.has(currency)
  return sums.some(
    ({ currency, acceptedMinor }) => mayBeLarge(currency) || isAboveFourEyes(fourEyes, currency, acceptedMinor),
  )
}

/** Whether two names belong to one person: capitals, blanks, and other forms of the same letters make no difference. */
export function isSamePerson(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
}
