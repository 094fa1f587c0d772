import type { Got } from 'got'
import type { Clock, MobileProvider } from '../../core/sente.ts'
import { type ReleaseOn, type ReleasePair, releaseOnSchema } from './transport/releaseOn.ts'

/**
 * A kind of network: its entry in the configuration file, and its connection. Each has a folder of its own, and one
 * line of the composition's registry.
 */
export type NetworkApi = {
  /** The value of `api` in the configuration file, such as `mtn-momo`. */
  readonly api: string
  /**
   * JSON schema of a provider's entry in the configuration file. Besides the usual keywords it may have `expected`, a
   * plain description of the right value, and the format `safe-address`.
   */
  readonly schema: object
  /** The reason why an answer in `release_on` can't prove that nothing was executed; undefined when it can. */
  whyNoProof(pair: ReleasePair): string | undefined
  /**
   * The phone numbers that the network accepts with this entry, as a regular expression for a whole number in
   * international digits; absent or undefined: any.
   */
  phoneNumbers?(entry: ProviderEntry): string | undefined
  /** Its name for customers, unless the configuration sets another. */
  readonly displayName?: string
  /** The advice to a customer whose phone shows no prompt, by the currency of its market, unless the configuration sets another. */
  readonly promptHelp?: Readonly<Record<string, string>>
  /** The prefixes of its phone numbers, by the currency of its market, unless the configuration sets others. */
  readonly prefixes?: Readonly<Record<string, readonly string[]>>
  /** Makes settings from an entry, for one network of the market. Looks up the credentials that the entry names. */
  settingsOf(entry: ProviderEntry, served: Served, credential: Credential): NetworkSettings
  /** A weak setting with a safer alternative, and the fix, worded to follow the provider's name in a sentence. */
  weaknessIn?(settings: NetworkSettings): { readonly found: string; readonly fix: string } | undefined
  /** For people: the part of the settings that only a payout tests, since a check must not move money. */
  readonly unchecked?: string
  /** Throws a TypeError for settings that can't be used. */
  connect(parts: ConnectParts): MobileProvider
}

/** The fields of a provider's entry that all networks have. */
export type ProviderEntry = {
  readonly api: string
  readonly base_url: string
  readonly at_once?: number
  readonly enquiries_a_second?: number
  readonly approval_seconds?: number
  readonly release_on?: ReleaseOn
}

/** The name of a network and the currency of the market that it serves. */
export type Served = { readonly network: string; readonly currency: string }

/** Looks up a credential by the name of its environment variable; throws when it is missing. */
export type Credential = (name: string) => string

/** The settings that all networks have. */
export type NetworkSettings = {
  /** The network's name in the market. */
  readonly network: string
  readonly baseUrl: string
  /** Requests, and so connections, at once. Others wait, until their deadline at most. 2000 by default. */
  readonly atOnce?: number
  /** Enquiries and other questions in a second, at even distances. */
  readonly enquiriesASecond?: number
  /** The time that a customer has to approve a collection, in milliseconds; five minutes by default. */
  readonly approvalMs?: number
  /** The answers that release the money; the network's own list by default. */
  readonly releaseOn?: ReleaseOn
}

/** The dependencies of a connection; `callbackUrl` returns the URL of the network's callbacks, once it is known. */
type ConnectParts = {
  readonly settings: NetworkSettings
  readonly http: Got
  readonly clock: Clock
  readonly callbackUrl: () => string | undefined
}

/** Reads the settings that all entries have. */
export function commonSettings(
  { base_url, at_once, enquiries_a_second, approval_seconds, release_on }: ProviderEntry,
  { network }: Served,
): NetworkSettings {
  return {
    network,
    baseUrl: base_url,
    ...(at_once !== undefined && { atOnce: at_once }),
    ...(enquiries_a_second !== undefined && { enquiriesASecond: enquiries_a_second }),
    ...(approval_seconds !== undefined && { approvalMs: approval_seconds * 1_000 }),
    ...(release_on && { releaseOn: release_on }),
  }
}

/** A base URL without credentials and trailing slashes, because some networks refuse double slashes. */
export function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** The schema of an entry with these fields and the common ones. */
export function entrySchema(api: string, required: Record<string, object>, optional: Record<string, object> = {}) {
  return recordSchema(
    { api: { const: api }, base_url: baseUrl, ...required },
    {
      ...optional,
      at_once: upTo10000,
      enquiries_a_second: upTo10000,
      approval_seconds: approvalSeconds,
      release_on: releaseOnSchema,
    },
  )
}

/** The schema of an object with these fields and no others. */
export function recordSchema(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    required: Object.keys(required),
    additionalProperties: false,
    properties: { ...required, ...optional },
  }
}

/** The schema of a field with the name of an environment variable that holds a credential. */
export const variableSchema = {
  type: 'string',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  expected: 'the name of an environment variable',
}

const baseUrl = {
  type: 'string',
  format: 'safe-address',
  expected: 'an https URL, or an http one of this machine',
}

const upTo10000 = { type: 'integer', minimum: 1, maximum: 10_000, expected: 'a whole number from 1 to 10000' }

const approvalSeconds = { type: 'integer', minimum: 1, maximum: 3_600, expected: 'a whole number from 1 to 3600' }
