import type { PinVerifier } from '../account.ts'

/** Makes and hashes keys and PINs. Synchronous and deterministic but for `newKey` and `seal`, so that steps may call it. */
export interface Secrets {
  /** A new key: at least 192 random bits behind a prefix that names its kind, and a checksum. */
  newKey(kind: 'secret' | 'public'): string
  /** SHA-256 of a key, in hexadecimal. */
  digest(key: string): string
  /** Compares two digests in constant time. */
  sameDigest(one: string, other: string): boolean
  /** Makes what a PIN of an account is checked against from now on. */
  seal(accountId: string, pin: string): PinVerifier
  /** Whether a PIN is the one that was sealed; compared in constant time. False when the verifier's PIN key is gone. */
  matches(accountId: string, pin: string, verifier: PinVerifier): boolean
}
