import type { KeyScope } from './keyScopes.ts'
import type { LimitsByCurrency } from './riskLimits.ts'

/** A stored key of an account: its digest, never the key itself. */
export type AccountKey = {
  readonly id: string
  readonly kind: 'secret' | 'public'
  /** SHA-256 of the key, in hexadecimal. */
  readonly digest: string
  /** The first characters of the key, too few to guess the rest; null for a key from before they were stored. */
  readonly prefix: string | null
  readonly active: boolean
  /** The time of a use, at most an hour before its last one; null if it was never used. */
  readonly lastUsedAtMs: number | null
} & KeyTerms

/** The name and the rights of a key. */
export type KeyTerms = {
  /** The operator's name for it and its successors by rotation; null for the first keys of an account. */
  readonly name: string | null
  /** Its scopes; null for all. */
  readonly scopes: readonly KeyScope[] | null
  /** From this time on it is refused like an unknown key; null for never. */
  readonly expiresAtMs: number | null
  /** The addresses and subnets that may use it; null for all. */
  readonly addresses: readonly string[] | null
}

/** The verifier of a PIN; the PIN itself is not stored. */
export type PinVerifier = {
  /** New for every PIN, so that wrong guesses count against one PIN only; also the salt. */
  readonly id: string
  /** The operator's PIN key that made it. */
  readonly keyVersion: string
  /** HMAC-SHA-256 over account, id and PIN, in hexadecimal. */
  readonly mac: string
}

/** The holder of balances: a merchant, identified by its keys. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly kyc: 'complete' | 'incomplete'
  readonly apiAccess: boolean
  readonly closed: boolean
  readonly activatedCurrencies: readonly string[]
  /** Its own risk limits, by currency. Where one is not set, the limit for every account applies. */
  readonly limits: LimitsByCurrency
  readonly pin: PinVerifier | null
  /**
   * The code of the language of its users who have chosen none, and of its customers whose browser asks for none, by ISO
   * 639-1; null for none.
   */
  readonly language: string | null
  readonly keys: readonly AccountKey[]
  /** Grows by one with every change, so that a step can check whether earlier checks still hold. */
  readonly version: number
}
