import type { ReleaseOn } from '../transport/releaseOn.ts'

/** What MTN issues for one of its products. */
export type MtnProduct = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string }

/** How one country's MTN MoMo Open API is reached, and its time limits. */
export type MtnSettings = {
  /** The network's name in the market. */
  readonly network: string
  /** Where the products' paths begin, such as `https://proxy.momoapi.mtn.com`. */
  readonly baseUrl: string
  /** MTN's name for the country, such as `mtnuganda`, or `sandbox`. */
  readonly targetEnvironment: string
  readonly collection: MtnProduct
  readonly disbursement: MtnProduct
  /**
   * Where MTN calls back, read at each submission; its host must be registered with MTN. Without one, MTN does not
   * call back.
   */
  readonly callbackUrl?: () => string | undefined
  /** The answers that release the money; MTN's documented refusals of form and configuration by default. */
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
