import type { PinVerifier } from '../model/account.ts'

/**
 * Makes and hashes keys and PINs. Synchronous and deterministic, except `newKey`, `newToken` and `seal`, so that steps
 * may call it.
 */
export interface Secrets {
  /** A new key: at least 192 random bits behind a prefix that names its kind, and a checksum. */
  newKey(kind: 'secret' | 'public'): string
  /** A new token that can't be guessed: 256 random bits in base64url. */
  newToken(): string
  /**
   * The tokens of a payment link's URL by its id: under the current PIN key, then under the previous one. Each has 128
   * bits, in hexadecimal, and comes from nothing that a database holds.
   */
  linkTokens(linkId: string): readonly [current: string, ...previous: string[]]
  /** SHA-256 of a text in UTF-8, in hexadecimal: of a key, or of the contents of an action. */
  digest(key: string): string
  /** Compares two digests in constant time. */
  sameDigest(one: string, other: string): boolean
  /** The versions of the configured PIN keys, the current one first. */
  readonly pinKeyVersions: readonly string[]
  /** Makes the verifier of an account's new PIN, under the current PIN key. */
  seal(accountId: string, pin: string): PinVerifier
  /**
   * Makes a verifier of a PIN that was right under the current PIN key. The id stays the same, and with it the PIN
   * count.
   */
  reseal(accountId: string, pin: string, verifier: PinVerifier): PinVerifier
  /**
   * Whether a PIN is the sealed one; compared in constant time. Throws when the verifier's PIN key is not configured.
   */
  matches(accountId: string, pin: string, verifier: PinVerifier): boolean
  /**
   * The pseudonym of an erased phone number, always the same: `erased-` and a text from which nobody can find the
   * number without the key. Absent if no key for it is configured.
   */
  pseudonym?(phoneNumber: string): string
}
