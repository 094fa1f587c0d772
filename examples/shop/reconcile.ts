import { type Event, isRefused, RefusedError } from '@sente/client'
import { books, change, changeBatch, isFor, linesOf, remember } from './books.ts'
import { client } from './paying.ts'

/** Handles an event about an order. The event may come twice, and before the answer to the payment. */
export function takeEvent({ type, data }: Pick<Event, 'type' | 'data'>): void {
  if (!('transaction_id' in data)) return
  const { reference, reason } = data
  const order = books().orders[reference]
  if (!order || !isFor(order, data)) return
  if (type.endsWith('.succeeded')) change(reference, { state: 'paid' })
  else change(reference, { state: 'failed', ...(reason !== null && { because: reason }) })
}

/** Reads every event once, from the place where the shop stopped. A webhook only makes it happen sooner. */
export async function reconcile(): Promise<never> {
  for (;;) {
    try {
      for await (const event of client.events({ after: books().after })) {
        takeEvent(event)
        if (event.type === 'batch.completed') await complete(event.data)
        remember({ after: event.sequence })
      }
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refusal.refused !== 'beyond_last_event') throw error
      console.error(error.message)
      await compare()
    }
  }
}

/** Completes a batch. Events show how payouts ended. A line without a payout has no event: the batch has the reason. */
async function complete({ batch_id, reference }: { batch_id: string; reference: string }): Promise<void> {
  if (books().batches[reference] === undefined) return
  for await (const line of client.eachBatchLine(batch_id)) {
    const { reference: id, state, code } = line
    if (books().orders[id]?.batch !== reference) continue
    if (state === 'refused' || state === 'cancelled') change(id, { state: 'refused', because: code ?? state })
  }
  changeBatch(reference, { state: 'completed', batch_id })
}

/** Names the orders that the gateway has forgotten, pays none of them again, and reads the events from the first. */
async function compare(): Promise<void> {
  const waiting = await linesThatWait()
  for (const order of Object.values(books().orders)) {
    const found = await client.transactions({ reference: order.id })
    if (isRefused(found)) throw new RefusedError(found)
    const isKnown = waiting.has(order.id) || found.transactions.some((each) => isFor(order, each))
    if (order.state === 'new' || order.state === 'refused' || isKnown) continue
    console.error(`The gateway has forgotten order ${order.id}, which is ${order.state} here.`)
    change(order.id, { state: 'forgotten' })
  }
  remember({ after: 0 })
}

/** The lines of batches that are not yet payouts. */
async function linesThatWait(): Promise<ReadonlySet<string>> {
  const waiting = new Set<string>()
  for (const { id, state, batch_id } of Object.values(books().batches)) {
    if (state !== 'open' || batch_id === undefined) continue
    const found = await client.batch(batch_id)
    if (!isRefused(found)) {
      for await (const line of client.eachBatchLine(batch_id, { state: 'waiting' })) waiting.add(line.reference)
    } else if (found.refused === 'batch_not_found') {
      console.error(`The gateway has forgotten batch ${id} of ${linesOf(id).length} lines.`)
      changeBatch(id, { state: 'forgotten' })
    } else {
      throw new RefusedError(found)
    }
  }
  return waiting
}
