import type { Passkey, User } from '../../model/people.ts'

/** Codes of an app on a phone, of which each is good for one period (RFC 6238). */
export interface Codes {
  /** A new secret, in base32. */
  newSecret(): string
  /** What an app reads to take a secret over, as a URI; it names the user. */
  uriOf(given: { readonly secret: string; readonly name: string }): string
  /** A secret as it may be stored, for this user alone. */
  seal(given: { readonly userId: string; readonly secret: string }): string
  /** The same secret, sealed under the current key; undefined where the key that it is sealed under is not configured. */
  reseal(given: { readonly userId: string; readonly sealed: string }): string | undefined
  /** The period of a code, the present one or one beside it; undefined for a wrong one. Deterministic, so that steps may call it. */
  periodOf(given: {
    readonly userId: string
    readonly sealed: string
    readonly code: string
    readonly nowMs: number
  }): number | undefined
}

/** How long a period of {@link Codes} is, in milliseconds. */
export const codePeriodMs = 30_000

/** The place in the web that a passkey is good for: `pay.example` and `https://pay.example`. */
export type Site = { readonly host: string; readonly origin: string }

/** What a browser is asked for, as its interface for passkeys takes it, and the challenge in it. */
export type PasskeyOptions = { readonly options: object; readonly challenge: string }

/** Passkeys, of which a browser says what they have signed (WebAuthn). */
export interface Passkeys {
  /** Asks for a new passkey, which is none of those that the user has. */
  registration(given: {
    readonly user: Pick<User, 'id' | 'name'>
    readonly passkeys: readonly Passkey[]
    readonly site: Site
  }): Promise<PasskeyOptions>
  /** The passkey in what the browser answered, if it has signed the challenge for the site. */
  registered(given: {
    readonly response: object
    readonly challenge: string
    readonly site: Site
  }): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined>
  /** Asks for the signature of one of some passkeys. */
  check(given: { readonly passkeys: readonly Passkey[]; readonly site: Site }): Promise<PasskeyOptions>
  /** Which of the passkeys has signed the challenge for the site, and its count then; undefined when none has. */
  checked(given: {
    readonly response: object
    readonly challenge: string
    readonly passkeys: readonly Passkey[]
    readonly site: Site
  }): Promise<Pick<Passkey, 'id' | 'counter'> | undefined>
}
