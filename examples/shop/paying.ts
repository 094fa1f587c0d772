import { setTimeout as pause } from 'node:timers/promises'
import { createClient, isRefused, type Refused } from '@sente/client'
import { type Batch, change, changeBatch, isFor, linesOf, type Order } from './books.ts'

const { BASE_URL = '', SECRET_KEY = '', PUBLIC_KEY = '', PIN = '', RETRY_S = '5' } = process.env

/** The way to the gateway. */
export const client = createClient({ baseUrl: BASE_URL, secretKey: SECRET_KEY, publicKey: PUBLIC_KEY })

const retryMs = Number(RETRY_S) * 1_000

/** Pays an order under its own id, until the shop knows whether the gateway has it. Events show how it ends. */
export async function pay(order: Order): Promise<void> {
  for (;;) {
    const answer = await send(order)
    // With a transaction it was recorded: now, or before the shop was switched off.
    const isRecorded = !isRefused(answer) || (answer.transactionId !== undefined && answer.isSamePayment !== false)
    if (isRecorded) return change(order.id, { state: 'open' })
    if (isFinal(answer)) {
      // This call was refused, but an earlier one may have made the payment.
      const found = await client.transactions({ reference: order.id })
      if (!isRefused(found)) {
        const has = found.transactions.some((each) => isFor(order, each))
        return change(order.id, has ? { state: 'open' } : { state: 'refused', because: answer.refused })
      }
    }
    await pause(retryMs)
  }
}

function send({ id: reference, kind, of = '', phone_number, network, amount }: Order) {
  const payment = { reference, phone_number, network, amount, currency: 'UGX', metadata: { order: reference } }
  if (kind === 'sale') return client.collectMoney(payment)
  if (kind === 'refund') return client.refundMoney({ reference, collection: of, amount, pin: PIN })
  return client.sendMoney({ ...payment, pin: PIN })
}

/** Whether a refusal is final, however often the payment is repeated. */
function isFinal({ status, mayHaveArrived }: Refused): boolean {
  return status !== null && status < 500 && status !== 429 && !mayHaveArrived
}

/**
 * The codes with which the gateway refuses a batch once it has seen that its reference is free. Such a batch was never
 * accepted.
 */
const refusedAfterReference = ['batch_refused', 'pin_not_set', 'invalid_pin', 'insufficient_balance']

/** Requests a batch under its own id, until the shop knows whether the gateway has it. The gateway pays its lines. */
export async function payBatch({ id }: Batch): Promise<void> {
  const lines = linesOf(id).map(({ id: reference, phone_number, network, amount }) => {
    return { reference, phone_number, network, amount, currency: 'UGX' }
  })
  for (;;) {
    const answer = await client.sendBatch({ reference: id, pin: PIN, lines }, { confirmRepeats: true })
    if (!isRefused(answer)) return changeBatch(id, { state: 'open', batch_id: answer.batch_id }, { state: 'open' })
    const { refused: because, batchId: batch_id, isSamePayment } = answer
    if (batch_id !== undefined && isSamePayment !== false)
      return changeBatch(id, { state: 'open', batch_id }, { state: 'open' })
    if (batch_id !== undefined || refusedAfterReference.includes(because)) return refuseBatch(id, answer)
    console.error(`Batch ${id} is not accepted yet: ${answer.message}`)
    await pause(retryMs)
  }
}

/** One bad line refuses them all. Each line has the reason: its own mistake, or another line's. */
function refuseBatch(id: string, { refused: because, lines = [] }: Refused): void {
  changeBatch(id, { state: 'refused', because }, { state: 'refused', because })
  for (const { reference, code } of lines) change(reference, { because: code })
}
