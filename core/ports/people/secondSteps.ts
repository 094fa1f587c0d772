import type { Passkey, User } from '../../model/people.ts'

/** Codes of an app on a phone, each valid for one period (RFC 6238). */
export interface Codes {
  /** A new secret, in base32. */
  newSecret(): string
  /** The URI with which an app takes a secret over; it names the user. */
  uriOf(given: { readonly secret: string; readonly name: string }): string
  /** A secret in a form that may be stored, for this user alone. */
  seal(given: { readonly userId: string; readonly secret: string }): string
  /** The same secret, sealed under the current key; undefined if the key that sealed it is not configured. */
  reseal(given: { readonly userId: string; readonly sealed: string }): string | undefined
  /**
   * The period of a code, the present one or an adjacent one; undefined for a wrong code. Deterministic, so that steps
   * may call it.
   */
  periodOf(given: {
    readonly userId: string
    readonly sealed: string
    readonly code: string
    readonly nowMs: number
  }): number | undefined
}

/** The length of a period of {@link Codes}, in milliseconds. */
export const codePeriodMs = 30_000

/** The site that a passkey is valid for: `pay.example` and `https://pay.example`. */
export type Site = { readonly host: string; readonly origin: string }

/** A request to a browser, in the form of its interface for passkeys, and its challenge. */
export type PasskeyOptions = { readonly options: object; readonly challenge: string }

/** Passkeys, which sign in a browser (WebAuthn). */
export interface Passkeys {
  /** Asks for a new passkey, other than the user's present ones. */
  registration(given: {
    readonly user: Pick<User, 'id' | 'name'>
    readonly passkeys: readonly Passkey[]
    readonly site: Site
  }): Promise<PasskeyOptions>
  /** The passkey in the browser's answer, if it has signed the challenge for the site. */
  registered(given: {
    readonly response: object
    readonly challenge: string
    readonly site: Site
  }): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined>
  /** Asks for the signature of one of some passkeys. */
  check(given: { readonly passkeys: readonly Passkey[]; readonly site: Site }): Promise<PasskeyOptions>
  /** The passkey that has signed the challenge for the site, and its new count; undefined when none has. */
  checked(given: {
    readonly response: object
    readonly challenge: string
    readonly passkeys: readonly Passkey[]
    readonly site: Site
  }): Promise<Pick<Passkey, 'id' | 'counter'> | undefined>
}
