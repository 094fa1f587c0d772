import type { ReleaseOn } from '../transport/releaseOn.ts'
import type { AirtelPadding } from './encryption.ts'

/** The path of each operation, after the base URL; `{id}` stands for the id in the paths of enquiries. */
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

/** How one country's Airtel Money API is reached, and its time limits. What the sources disagree on is a setting. */
export type AirtelSettings = {
  /** The network's name in the market. */
  readonly network: string
  /** Where the paths begin, such as `https://openapi.airtel.ug`. */
  readonly baseUrl: string
  /**
   * Comes before every path but the token's; none by default. Uganda's sandbox is said to be the production host with
   * `/simulate`.
   */
  readonly prefix?: string
  /** Such as `UG`. */
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
  /** `pkcs1` by default, as in most clients; with the wrong one payouts are refused and nothing is lost. */
  readonly pinPadding?: AirtelPadding
  /** The version of payouts: `v1` by default, which was seen to work in Uganda. */
  readonly disbursement?: AirtelVersion
  /** The kind of wallet that payouts of version 3 go to; `NORMAL` by default. */
  readonly walletType?: AirtelWalletType
  /** The version in which Airtel tells what is in our wallets; absent: it is not asked. In `v1` only that of collections. */
  readonly balance?: 'v1' | 'v2'
  /** Paths that differ from those documented for the version, such as v2 of payments. */
  readonly paths?: Partial<AirtelPaths>
  /**
   * Signs submissions under this public RSA key. Not by default: in Uganda signing is optional, and signed payouts have
   * been refused.
   */
  readonly signing?: { readonly key: string /** As for the PIN by default. */; readonly padding?: AirtelPadding }
  /** The answers that release the money, except for codes that call for an enquiry; `agreedRefusals` by default. */
  readonly releaseOn?: ReleaseOn
  /** How long the whole answer to a submission may take from the first byte written; 10000 by default. */
  readonly answerMs?: number
  /** How long an enquiry may take in all, token and connection included; 3000 by default. */
  readonly enquiryMs?: number
  /** How long a request for a token may take; 4000 by default. */
  readonly tokenMs?: number
  /** How long a customer may take to approve a collection; five minutes by default. */
  readonly approvalMs?: number
  /** Requests, and so connections, at once; the others wait, until their deadline at most. 2000 by default. */
  readonly atOnce?: number
}
