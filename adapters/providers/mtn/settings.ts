import type { ReleaseOn } from '../transport/releaseOn.ts'

/** The credentials that MTN issues for one of its products. */
export type MtnProduct = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string }

/** The settings of one country's MTN MoMo Open API, with its time limits. */
export type MtnSettings = {
  /** The network's name in the market. */
  readonly network: string
  /** The URL before the products' paths, such as `https://proxy.momoapi.mtn.com`. */
  readonly baseUrl: string
  /** MTN's name for the country, such as `mtnuganda`, or `sandbox`. */
  readonly targetEnvironment: string
  readonly collection: MtnProduct
  readonly disbursement: MtnProduct
  /**
   * The URL of MTN's callbacks, read at each submission. Its host must be registered with MTN. Without one, MTN sends
   * no callbacks.
   */
  readonly callbackUrl?: () => string | undefined
  /**
   * The text for the customer of a payment without one; `Payment` by default. Letters, digits, blanks, points, commas
   * and hyphens, 160 at most: MTN refuses others.
   */
  readonly defaultMessage?: string
  /** The answers that release the money; MTN's documented refusals of form and configuration by default. */
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
