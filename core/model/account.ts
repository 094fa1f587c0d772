import type { KeyScope } from './keyScopes.ts'
import type { LimitsByCurrency } from './riskLimits.ts'

/** A key of an account as it is stored: its digest, never the key itself. */
export type AccountKey = {
  readonly id: string
  readonly kind: 'secret' | 'public'
  /** SHA-256 of the key, in hexadecimal. */
  readonly digest: string
  /** The first characters of the key, too few to guess the rest; null for a key that was made before they were kept. */
  readonly prefix: string | null
  readonly active: boolean
  /** When it was used, at most an hour before its last use; null for never. */
  readonly lastUsedAtMs: number | null
} & KeyTerms

/** What a key is called and may be used for. */
export type KeyTerms = {
  /** What the operator calls it, and those that it is rotated into; null for the keys that an account begins with. */
  readonly name: string | null
  /** What it may be used for; null for everything. */
  readonly scopes: readonly KeyScope[] | null
  /** From when on it is as unknown; null for never. */
  readonly expiresAtMs: number | null
  /** The addresses and subnets that it may be used from; null for all. */
  readonly addresses: readonly string[] | null
}

/** What a PIN is checked against; the PIN itself is not stored. */
export type PinVerifier = {
  /** New for every PIN that is set, so that wrong guesses count against one PIN only; also the salt. */
  readonly id: string
  /** Which of the operator's PIN keys made it. */
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
  /** Its own risk limits, by currency; what is not set goes by those of every account. */
  readonly limits: LimitsByCurrency
  readonly pin: PinVerifier | null
  readonly keys: readonly AccountKey[]
  /** Grows by one with every change, so that a step can tell whether what was checked is still true. */
  readonly version: number
}
