import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Transaction } from '@sente/client'

/**
 * `new`: the shop does not know whether the gateway has it. `open`: the gateway has it. `paid` and `failed`: it has
 * ended. `refused`: the gateway has refused it, and nothing is paid. `forgotten`: it was open when the gateway was
 * restored from a backup without it; a person must find out how it ended.
 */
type OrderState = 'new' | 'open' | 'paid' | 'failed' | 'refused' | 'forgotten'

/** A payment: a sale collects, a refund pays a sale back, and a supplier is paid. */
export type Order = {
  readonly id: string
  readonly kind: 'sale' | 'refund' | 'supplier'
  readonly phone_number: string
  readonly network: string
  readonly amount: number
  readonly state: OrderState
  readonly because?: string
  /** The sale that a refund pays back. */
  readonly of?: string
  /** The batch by which a supplier is paid. */
  readonly batch?: string
  /** The failed order of a supplier that this order pays again. */
  readonly instead_of?: string
}

/** Many suppliers at once. Each line is an order of its own. The batch is `completed` when all of them have ended. */
export type Batch = {
  readonly id: string
  readonly state: 'new' | 'open' | 'completed' | 'refused' | 'forgotten'
  readonly because?: string
  /** The gateway's id of the batch. */
  readonly batch_id?: string
}

/** The shop's memory: its orders and batches, and the last event that it has read. */
type State = {
  readonly after: number
  readonly orders: Readonly<Record<string, Order>>
  readonly batches: Readonly<Record<string, Batch>>
}

const { STATE = './shop.json' } = process.env

let state: State = { after: 0, orders: {}, batches: {} }
if (existsSync(STATE)) state = { ...state, ...JSON.parse(readFileSync(STATE, 'utf8')) }

/** The shop's present knowledge. */
export const books = () => state

/** Writes to memory before anything is done. A rename is all or nothing. */
export function remember(changes: Partial<State>): void {
  const next = { ...state, ...changes }
  writeFileSync(`${STATE}.new`, JSON.stringify(next))
  renameSync(`${STATE}.new`, STATE)
  state = next
}

/** Takes orders, all or none, with the batch if they are its lines. */
export function take(orders: readonly Order[], batch?: Batch): void {
  const taken = Object.fromEntries(orders.map((order) => [order.id, order]))
  const batches = batch ? { ...state.batches, [batch.id]: batch } : state.batches
  remember({ orders: { ...state.orders, ...taken }, batches })
}

/** Changes an order, unless it has already ended: events and answers come in any order. */
export function change(id: string, changes: Partial<Order>): void {
  const order = state.orders[id]
  if (!order || order.state === 'paid' || order.state === 'failed') return
  remember({ orders: { ...state.orders, [id]: { ...order, ...changes } } })
}

/** Changes a batch, and its lines, except those that have already ended. */
export function changeBatch(id: string, changes: Partial<Batch>, linesChange: Partial<Order> = {}): void {
  const batch = state.batches[id]
  if (!batch || batch.state === 'completed') return
  const lines = linesOf(id).filter(({ state }) => state !== 'paid' && state !== 'failed')
  const changed = lines.map((line) => [line.id, { ...line, ...linesChange }])
  const batches = { ...state.batches, [id]: { ...batch, ...changes } }
  remember({ batches, orders: { ...state.orders, ...Object.fromEntries(changed) } })
}

/** The orders that a batch pays. */
export const linesOf = (batch: string) => Object.values(state.orders).filter((order) => order.batch === batch)

/** Whether an order has failed for good. */
export const isVain = ({ state }: Order) => state === 'failed' || state === 'refused'

/** The total of the refunds of a sale, without failed ones. */
export function refunded(sale: string): number {
  const refunds = Object.values(state.orders).filter((order) => order.of === sale && !isVain(order))
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

const kinds = { sale: 'collection', refund: 'refund', supplier: 'payout' }

/** Whether a payment belongs to an order. A reference alone proves nothing: another program may have used it. */
export function isFor(order: Order, { kind, amount, currency, network, phone_number }: Transaction): boolean {
  const isAmount = amount === order.amount && currency === 'UGX'
  return kind === kinds[order.kind] && isAmount && network === order.network && phone_number === order.phone_number
}
