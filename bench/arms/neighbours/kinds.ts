import type { Merchant } from '../../instruments/merchants.ts'
import type { Targets } from './targets.ts'

/** A kind of request, as expensive as a merchant or a stranger can make it. */
export type Kind = {
  readonly name: string
  /** As HTTP text. A burst takes them in turn. */
  readonly requests: readonly string[]
  readonly connections?: number
  readonly pipelined?: number
  readonly unread?: boolean
}

/** The largest body that is read. */
const mostBytes = 16 * 1_024

/** The number of batches of the largest size that are sent at once. */
const batchesAtOnce = 50

/** Texts that are slow to check. */
const elements = Array.from({ length: 2_700 }, (_, nth) => nth)
const fields = Object.fromEntries(elements.slice(0, 1_400).map((nth) => [`f${nth}`, 0]))

/** The noisy merchant, and another one whose PIN is guessed: its lock would refuse all payouts of the same account. */
type Noisy = { readonly merchant: Merchant; readonly guessed: Merchant }

/** Every kind of request of the API, each at its most expensive. */
export function kindsOf(host: string, { merchant, guessed }: Noisy, targets: Targets): Kind[] {
  const { publicKey, pin } = merchant
  const keyOf = ({ secretKey }: Merchant) => `Authorization: Bearer ${secretKey}\r\n`
  const key = keyOf(merchant)
  const head = (what: string, more = key) => `${what} HTTP/1.1\r\nHost: ${host}\r\n${more}`
  const get = (path: string, more = key) => `${head(`GET ${path}`, more)}\r\n`
  const api = (path: string, more = '') => get(`/api/v1${path}`, `${key}${more}`)
  const send = (what: string, body: object, more = key) => {
    const json = JSON.stringify(body).slice(0, mostBytes)
    return `${head(what, more)}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`
  }
  const payment = { apikey: publicKey, reference: 'noise', phone_number: '256770000001', amount: 500, currency: 'UGX' }
  const batch = (most: number) => {
    const line = { ...payment, apikey: undefined, network: 'MTN', description: 'x'.repeat(350) }
    const lines = Array.from({ length: most }, (_, nth) => ({ ...line, reference: `wage-${nth}` }))
    const json = JSON.stringify({ apikey: publicKey, reference: 'noise', lines })
    const path = '/api/v1/payout-batches?dry_run=true'
    return `${head(`POST ${path}`)}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
  }
  const one = (name: string, ...requests: string[]): Kind => ({ name, requests })
  const { transactionId, eventId, endpointId, phoneNumber } = targets
  const endpoint = `/api/v1/webhook-endpoints/${endpointId}`
  const json = 'Accept: application/json\r\n'
  return [
    one('transactions, 100 of them', api('/transactions?limit=100')),
    one('transactions, filtered', api('/transactions?limit=100&kind=collection&state=failed&network=AIRTEL')),
    one('transactions by phone number', api(`/transactions?limit=100&phone_number=${phoneNumber}`)),
    one('transactions, pending', api('/transactions?limit=100&state=pending')),
    one('transactions by reference', api('/transactions?reference=none')),
    one('one transaction', api(`/transactions/${transactionId}`)),
    one('balances', api('/balances')),
    one('networks', api('/networks')),
    one('events, 100 of them', api('/events?limit=100')),
    one('events of a rare type', api('/events?limit=100&type=balance.withdrawn')),
    one('events, waiting', api('/events?after=999999&wait=1')),
    one('statement as JSON', api('/statement?currency=UGX&limit=100', json)),
    { ...one('statement as CSV', api('/statement?currency=UGX', 'Accept: text/csv\r\n')), connections: 50 },
    one('webhook endpoints', get('/api/v1/webhook-endpoints')),
    one('a new webhook endpoint', send('POST /api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/noise' })),
    one('a changed webhook endpoint', send(`PATCH ${endpoint}`, { enabled: true })),
    one('a rotated secret', send(`POST ${endpoint}/rotate-secret`, {})),
    one('a test message', send(`POST ${endpoint}/test`, {})),
    one('deliveries, 100 of them', get(`${endpoint}/deliveries?limit=100`)),
    one('an event delivered again', send(`POST /api/v1/events/${eventId}/redeliver`, {})),
    one(
      'payouts with a wrong PIN',
      send(
        'POST /api/v1/send-money',
        { ...payment, apikey: guessed.publicKey, network: 'MTN', pin: `9${pin}` },
        keyOf(guessed),
      ),
    ),
    one('payouts with a used reference', send('POST /api/v1/send-money', { ...payment, network: 'MTN', pin })),
    one('collections that are refused', send('POST /api/v1/collect-money', { ...payment, currency: 'XXX' })),
    one('bad bodies of 16 KiB', send('POST /api/v1/send-money', fields)),
    one('bad lists of 16 KiB', send('POST /api/v1/webhook-endpoints', { url: 'https://a.b', types: elements })),
    { ...one('batches of 5 MiB, checked', batch(10_000)), connections: batchesAtOnce },
    one('paths that do not exist', get('/api/v1/nothing')),
    one('wrong keys', get('/api/v1/balances', 'Authorization: Bearer wrong\r\n')),
    one('callbacks', `${head('POST /callbacks/wrong', '')}Content-Length: 0\r\n\r\n`),
    one('pages about errors', get('/errors/outcome_unknown', '')),
    one('the rules', get('/rulebook', '')),
    one('the description', get('/openapi.json', '')),
    one('the reference’s program', get('/reference/redoc.js', '')),
    {
      ...one('the same, pipelined, unread', get('/reference/redoc.js', '')),
      connections: 300,
      pipelined: 20,
      unread: true,
    },
  ]
}
