import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { tokens } from '../../../../composition/tokens.ts'
import { pauseNetwork, resumeNetwork } from '../../../../core/sente.ts'
import type { requestsOf, SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import type { openFront } from './openFront.ts'

/** A shop's view of an order. */
export type Order = {
  readonly id: string
  readonly kind: string
  readonly amount: number
  readonly state: string
  readonly because?: string
  readonly refunded?: number
}

type Books = {
  readonly after: number
  readonly orders: readonly Order[]
  readonly batches: readonly { id: string; state: string; batch_id?: string }[]
}

/** A shop that can be killed, and functions to use it. */
export type RunningShop = {
  readonly call: ReturnType<typeof requestsOf>
  open(): void
  kill(): Promise<void>
  ask(path: string, body?: object): Promise<unknown>
  /** Sends one request. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>
}

type Place = { readonly gateway: SandboxGateway; readonly front: Awaited<ReturnType<typeof openFront>> }

/** A sale, its refunds, and suppliers paid in a batch; the shop is killed before or after each request arrives. */
export async function dayOfAShop(shop: RunningShop, { gateway, front }: Place): Promise<void> {
  const books = async () => (await shop.ask('/orders')) as Books
  const outcomes = async () =>
    (await books()).orders.map(({ id, state, because }) => [id, state, ...(because ? [because] : [])].join(' ')).sort()

  async function until(...wanted: string[]): Promise<void> {
    for (let shown = await outcomes(); !wanted.every((each) => shown.includes(each)); shown = await outcomes())
      await pause(50)
  }

  const refusal = async (path: string, body: object) => {
    const answer = await shop.post(path, body)
    return [answer.status, await answer.json()]
  }

  /** Sends a request, kills the shop while it waits for the answer, and opens it again. */
  async function cut(trouble: 'request held' | 'answer held', path: string, body: object): Promise<void> {
    const met = front.hold(trouble)
    const asked = shop.ask(path, body)
    await met
    await shop.kill()
    shop.open()
    await asked
  }

  const mtn = { network: 'MTN', phone_number: '256770000001' }
  const supplier = { ...mtn, kind: 'supplier' }
  shop.open()

  await cut('request held', '/orders', { id: 'tea', kind: 'sale', ...mtn, amount: 5_000 })
  await until('tea paid')
  await cut('answer held', '/refunds', { id: 'tea-back', of: 'tea', amount: 2_000 })
  await cut('request held', '/refunds', { id: 'tea-rest', of: 'tea' })
  await until('tea-back paid', 'tea-rest paid')
  const beyond = { id: 'tea-beyond', of: 'tea', amount: 500 }
  expect(await shop.ask('/refunds', beyond)).to.include({ state: 'refused', because: 'refund_exceeds_collection' })

  const decision = { network: 'AIRTEL', by: 'amina', because: 'the portal is being moved' }
  const { container } = gateway
  const [{ secrets }, { channelStops }] = [container.get(tokens.accountPorts), container.get(tokens.store)]
  const ports = { channelStops, secrets, market: container.get(tokens.market), clock: container.get(tokens.clock) }
  await pauseNetwork(ports)(decision)
  const lines = [
    { id: 'beans', ...mtn, amount: 600 },
    { id: 'sugar', network: 'MTN', phone_number: '256770990451', amount: 700 },
    { id: 'rice', network: 'AIRTEL', phone_number: '256750000002', amount: 800 },
  ]
  await cut('answer held', '/suppliers', { id: 'friday', lines })
  await until('beans paid', 'sugar failed customer_rejected', 'rice open')
  const batch = (await books()).batches[0]?.batch_id
  expect((await shop.call(`payout-batches/${batch}/cancel`, {})).status).to.equal(200)
  await until('rice refused cancelled')
  await resumeNetwork(ports)(decision)

  const again = { ...supplier, amount: 700, instead_of: 'sugar' }
  expect(await refusal('/orders', { ...supplier, id: 'beans-again', amount: 600, instead_of: 'beans' })).to.deep.equal([
    409,
    { message: 'beans is paid, and must not be paid again' },
  ])
  await cut('answer held', '/orders', { ...again, id: 'sugar-again' })
  expect(await refusal('/orders', { ...again, id: 'sugar-thrice' })).to.deep.equal([
    409,
    { message: 'sugar is already paid by sugar-again' },
  ])

  const bad = [
    { id: 'salt', ...mtn, amount: 500 },
    { id: 'oil', ...mtn, amount: 1 },
  ]
  await cut('request held', '/suppliers', { id: 'monday', lines: bad })
  const ends = [
    'beans paid',
    'oil refused amount_below_minimum',
    'rice refused cancelled',
    'salt refused batch_refused',
    'sugar failed customer_rejected',
    'sugar-again paid',
    'tea paid',
    'tea-back paid',
    'tea-beyond refused refund_exceeds_collection',
    'tea-rest paid',
  ]
  await until(...ends)

  const before = await books()
  expect(await shop.ask('/suppliers', { id: 'friday', lines })).to.include({ id: 'friday', state: 'completed' })
  await shop.kill()
  shop.open()
  expect(await books()).to.deep.equal(before)
  expect(await outcomes()).to.deep.equal(ends)
  expect(before.batches.map(({ id, state }) => `${id} ${state}`)).to.deep.equal(['friday completed', 'monday refused'])
  await compare(shop, before)
  await hearsOnlyTheGateway(shop)
}

/** Accepts the webhooks of the gateway, and refuses unsigned ones. */
async function hearsOnlyTheGateway({ call, post }: RunningShop): Promise<void> {
  const { webhook_endpoints } = await dataOf<{ webhook_endpoints: { endpoint_id: string }[] }>(
    call,
    'webhook-endpoints',
  )
  const path = `webhook-endpoints/${webhook_endpoints[0]?.endpoint_id}/deliveries?limit=100`
  const { deliveries } = await dataOf<{ deliveries: { status: number | null }[] }>(call, path)
  const statuses = new Set(deliveries.map(({ status }) => status))
  statuses.delete(null)
  expect([...statuses]).to.deep.equal([204])
  const forged = { 'webhook-id': 'forged', 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` }
  const signed = { ...forged, 'webhook-signature': `v1,${btoa('forged')}` }
  const message = { type: 'payout.failed', data: { transaction_id: 'none', reference: 'none', reason: null } }
  expect((await post('/webhooks', message, signed)).status).to.equal(400)
}

async function dataOf<Data>(call: RunningShop['call'], path: string): Promise<Data> {
  return ((await (await call(path)).json()) as { data: Data }).data
}

const signs: Readonly<Record<string, number>> = { sale: 1, refund: -1, supplier: -1 }

const states: Readonly<Record<string, string>> = { succeeded: 'paid', failed: 'failed' }

/** Expects the shop's books and the gateway's to agree: each payment once, and the money to the shilling. */
async function compare({ call }: RunningShop, { after, orders }: Books): Promise<void> {
  const { transactions } = await dataOf<{ transactions: { reference: string; state: string; amount: number }[] }>(
    call,
    'transactions?limit=100',
  )
  const theirs = transactions.map(({ reference, state, amount }) => `${reference} ${states[state]} ${amount}`)
  const ours = orders
    .filter(({ state }) => state !== 'refused')
    .map(({ id, state, amount }) => `${id} ${state} ${amount}`)
  expect(ours.sort()).to.deep.equal(theirs.sort())
  const paid = orders.filter(({ state }) => state === 'paid')
  const sum = paid.reduce((all, { kind, amount }) => all + (signs[kind] ?? Number.NaN) * amount, 1_010_000)
  expect(await dataOf(call, 'balances')).to.deep.equal({ UGX: { available: sum, held: 0 } })
  expect(await dataOf(call, `events?after=${after}`)).to.deep.equal({ events: [], next: after })
  expect(orders.find(({ id }) => id === 'tea')?.refunded).to.equal(5_000)
}
