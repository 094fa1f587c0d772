// A small shop: it takes orders, collects for them and pays refunds, receives webhooks, recovers from being switched
// off at any moment, and reconciles by events. Its state is one JSON file.
//
// It needs sente alone, and these variables: BASE_URL, SECRET_KEY, PUBLIC_KEY and PIN of its account, and WEBHOOK_SECRET
// where an endpoint of the account is its /webhooks.
//
//   POST /orders    {"id": "17", "kind": "sale" or "refund", "phone_number": …, "network": …, "amount": …}
//   GET  /orders    all orders and how they ended

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createClient,
  type Event,
  isRefused,
  type Refused,
  RefusedError,
  type Transaction,
  verifyWebhook,
} from '@sente/client'

const { BASE_URL = '', SECRET_KEY = '', PUBLIC_KEY = '', PIN = '', WEBHOOK_SECRET, STATE = './shop.json' } = process.env
const { PORT = '0' } = process.env

/**
 * `new`: it is not known whether the gateway has it. `open`: the gateway has it. `paid` and `failed`: it has ended.
 * `refused`: the gateway would not take it, and nothing was recorded. `forgotten`: it was open when the gateway was
 * restored from a backup that does not have it; a person has to find out how it ended.
 */
type Order = {
  readonly id: string
  readonly kind: 'sale' | 'refund'
  readonly phone_number: string
  readonly network: string
  readonly amount: number
  readonly state: 'new' | 'open' | 'paid' | 'failed' | 'refused' | 'forgotten'
  readonly because?: string
}

/** All that the shop remembers: its orders, and the last event that it has read. */
type State = { readonly after: number; readonly orders: Readonly<Record<string, Order>> }

let state: State = existsSync(STATE) ? JSON.parse(readFileSync(STATE, 'utf8')) : { after: 0, orders: {} }

/** Remembers before anything is done: a rename is all or nothing. */
function remember(next: State): void {
  writeFileSync(`${STATE}.new`, JSON.stringify(next))
  renameSync(`${STATE}.new`, STATE)
  state = next
}

/** Changes an order, unless it has ended already: events and answers come in any order. */
function change(id: string, changes: Partial<Order>): void {
  const order = state.orders[id]
  if (!order || order.state === 'paid' || order.state === 'failed') return
  remember({ ...state, orders: { ...state.orders, [id]: { ...order, ...changes } } })
}

const client = createClient({ baseUrl: BASE_URL, secretKey: SECRET_KEY, publicKey: PUBLIC_KEY })

/** Collects or pays for an order under its own id, until it is known whether the gateway has it. */
async function pay(order: Order): Promise<void> {
  const { id, kind, phone_number, network, amount } = order
  const payment = { reference: id, phone_number, network, amount, currency: 'UGX', metadata: { order: id } }
  for (;;) {
    const answer = await (kind === 'sale' ? client.collectMoney(payment) : client.sendMoney({ ...payment, pin: PIN }))
    // With a transaction it was recorded: now, or before the shop was switched off. Events tell how it ends.
    const isRecorded = !isRefused(answer) || (answer.transactionId !== undefined && answer.isSamePayment !== false)
    if (isRecorded) return change(id, { state: 'open' })
    if (isFinal(answer)) {
      // This call was refused, but an earlier one may have made the payment.
      const found = await client.transactions({ reference: id })
      if (!isRefused(found)) {
        const has = found.transactions.some((each) => isFor(order, each))
        return change(id, has ? { state: 'open' } : { state: 'refused', because: answer.refused })
      }
    }
    await pause(5_000)
  }
}

/** Whether a refusal stays what it is however often the payment is repeated. */
function isFinal({ status, mayHaveArrived }: Refused): boolean {
  return status !== null && status < 500 && status !== 429 && !mayHaveArrived
}

/** Whether a payment is an order's. A reference alone proves nothing: another program may have used it. */
function isFor(order: Order, { kind, amount, currency, network, phone_number }: Transaction): boolean {
  const isKind = kind === (order.kind === 'sale' ? 'collection' : 'payout')
  const isAmount = amount === order.amount && currency === 'UGX'
  return isKind && isAmount && network === order.network && phone_number === order.phone_number
}

/** What an event says about an order; it may come twice, and before the answer to the payment. */
function hear({ type, data }: Pick<Event, 'type' | 'data'>): void {
  if (!('state' in data)) return
  const { reference, reason } = data
  const order = state.orders[reference]
  if (!order || !isFor(order, data)) return
  if (type.endsWith('.succeeded')) change(reference, { state: 'paid' })
  else change(reference, { state: 'failed', ...(reason !== null && { because: reason }) })
}

/** Reads every event once, from where the shop stopped; a webhook only makes it happen sooner. */
async function reconcile(): Promise<never> {
  for (;;) {
    try {
      for await (const event of client.events({ after: state.after })) {
        hear(event)
        remember({ ...state, after: event.sequence })
      }
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.refused !== 'beyond_last_event') throw error
      console.error(error.message)
      await compare()
    }
  }
}

/** Tells people which orders the gateway has forgotten, pays none of them again, and reads the events from the first. */
async function compare(): Promise<void> {
  for (const order of Object.values(state.orders)) {
    const found = await client.transactions({ reference: order.id })
    if (isRefused(found)) throw new RefusedError(found)
    if (order.state === 'new' || order.state === 'refused' || found.transactions.some((each) => isFor(order, each)))
      continue
    console.error(`The gateway has forgotten order ${order.id}, which is ${order.state} here.`)
    change(order.id, { state: 'forgotten' })
  }
  remember({ ...state, after: 0 })
}

async function takeOrder(request: IncomingMessage): Promise<Order> {
  const { id, kind, phone_number, network, amount } = JSON.parse(await text(request))
  const known = state.orders[id]
  if (known) return known
  const order: Order = { id, kind, phone_number, network, amount, state: 'new' }
  remember({ ...state, orders: { ...state.orders, [id]: order } })
  await pay(order)
  return state.orders[id] ?? order
}

async function hearWebhook(request: IncomingMessage): Promise<number> {
  const { headers } = request
  const secrets = WEBHOOK_SECRET === undefined ? [] : [WEBHOOK_SECRET]
  const message = await verifyWebhook({ body: await text(request), headers, secrets })
  if ('refused' in message) return 400
  if (message.type !== 'webhook.test') hear(message)
  return 204
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = `${request.method} ${request.url}`
  if (asked === 'POST /webhooks') {
    response.writeHead(await hearWebhook(request)).end()
  } else if (asked === 'POST /orders') {
    response.end(JSON.stringify(await takeOrder(request)))
  } else if (asked === 'GET /orders') {
    response.end(JSON.stringify({ after: state.after, orders: Object.values(state.orders) }))
  } else {
    response.writeHead(404).end()
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})

// What was new when the shop was switched off may have arrived or not: it is sent again under the same reference.
for (const order of Object.values(state.orders)) if (order.state === 'new') void pay(order)
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
await reconcile()
