import { setTimeout } from 'node:timers/promises'
import { askForBatch, type BatchRequest } from '../../attacks/crashes/load/batches.ts'
import { openLink } from '../../attacks/crashes/load/links.ts'
import { askFor, customersOf, type PaymentRequest } from '../../attacks/crashes/load/merchant.ts'
import type { Merchant } from '../../fixtures/processes.ts'
import { patienceMs } from '../../fixtures/until.ts'

/** The funding of a merchant's account. */
export const fundedUgx = 1_000_000_000

/** The least amount of a collection, and the amount through links opened long before. */
const [collectedUgx, collectedLaterUgx] = [100_000, 200_000]

/** Numbers of payments that a network takes and ends within seconds, whatever its answer; see docs/test-numbers.md. */
const numbers = ['100001', '990471', '990472', '990475', '990477', '990450', '990451']

/**
 * This many payments of one merchant, of both kinds over both networks, each of another amount: much is collected, and
 * little paid out.
 */
export function paymentsOf(merchant: Merchant, count: number, from = 0): PaymentRequest[] {
  const account = { id: merchant.accountId, ...merchant, pin: '4071', fundedMinor: BigInt(fundedUgx) }
  return Array.from({ length: count }, (_, nth) => {
    const index = from + nth
    const number = numbers[index % numbers.length] ?? ''
    const network = index % 3 === 0 ? 'AIRTEL' : 'MTN'
    const order = {
      kind: index % 2 === 0 ? 'payout' : 'collection',
      network,
      number,
      account: 0,
      flaw: 'none',
    } as const
    const amount = (order.kind === 'payout' ? 1_000 : collectedUgx) + index
    const request = { order, account, reference: `order-${index}`, amount, times: 0, isConfirmed: false }
    return { ...request, known: { is: 'unknown' } }
  })
}

/**
 * The request of this number, after those: a payment, a collection by two customers of a link, or a refund of a
 * collection opened some time ago. Only the customers of a link have the same amount.
 */
export function askedNext(
  merchants: readonly Merchant[],
  index: number,
  before: readonly PaymentRequest[],
): readonly PaymentRequest[] {
  const merchant = merchants[index % merchants.length]
  const [payment] = merchant ? paymentsOf(merchant, 1, index) : []
  if (!payment) throw new Error('there is no merchant')
  if (index % 10 === 9) return customersOf(payment)
  const collections = index % 10 === 5 ? before.filter(isRefundable) : []
  const collection = collections[Math.floor(collections.length / 2)]
  if (!collection) return [payment]
  const { account, order, reference } = collection
  const refund = { account, order: { ...order, kind: 'refund' }, collection: reference, amount: 1_000 + index } as const
  return [{ ...payment, ...refund }]
}

/** A link opened now, and paid later, by two customers. */
export async function openedLink(url: string, merchant: Merchant, index: number): Promise<readonly PaymentRequest[]> {
  // Collections have odd numbers.
  const [payment] = paymentsOf(merchant, 1, 2 * index + 1)
  if (!payment) throw new Error('there is no payment')
  const customers = customersOf({ ...payment, reference: `later-${index}`, amount: collectedLaterUgx + index })
  for (const { form, account, amount } of customers) if (form) await openLink(url, { account, amount }, form.link)
  return customers
}

function isRefundable({ order, form, known }: PaymentRequest): boolean {
  return order.kind === 'collection' && form === undefined && known.is === 'opened'
}

/** This many refunds of one collection, each of another amount. */
export function refundsOf(collection: PaymentRequest, count: number): PaymentRequest[] {
  const { account, order, reference } = collection
  return Array.from({ length: count }, (_, index) => ({
    ...{ order: { ...order, kind: 'refund' }, account, reference: `refund-${index}`, amount: 4_000 + index },
    ...{ collection: reference, known: { is: 'unknown' }, times: 0, isConfirmed: false },
  }))
}

/** A batch of this many lines over both networks, each of another amount and to another number. */
export function batchOf(merchant: Merchant, count: number): BatchRequest {
  const account = { id: merchant.accountId, ...merchant, pin: '4071', fundedMinor: BigInt(fundedUgx) }
  const order = { account: 0, lines: [], isFlawed: false, deed: 'none' } as const
  const lines = Array.from({ length: count }, (_, index): PaymentRequest => {
    const number = String(200_000 + index)
    const network = index % 3 === 0 ? 'AIRTEL' : 'MTN'
    return {
      ...{ order: { kind: 'payout', network, number, account: 0, flaw: 'none' }, account, reference: `line-${index}` },
      ...{ amount: 20_000 + index, known: { is: 'line' }, times: 0, isConfirmed: true },
    }
  })
  return { order, account, reference: 'salaries', lines, known: { is: 'unknown' }, times: 0, approval: 'none' }
}

/** Lets a node accept a batch. */
export async function accepted(url: string, batch: BatchRequest): Promise<void> {
  await askForBatch(url, batch)
  if (batch.known.is !== 'opened') throw new Error(`a batch was answered ${JSON.stringify(batch.known)}`)
}

/** The number of requests at once. */
const atOnce = 12

/** The pause before a merchant repeats a request, in milliseconds. */
const pauseMs = 100

/**
 * Requests payments from all nodes in turn, and reports each answer. A payment without an answer, or with a 500 that
 * says nothing about it, is requested again under its reference from the next node, until it is answered or the
 * merchant has lost patience.
 */
export async function loadOver(
  urls: readonly string[],
  payments: Iterable<PaymentRequest>,
  onAnswered: (request: PaymentRequest) => void | Promise<void> = () => {},
): Promise<void> {
  const left = payments[Symbol.iterator]()
  let turn = 0
  async function ask(request: PaymentRequest, giveUpMs: number): Promise<void> {
    turn += 1
    request.times += 1
    try {
      request.known = await askFor(urls[turn % urls.length] ?? '', request)
    } catch {
      // No answer came: its outcome is unknown.
    }
    if (request.known.is === 'refused' && request.known.code === 'internal_error') request.known = { is: 'unknown' }
    if (request.known.is === 'unknown' && performance.now() < giveUpMs) {
      await setTimeout(pauseMs)
      await ask(request, giveUpMs)
    }
  }
  async function worker(): Promise<void> {
    for (let next = left.next(); !next.done; next = left.next()) {
      await ask(next.value, performance.now() + patienceMs)
      if (next.value.known.is !== 'unknown') await onAnswered(next.value)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
