import { paysOut, type Transaction, type Way, wayOf } from '../../../core/sente.ts'
import type { NetworkRequest } from '../transport/exchange.ts'
import { disbursementBody, nationalOf, paymentBody } from './bodies.ts'
import { airtelSeal, signatureOf } from './encryption.ts'
import type { AirtelSettings } from './settings.ts'
import { airtelRoot, airtelUrls } from './urls.ts'

/** A request without its token. The body is the same for each token. */
type RequestFor = (token: string) => NetworkRequest

/** Makes the requests to Airtel. */
type AirtelRequests = {
  /** Requests an access token, which is valid for all operations. */
  token(): NetworkRequest
  /** Submits a transaction. */
  submission(transaction: Transaction): RequestFor
  /** Enquires about a transaction. */
  enquiry(transaction: Pick<Transaction, 'kind' | 'providerId'>): RequestFor
  /** Asks for the balance of the wallet for payments in one direction; undefined if Airtel can't be asked. */
  balance(way: Way): RequestFor | undefined
  /** Asks for the owner of a phone number; undefined for a number that can't be sent. */
  user(phoneNumber: string): RequestFor | undefined
}

/** Makes the requests of Airtel's API. Throws when a key or a path cannot be used. */
export function airtelRequests(settings: AirtelSettings): AirtelRequests {
  const { country, currency, clientId, clientSecret } = settings
  const urls = airtelUrls(settings)
  const bodyOf = bodyWriter(settings)
  const sign = signer(settings)
  const headersWith = (token: string) => ({
    Accept: '*/*',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Country': country,
    'X-Currency': currency,
  })
  return {
    token: () => ({
      method: 'POST',
      url: urls.token,
      headers: { Accept: '*/*' },
      json: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
    }),
    submission(transaction) {
      const url = paysOut(transaction) ? urls.disbursements : urls.payments
      const body = JSON.stringify(bodyOf[wayOf(transaction)](transaction))
      const signature = sign(body)
      return (token) => ({ method: 'POST', url, headers: { ...headersWith(token), ...signature }, body })
    },
    enquiry(transaction) {
      const { providerId } = transaction
      const url = paysOut(transaction) ? urls.disbursementEnquiry(providerId) : urls.paymentEnquiry(providerId)
      return (token) => ({ method: 'GET', url, headers: headersWith(token) })
    },
    user(phoneNumber) {
      const msisdn = nationalOf(phoneNumber, settings)
      if (msisdn === undefined) return undefined
      return (token) => ({ method: 'GET', url: urls.user(msisdn), headers: headersWith(token) })
    },
    balance(way) {
      const url = urls.balance(way)
      return url === undefined ? undefined : (token) => ({ method: 'GET', url, headers: headersWith(token) })
    },
  }
}

/**
 * The fingerprint of the configuration that Airtel's answers depend on: the URL and form of each question, without
 * secrets.
 */
export function airtelFingerprint(settings: AirtelSettings): string {
  const { network, country, currency, clientId, disbursement = 'v1' } = settings
  const { payments, disbursements, paymentEnquiry, disbursementEnquiry } = airtelUrls(settings)
  const paths = [payments, paymentEnquiry('id'), disbursements, disbursementEnquiry('id')].map((url) =>
    url.replace(airtelRoot(settings), ''),
  )
  return [network, airtelRoot(settings), country, currency, clientId, disbursement, ...paths].join(' ')
}

function bodyWriter(settings: AirtelSettings): Record<Way, (transaction: Transaction) => object> {
  const { pin, pinKey, pinPadding = 'pkcs1' } = settings
  const seal = airtelSeal(pinKey, pinPadding, 'the PIN')
  // Finds a key that is too short for the PIN now, rather than at the first payout.
  seal(pin)
  return {
    payout: (transaction) => disbursementBody(transaction, settings, seal(pin)),
    collection: (transaction) => paymentBody(transaction, settings),
  }
}

function signer({ signing, pinPadding = 'pkcs1' }: AirtelSettings): (body: string) => Record<string, string> {
  if (!signing) return () => ({})
  const seal = airtelSeal(signing.key, signing.padding ?? pinPadding, 'signatures')
  signatureOf('', seal)
  return (body) => signatureOf(body, seal)
}
