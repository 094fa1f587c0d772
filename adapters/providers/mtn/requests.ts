import { type Transaction, toDecimal, type Way } from '../../../core/sente.ts'
import { plainCustomerText } from '../customerText.ts'
import { rootOf } from '../networkApi.ts'
import type { NetworkRequest } from '../transport/exchange.ts'
import type { MtnSettings } from './settings.ts'

/** Makes the requests to one of MTN's products. */
type MtnRequests = {
  /** Requests an access token. */
  token(): NetworkRequest
  /** Submits a transaction. */
  submission(transaction: Transaction, token: string): NetworkRequest
  /** Enquires about a transaction. */
  enquiry(transaction: Pick<Transaction, 'providerId'>, token: string): NetworkRequest
  /** Asks for the balance of the product's account. */
  balance(token: string): NetworkRequest
  /** Asks something about the holder of a phone number. */
  holder(phoneNumber: string, asked: HolderQuestion, token: string): NetworkRequest
}

/** A question about the holder of a phone number: whether there is an active one, and the holder's name. */
export type HolderQuestion = 'active' | 'basicuserinfo'

/** Makes the requests of MTN's Open API for transactions in one direction. */
export function mtnRequests(way: Way, settings: MtnSettings): MtnRequests {
  const { product, operation, party } = products[way]
  const { subscriptionKey, apiUser, apiKey } = settings[product]
  const { defaultMessage = 'Payment' } = settings
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
      // The sandbox answers 411 to a request without a length, and its firewall answers a form with a web page.
      json: { grant_type: 'client_credentials' },
    }),
    submission: ({ id, providerId, amountMinor, currency, phoneNumber, customerMessageAsSent }, token) => ({
      method: 'POST',
      url,
      headers: { 'X-Reference-Id': providerId, ...headersWith(token), ...callbackHeader(settings) },
      json: {
        amount: toDecimal(amountMinor, currency),
        currency,
        externalId: id,
        [party]: { partyIdType: 'MSISDN', partyId: phoneNumber },
        ...textsOf(customerMessageAsSent ?? defaultMessage),
      },
    }),
    enquiry: ({ providerId }, token) => ({ method: 'GET', url: `${url}/${providerId}`, headers: headersWith(token) }),
    holder: (phoneNumber, asked, token) => ({
      method: 'GET',
      url: `${root}/v1_0/accountholder/msisdn/${phoneNumber}/${asked}`,
      headers: headersWith(token),
    }),
    balance: (token) => ({ method: 'GET', url: `${root}/v1_0/account/balance`, headers: headersWith(token) }),
  }
}

/** A text for the customer in MTN's form; null if nothing is left. */
export function mtnText(text: string): string | null {
  return plainCustomerText(text) || null
}

/** Both texts, always: production is reported to answer 500 to a payment without one of them. */
function textsOf(message: string) {
  return { payerMessage: message, payeeNote: message }
}

/** No header without an address: MTN answers 400 to an empty one. */
function callbackHeader({ callbackUrl }: MtnSettings): Record<string, string> {
  const url = callbackUrl?.()
  return url === undefined ? {} : { 'X-Callback-Url': url }
}

/**
 * The fingerprint of the configuration that MTN's answers depend on, without secrets. The paths are fixed: if they
 * become a setting, add them here.
 */
export function mtnFingerprint({ network, baseUrl, targetEnvironment, collection, disbursement }: MtnSettings): string {
  return [network, rootOf(baseUrl), targetEnvironment, collection.apiUser, disbursement.apiUser].join(' ')
}

/** The credentials of both products. */
export function accessOf({ collection, disbursement }: MtnSettings): readonly string[] {
  return [collection, disbursement].flatMap(({ subscriptionKey, apiUser, apiKey }) => [
    subscriptionKey,
    apiUser,
    apiKey,
  ])
}

const products = {
  collection: { product: 'collection', operation: 'requesttopay', party: 'payer' },
  payout: { product: 'disbursement', operation: 'transfer', party: 'payee' },
} as const
