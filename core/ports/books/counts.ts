/** Wrong PINs, counted for one PIN. */
export type PinCount = {
  readonly pinId: string
  /** How many came in a row. */
  readonly failures: number
  /** When those of the last 24 hours came, at most ten, oldest first, in milliseconds since the Unix epoch. */
  readonly wrongAtMs: readonly number[]
  /** How many locks followed from too many in 24 hours. */
  readonly locks: number
  /** Until when nothing is compared, in milliseconds since the Unix epoch; null while the PIN is not locked. */
  readonly lockedUntilMs: number | null
}

/**
 * A collection by which a customer was asked on the phone, as it is kept with those to the same phone number: when it was
 * opened, and whether it had not ended when it was last looked at.
 */
export type Prompt = { readonly transactionId: string; readonly atMs: number; readonly isOpen: boolean }

/**
 * What an account has paid on a day in one currency, as far as limits count it: payouts and what they amount to, but for
 * those that have failed, and collections.
 */
export type DayCount = {
  readonly accountId: string
  readonly currency: string
  /** When the day ends, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number
  readonly payouts: bigint
  readonly payoutsMinor: bigint
  readonly collections: bigint
}

/** The prompts that are kept for a phone number. */
export type PhonePrompts = { readonly phoneNumber: string; readonly prompts: readonly Prompt[] }
