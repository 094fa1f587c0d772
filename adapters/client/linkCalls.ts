import type {
  CreatedPaymentLink,
  ListPaymentLinksQuery,
  NewPaymentLink,
  PaymentLink,
  PaymentLinks,
  PaymentLinkWithPayments,
} from './apiTypes.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import { eachOf } from './pages.ts'
import type { Refused } from './refused.ts'

/** The calls about payment links. */
export type LinkCalls = {
  /**
   * Makes a link. The request is not repeated once it may have arrived: the refusal then has `mayHaveArrived`, and
   * `paymentLinks` shows whether there is a link.
   */
  createPaymentLink(link: NewPaymentLink, options?: CallOptions): Promise<CreatedPaymentLink | Refused>
  /** A link by its id, with its payments. */
  paymentLink(id: string, options?: CallOptions): Promise<PaymentLinkWithPayments | Refused>
  /** A page of links, newest first. */
  paymentLinks(query?: ListPaymentLinksQuery, options?: CallOptions): Promise<PaymentLinks | Refused>
  /** Every link, page by page; a refusal is thrown as a `RefusedError`. */
  eachPaymentLink(query?: ListPaymentLinksQuery, options?: CallOptions): AsyncGenerator<PaymentLink, void>
  /** Ends a link: no more payments are made through it. */
  endPaymentLink(id: string, options?: CallOptions): Promise<PaymentLink | Refused>
}

/** Looks something up below the API's path. */
type Get = <Data extends object>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  options?: CallOptions,
) => Promise<Data | Refused>

/** Makes the calls. */
export function linkCalls(ask: Exchange, get: Get): LinkCalls {
  const root = 'payment-links'
  const links: LinkCalls['paymentLinks'] = (query = {}, options) => get(root, query, options)
  return {
    async createPaymentLink(body, options) {
      const request = { ...options, method: 'POST', isOnce: true, path: `/api/v1/${root}`, body } as const
      const { answer, isInDoubt } = await ask<CreatedPaymentLink>(request)
      return 'data' in answer ? answer.data : { ...answer, mayHaveArrived: isInDoubt }
    },
    paymentLink: (id, options) => get(`${root}/${encodeURIComponent(id)}`, {}, options),
    paymentLinks: links,
    eachPaymentLink: ({ cursor: first, ...query } = {}, options) =>
      eachOf(
        (cursor) => links({ limit: 100, ...query, cursor }, options),
        (page) => page.payment_links,
        first,
      ),
    async endPaymentLink(id, options) {
      const path = `/api/v1/${root}/${encodeURIComponent(id)}/end`
      const { answer } = await ask<PaymentLink>({ ...options, method: 'POST', path })
      return 'data' in answer ? answer.data : answer
    },
  }
}
