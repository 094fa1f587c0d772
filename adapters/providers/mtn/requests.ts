import { type Kind, type Transaction, toDecimal } from '../../../core/sente.ts'
import type { NetworkRequest } from '../transport/exchange.ts'
import { rootOf } from '../transport/rootOf.ts'
import type { MtnSettings } from './settings.ts'

/** The requests to one of MTN's products. */
export type MtnRequests = {
  /** Asks for an access token. */
  token(): NetworkRequest
  /** Submits a transaction. */
  submission(transaction: Transaction, token: string): NetworkRequest
  /** Asks what became of a transaction. */
  enquiry(transaction: Transaction, token: string): NetworkRequest
}

/** Writes the requests that MTN's Open API wants for transactions of one kind. */
export function mtnRequests(kind: Kind, settings: MtnSettings): MtnRequests {
  const { product, operation, party } = products[kind]
  const { subscriptionKey, apiUser, apiKey } = settings[product]
  const root = `${rootOf(settings.baseUrl)}/${product}`
  const url = `${root}/v1_0/${operation}`
  const subscription = { 'Ocp-Apim-Subscription-Key': subscriptionKey }
  const headersWith = (token: string) => ({
    Authorization: `Bearer ${token}`,
    'X-Target-Environment': settings.targetEnvironment,
    ...subscription,
  })
  return {
    token: () => ({
      method: 'POST',
      url: `${root}/token/`,
      headers: { Authorization: `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`, ...subscription },
      // Without a body the sandbox answers 411, to a form its firewall answers a web page.
      json: { grant_type: 'client_credentials' },
    }),
    submission: ({ id, providerId, amountMinor, currency, phoneNumber }, token) => ({
      method: 'POST',
      url,
      headers: { 'X-Reference-Id': providerId, ...headersWith(token), ...callbackHeader(settings) },
      json: {
        amount: toDecimal(amountMinor, currency),
        currency,
        externalId: id,
        [party]: { partyIdType: 'MSISDN', partyId: phoneNumber },
      },
    }),
    enquiry: ({ providerId }, token) => ({ method: 'GET', url: `${url}/${providerId}`, headers: headersWith(token) }),
  }
}

/** No header where there is no address: MTN answers 400 to an empty one. */
function callbackHeader({ callbackUrl }: MtnSettings): Record<string, string> {
  const url = callbackUrl?.()
  return url === undefined ? {} : { 'X-Callback-Url': url }
}

/**
 * Names the configuration that MTN's answers depend on, without its secrets. The paths are the same for all: who makes
 * them a setting names them here.
 */
export function mtnFingerprint({ network, baseUrl, targetEnvironment, collection, disbursement }: MtnSettings): string {
  return [network, rootOf(baseUrl), targetEnvironment, collection.apiUser, disbursement.apiUser].join(' ')
}

const products = {
  collection: { product: 'collection', operation: 'requesttopay', party: 'payer' },
  payout: { product: 'disbursement', operation: 'transfer', party: 'payee' },
} as const
