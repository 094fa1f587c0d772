/** The wrong guesses of one PIN. */
export type PinCount = {
  readonly pinId: string
  /** The number of wrong guesses in a row. */
  readonly failures: number
  /** The times of those in the last 24 hours, at most ten, oldest first, in milliseconds since the Unix epoch. */
  readonly wrongAtMs: readonly number[]
  /** The number of locks after too many in 24 hours. */
  readonly locks: number
  /**
   * The time until which no PIN is compared, in milliseconds since the Unix epoch; null while the PIN is not locked.
   */
  readonly lockedUntilMs: number | null
}

/**
 * A collection that asked a customer on the phone, stored with the others to the same phone number: the time of its
 * opening, and whether it had not ended at the last look.
 */
export type Prompt = { readonly transactionId: string; readonly atMs: number; readonly isOpen: boolean }

/**
 * The counted payments of an account on a day in one currency: payouts and their sum, without failed ones, and
 * collections.
 */
export type DayCount = {
  readonly accountId: string
  readonly currency: string
  /** The end of the day, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number
  readonly payouts: bigint
  readonly payoutsMinor: bigint
  readonly collections: bigint
}

/** The stored prompts to a phone number. */
export type PhonePrompts = { readonly phoneNumber: string; readonly prompts: readonly Prompt[] }
