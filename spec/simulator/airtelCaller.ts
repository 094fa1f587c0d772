import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes, randomUUID } from 'node:crypto'
import type { Simulator, SimulatorOptions } from '../../adapters/simulator/simulator.ts'
import { type Answer, http, type Operation, openSimulator, seen, untilEnded } from './openedSimulator.ts'

/** A submission: missing fields are filled in as Airtel wants them, and undefined headers are left out. */
export type Given = {
  version?: 'v1' | 'v2' | 'v3'
  id?: string
  msisdn?: string
  pin?: string
  headers?: Record<string, string | undefined>
  body?: object
  /** The body as text, when its spelling matters. */
  text?: string
}

type Request = Pick<Given, 'version' | 'headers'> & { query?: string }
type Airtel = Simulator['airtel']
type Headers = Given['headers']

/** Starts a simulator that approves in 20 ms, and a client of its Airtel. */
export async function openAirtel(options: SimulatorOptions = {}) {
  const simulator = await openSimulator(options)
  return { simulator, ...airtelCaller(simulator.airtel) }
}

/** A client of Airtel's API at this address that returns every answer unchanged. */
export function airtelCaller(airtel: Airtel) {
  const grant = { client_id: airtel.clientId, client_secret: airtel.clientSecret, grant_type: 'client_credentials' }

  async function askToken(fields: object = {}) {
    return seen(await http.post(`${airtel.baseUrl}/auth/oauth2/token`, { json: { ...grant, ...fields } }))
  }

  let granted: Promise<Answer> | undefined
  async function authorized(headers: Headers = {}) {
    granted ??= askToken()
    const { body } = await granted
    return { authorization: `Bearer ${body.access_token}`, 'x-country': 'UG', 'x-currency': 'UGX', ...headers }
  }

  /** The body of a submission, as Airtel wants it. */
  function orderOf(operation: Operation, given: Given = {}) {
    const { version = 'v1', id = newId(), msisdn = '750000001', pin = encrypted(airtel) } = given
    const home = { country: 'UG', currency: 'UGX' }
    const transaction = { amount: 5000, id }
    if (operation === 'collection') {
      return { reference: 'Order 1', subscriber: { ...home, msisdn }, transaction: { ...home, ...transaction } }
    }
    if (version === 'v1') return { payee: { msisdn }, reference: 'Order 1', pin, transaction }
    return {
      payee: version === 'v2' ? { currency: 'UGX', msisdn } : { msisdn, wallet_type: 'NORMAL' },
      reference: 'Order 1',
      pin,
      transaction: { ...transaction, type: 'B2C' },
    }
  }

  async function submit(operation: Operation, given: Given = {}) {
    const { version = 'v1', id = newId(), headers, body = orderOf(operation, { ...given, id }) } = given
    const url = `${airtel.baseUrl}${submissions[operation](version)}`
    const { text = JSON.stringify(body) } = given
    const json = { 'content-type': 'application/json' }
    return { ...seen(await http.post(url, { headers: { ...json, ...(await authorized(headers)) }, body: text })), id }
  }

  async function enquire(operation: Operation, id: string, given: Request = {}) {
    const { version = 'v1', headers, query = version === 'v2' ? '?transactionType=B2C' : '' } = given
    const url = `${airtel.baseUrl}${enquiries[operation](version)}/${id}${query}`
    return seen(await http.get(url, { headers: await authorized(headers) }))
  }

  async function askKey(headers?: Headers) {
    return seen(await http.get(`${airtel.baseUrl}/v1/rsa/encryption-keys`, { headers: await authorized(headers) }))
  }

  /** Enquires until the payment has ended; resolves with the body of the last answer. */
  async function ended(operation: Operation, id: string) {
    const { body } = await untilEnded(
      () => enquire(operation, id),
      ({ body }) => body.data?.transaction.status === 'TIP',
    )
    return body
  }

  return { askToken, orderOf, submit, enquire, askKey, ended }
}

/** A new id in Airtel's form. */
export function newId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 25)
}

/** A text, by default the right PIN, encrypted with Airtel's key and padding. */
export function encrypted({ publicKey, pinPadding }: Pick<Airtel, 'publicKey' | 'pinPadding'>, text = '2468'): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, ...paddings[pinPadding] }, Buffer.from(text)).toString('base64')
}

/** The headers that sign this text. */
export function signatureOf(airtel: Airtel, text: string) {
  const [key, vector] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, vector)
  const signature = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
  const sealed = encrypted(airtel, `${key.toString('base64')}:${vector.toString('base64')}`)
  return { 'x-signature': signature, 'x-key': sealed }
}

const paddings = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  'oaep-sha1': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
  'oaep-sha256': { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
}

const submissions = {
  collection: (version: string) => `/merchant/${version}/payments/`,
  payout: (version: string) => `/standard/${version}/disbursements/`,
}

/** The enquiry about a collection has no second version. */
const enquiries = {
  collection: () => '/standard/v1/payments',
  payout: (version: string) => `/standard/${version}/disbursements`,
}
