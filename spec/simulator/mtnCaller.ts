import { randomUUID } from 'node:crypto'
import type { MtnProduct, Simulator, SimulatorOptions } from '../../adapters/simulator/simulator.ts'
import { type Answer, http, openSimulator, seen, untilEnded } from './openedSimulator.ts'

/** The two products that sente uses. */
export const products = ['collection', 'disbursement'] as const
export type Product = (typeof products)[number]

/** A submission: missing fields are filled in as MTN wants them, and undefined headers are left out. */
export type Given = {
  reference?: string
  phoneNumber?: string
  headers?: Record<string, string | undefined>
  body?: object
}

/** Starts a simulator that approves in 20 ms, and a client of its MTN. */
export async function openMtn(options: SimulatorOptions = {}) {
  const simulator = await openSimulator(options)
  return { simulator, ...mtnCaller(simulator.mtn) }
}

/** A client of MTN's API at this address that returns every answer unchanged. */
export function mtnCaller(mtn: Simulator['mtn']) {
  const headersOf = (product: MtnProduct) => ({
    'ocp-apim-subscription-key': mtn[product].subscriptionKey,
    'x-target-environment': 'sandbox',
  })
  const basic = (product: MtnProduct) => basicOf(mtn[product])

  async function askToken(product: MtnProduct, headers: Given['headers'] = {}, body: object = grant) {
    const usual = { ...headersOf(product), authorization: basic(product) }
    const answer = await http.post(`${mtn.baseUrl}/${product}/token/`, { headers: { ...usual, ...headers }, ...body })
    return seen(answer)
  }

  const granted: { [Name in MtnProduct]?: Promise<Answer> } = {}
  async function authorized(product: MtnProduct) {
    granted[product] ??= askToken(product)
    const { body } = await granted[product]
    return { ...headersOf(product), authorization: `Bearer ${body.access_token}` }
  }

  async function submit(product: Product, given: Given = {}) {
    const { reference = randomUUID(), phoneNumber = '256770000001', headers, body } = given
    const answer = await http.post(`${mtn.baseUrl}/${product}/v1_0/${operations[product]}`, {
      headers: { ...(await authorized(product)), 'x-reference-id': reference, ...headers },
      json: body ?? orderOf(product, phoneNumber),
    })
    return { ...seen(answer), reference }
  }

  async function enquire(product: Product, reference: string, headers: Given['headers'] = {}) {
    const url = `${mtn.baseUrl}/${product}/v1_0/${operations[product]}/${reference}`
    return seen(await http.get(url, { headers: { ...(await authorized(product)), ...headers } }))
  }

  /** Enquires until the payment has ended; resolves with the body of the last answer. */
  async function ended(product: Product, reference: string) {
    const { body } = await untilEnded(
      () => enquire(product, reference),
      ({ body }) => body.status === 'PENDING',
    )
    return body
  }

  /** Makes any request to a product, and follows its path below MTN's address. */
  async function call(product: MtnProduct, path: string, { reference, body }: Pick<Given, 'reference' | 'body'> = {}) {
    const referred = reference === undefined ? {} : { 'x-reference-id': reference }
    const headers = { ...(await authorized(product)), ...referred }
    const url = `${mtn.baseUrl}/${path}`
    return seen(await (body === undefined ? http.get(url, { headers }) : http.post(url, { headers, json: body })))
  }

  return { askToken, submit, enquire, ended, basic, call }
}

/** The authorization of an API user. */
export function basicOf({ apiUser, apiKey }: { readonly apiUser: string; readonly apiKey: string }): string {
  return `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString('base64')}`
}

/** The body of a submission, as MTN wants it. */
export function orderOf(product: Product, phoneNumber = '256770000001') {
  const party = { partyIdType: 'MSISDN', partyId: phoneNumber }
  const order = { amount: '5000', currency: 'UGX', externalId: 'order-1', payerMessage: 'Thank you', payeeNote: 'Rent' }
  return { ...order, [product === 'collection' ? 'payer' : 'payee']: party }
}

const operations = { collection: 'requesttopay', disbursement: 'transfer' }

const grant = { json: { grant_type: 'client_credentials' } }
