import { randomUUID } from 'node:crypto'

/** The credentials of a merchant. */
export type Merchant = { readonly secretKey: string; readonly publicKey: string; readonly pin: string }

/** The common options of the requests of a run. */
export type Orders = {
  /** The address of the server under measurement. */
  readonly url: string
  /** Each request is sent by one of these merchants, chosen at random. */
  readonly merchants: readonly Merchant[]
  /** Decides the behaviour of the simulated network. */
  readonly phoneNumber: string
}

/** Makes a writer of send-money requests as HTTP/1.1 text, each with a new reference. */
export function payoutWriter(orders: Orders): () => string {
  const prepared = orders.merchants.map((merchant) => preparePayout(merchant, orders))
  return () => {
    const { before, after } = prepared[Math.floor(Math.random() * prepared.length)] as Prepared
    return before + randomUUID() + after
  }
}

/** Makes a writer of balance look-ups. */
export function lookUpWriter({ url, merchants }: Orders): () => string {
  const texts = merchants.map(({ secretKey }) => head('GET /api/v1/balances', { url, secretKey }).concat('\r\n'))
  return () => texts[Math.floor(Math.random() * texts.length)] as string
}

type Prepared = { readonly before: string; readonly after: string }

function preparePayout({ secretKey, publicKey, pin }: Merchant, { url, phoneNumber }: Orders): Prepared {
  const reference = randomUUID()
  const body = JSON.stringify({
    apikey: publicKey,
    reference,
    phone_number: phoneNumber,
    amount: 500,
    currency: 'UGX',
    network: 'MTN',
    pin,
  })
  const entity = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const [before = '', after = ''] = entity.split(reference)
  return { before: head('POST /api/v1/send-money', { url, secretKey }) + before, after }
}

function head(what: string, { url, secretKey }: { url: string; secretKey: string }): string {
  return `${what} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${secretKey}\r\n`
}
