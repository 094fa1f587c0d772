import type { BatchOrder } from '../plan.ts'
import type { CrashAccount } from './accounts.ts'
import { crashPhone, type Known, type PaymentRequest } from './merchant.ts'

/** A batch as its merchant requests it, and what is known about it so far. */
export type BatchRequest = {
  readonly order: BatchOrder
  readonly account: CrashAccount
  readonly reference: string
  readonly lines: readonly PaymentRequest[]
  known: Known
  /** How often it was requested: more than once only when no answer came. */
  times: number
}

/** Requests a batch, and does with it what its merchant wants; records what is known then. */
export async function askForBatch(url: string, batch: BatchRequest): Promise<void> {
  batch.times += 1
  try {
    batch.known = await answered(url, batch)
    if (batch.order.deed !== 'none') await changeBatch(url, batch, batch.order.deed)
  } catch {
    // The server is gone; what is unknown is requested again under its reference.
  }
}

/** Pauses, resumes or cancels a batch that was accepted. */
export async function changeBatch(
  url: string,
  { known, account }: BatchRequest,
  change: 'pause' | 'resume' | 'cancel',
): Promise<void> {
  if (known.is !== 'opened' && known.is !== 'repeated') return
  const headers = { Authorization: `Bearer ${account.secretKey}` }
  const answer = await fetch(`${url}/api/v1/payout-batches/${known.id}/${change}`, { method: 'POST', headers })
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 409 && answer.status < 500)
    throw new Error(`${change} of ${known.id} was answered ${answer.status}`)
}

async function answered(url: string, { account, order, reference, lines }: BatchRequest): Promise<Known> {
  const body = {
    ...{ apikey: account.publicKey, reference, pin: account.pin },
    lines: lines.map((line, index) => ({
      ...{ reference: line.reference, phone_number: crashPhone(line.order), currency: 'UGX' },
      ...{ network: line.order.network, amount: order.isFlawed && index === 0 ? 1 : line.amount },
    })),
  }
  const headers = { Authorization: `Bearer ${account.secretKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/payout-batches`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await answer.json()) as { data?: { batch_id?: string } }
  if ([408, 429, 500, 503].includes(answer.status)) throw new Error(`it was answered ${answer.status}`)
  if (answer.status === 201 && data?.batch_id) return { is: 'opened', id: data.batch_id, code: 'accepted' }
  const original = /payout-batches\/([\w-]+)>; rel="original"/.exec(answer.headers.get('Link') ?? '')?.[1]
  if (answer.status === 409 && original) return { is: 'repeated', id: original }
  return { is: 'refused', code: answer.headers.get('Error-Code') ?? `${answer.status}` }
}
