// A small shop: it takes orders and collects for them, refunds what was paid, pays its suppliers, one by one or many at
// once, receives webhooks, recovers from being switched off at any moment, and reconciles by events.
//
//   books.ts      its memory, in one JSON file
//   paying.ts     sends a payment or a batch, until the shop knows whether the gateway has it
//   reconcile.ts  finds out how they ended
//
// It needs @sente/client alone, and these variables: BASE_URL, SECRET_KEY, PUBLIC_KEY and PIN of its account, and
// WEBHOOK_SECRET if an endpoint of the account is its /webhooks. Uncertain requests are repeated every RETRY_S seconds.
//
//   POST /orders     {"id": "17", "kind": "sale" or "supplier", "phone_number": …, "network": …, "amount": …}
//   POST /refunds    {"id": "17-back", "of": "17", "amount": …}; without an amount, all that is left
//   POST /suppliers  {"id": "friday", "lines": [{"id": "beans", "phone_number": …, "network": …, "amount": …}, …]}
//   GET  /orders     all of them and how they ended
//
// After a failed payment, a supplier is paid again by an order with "instead_of", which names the first one.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@sente/client'
import { type Batch, books, isVain, type Order, refunded, take } from './books.ts'
import { pay, payBatch } from './paying.ts'
import { reconcile, takeEvent } from './reconcile.ts'

const { WEBHOOK_SECRET, PORT = '0' } = process.env

/** An order that the shop itself does not accept, with the reason. */
class Unfit extends Error {}

async function takeOrder(asked: Order): Promise<Order> {
  const { id, kind, phone_number, network, amount, instead_of } = asked
  const known = books().orders[id]
  if (known) return known
  if (instead_of !== undefined) checkInstead(instead_of)
  const order: Order = { id, kind, phone_number, network, amount, state: 'new', ...(instead_of && { instead_of }) }
  return paid(order)
}

/** Prevents paying twice: the first payment has failed, and so has each other one in its place. */
function checkInstead(first: string): void {
  const order = books().orders[first]
  if (!order || !isVain(order)) throw new Unfit(`${first} is ${order?.state ?? 'unknown'}, and must not be paid again`)
  const other = Object.values(books().orders).find((each) => each.instead_of === first && !isVain(each))
  if (other) throw new Unfit(`${first} is already paid by ${other.id}`)
}

/** Takes a refund. It goes to the phone that paid. The gateway decides how much can be refunded. */
async function takeRefund({ id, of, amount }: { id: string; of: string; amount?: number }): Promise<Order> {
  const known = books().orders[id]
  if (known) return known
  const sale = books().orders[of]
  if (sale?.kind !== 'sale') throw new Unfit(`${of} is no sale`)
  const { phone_number, network } = sale
  const left = sale.amount - refunded(of) || sale.amount
  return paid({ id, kind: 'refund', of, phone_number, network, amount: amount ?? left, state: 'new' })
}

async function paid(order: Order): Promise<Order> {
  take([order])
  await pay(order)
  return books().orders[order.id] ?? order
}

async function takeBatch({ id, lines }: { id: string; lines: readonly Order[] }): Promise<Batch> {
  const known = books().batches[id]
  if (known) return known
  const orders = lines.map(({ id: line, phone_number, network, amount }, index): Order => {
    const isTwice = lines.findIndex((each) => each.id === line) < index
    if (books().orders[line] || isTwice) throw new Unfit(`${line} is already known`)
    return { id: line, kind: 'supplier', phone_number, network, amount, state: 'new', batch: id }
  })
  const batch: Batch = { id, state: 'new' }
  take(orders, batch)
  await payBatch(batch)
  return books().batches[id] ?? batch
}

function everything() {
  const { after, orders, batches } = books()
  const shown = Object.values(orders).map((order) =>
    order.kind === 'sale' ? { ...order, refunded: refunded(order.id) } : order,
  )
  return { after, orders: shown, batches: Object.values(batches) }
}

async function takeWebhook(request: IncomingMessage): Promise<number> {
  const { headers } = request
  const secrets = WEBHOOK_SECRET === undefined ? [] : [WEBHOOK_SECRET]
  const message = await verifyWebhook({ body: await text(request), headers, secrets })
  if ('refused' in message) return 400
  if (message.type !== 'webhook.test') takeEvent(message)
  return 204
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = `${request.method} ${request.url}`
  const body = async () => JSON.parse(await text(request))
  const show = (what: object) => response.end(JSON.stringify(what))
  if (asked === 'POST /webhooks') response.writeHead(await takeWebhook(request)).end()
  else if (asked === 'POST /orders') show(await takeOrder(await body()))
  else if (asked === 'POST /refunds') show(await takeRefund(await body()))
  else if (asked === 'POST /suppliers') show(await takeBatch(await body()))
  else if (asked === 'GET /orders') show(everything())
  else response.writeHead(404).end()
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    if (error instanceof Unfit) return void response.writeHead(409).end(JSON.stringify({ message: error.message }))
    console.error(error)
    response.writeHead(500).end()
  })
})

// An order that was new when the shop was switched off may have arrived or not: it is sent again under the same
// reference.
for (const order of Object.values(books().orders)) if (order.state === 'new' && !order.batch) void pay(order)
for (const batch of Object.values(books().batches)) if (batch.state === 'new') void payBatch(batch)
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
await reconcile()
