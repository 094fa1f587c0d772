import type { ReleaseOn } from '../transport/releaseOn.ts'
import type { AirtelPadding } from './encryption.ts'

/** The path of each operation, after the base URL. `{id}` is the place of the id in the paths of enquiries. */
export type AirtelPaths = {
  readonly token: string
  readonly payments: string
  readonly paymentEnquiry: string
  readonly disbursements: string
  readonly disbursementEnquiry: string
}

/** A version of payouts. */
export type AirtelVersion = 'v1' | 'v2' | 'v3'

/** A kind of wallet. */
export type AirtelWalletType = 'NORMAL' | 'SALARY'

/**
 * The settings of one country's Airtel Money API, with its time limits. There is a setting for each point where the
 * sources disagree.
 */
export type AirtelSettings = {
  /** The network's name in the market. */
  readonly network: string
  /** The URL before all paths, such as `https://openapi.airtel.ug`. */
  readonly baseUrl: string
  /**
   * The path before every path but the token's; none by default. Uganda's sandbox is reportedly the production host
   * with `/simulate`.
   */
  readonly prefix?: string
  /** The country, such as `UG`. */
  readonly country: string
  /** The one currency of these credentials: not every submission names it. */
  readonly currency: string
  /** The country code, which is removed from phone numbers, such as `256`. */
  readonly countryCode: string
  readonly clientId: string
  readonly clientSecret: string
  /** The PIN of payouts, in clear. */
  readonly pin: string
  /** Airtel's public RSA key for the PIN: PEM, or base64 of the SPKI. */
  readonly pinKey: string
  /** `pkcs1` by default, as in most clients. With the wrong padding payouts are refused, and nothing is lost. */
  readonly pinPadding?: AirtelPadding
  /** The version of payouts: `v1` by default, which works in Uganda. */
  readonly disbursement?: AirtelVersion
  /** The kind of wallet that receives payouts of version 3; `NORMAL` by default. */
  readonly walletType?: AirtelWalletType
  /**
   * The version of requests for the balances of our wallets; without it, Airtel is not asked. `v1` returns only the
   * balance of collections.
   */
  readonly balance?: 'v1' | 'v2'
  /** Paths that differ from the documented ones of the version, such as v2 of payments. */
  readonly paths?: Partial<AirtelPaths>
  /**
   * Signs submissions under this public RSA key. Not by default: in Uganda signing is optional, and signed payouts have
   * been refused.
   */
  readonly signing?: { readonly key: string /** As for the PIN by default. */; readonly padding?: AirtelPadding }
  /** The answers that release the money, except for codes that require an enquiry; `agreedRefusals` by default. */
  readonly releaseOn?: ReleaseOn
  /**
   * The longest time for the whole answer to a submission, from the first byte written, in milliseconds; 10000 by
   * default.
   */
  readonly answerMs?: number
  /** The longest time for an enquiry, including token and connection, in milliseconds; 3000 by default. */
  readonly enquiryMs?: number
  /** The longest time for a request for a token, in milliseconds; 4000 by default. */
  readonly tokenMs?: number
  /** The time that a customer has to approve a collection, in milliseconds; five minutes by default. */
  readonly approvalMs?: number
  /** Requests, and so connections, at once. Others wait, until their deadline at most. 2000 by default. */
  readonly atOnce?: number
  /**
   * Enquiries and other questions in a second, at even distances; no limit by default. Submissions have none. Allow the
   * follow-up no more at once (`enquiriesAtOnce`), or some of them run out of time.
   */
  readonly enquiriesASecond?: number
}
