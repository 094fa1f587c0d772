import type { BatchOrder } from '../plan.ts'
import type { CrashAccount } from './accounts.ts'
import { crashFeeOf } from './fees.ts'
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
  /** Whether its merchant has asked for its approval, with another key, and was answered. */
  approval: 'none' | 'asked' | 'answered'
  /** Whether it was approved with the key that asked for it. */
  isApprovedAlone?: boolean
}

/** What a batch may come to, with its fees, before a second person has to approve it. */
export const approvedAlone = 5_000

/** Requests a batch, and does with it what its merchant wants; records what is known then. */
export async function askForBatch(url: string, batch: BatchRequest): Promise<void> {
  try {
    if (batch.known.is === 'unknown') {
      batch.times += 1
      batch.known = await answered(url, batch)
    }
    const { deed } = batch.order
    if (deed !== 'leave') await approveBatch(url, batch)
    if (deed === 'pause' || deed === 'cancel') await changeBatch(url, batch, deed)
  } catch {
    // The server is gone; what is unknown is requested again under its reference.
  }
}

/** Whether a second person has to approve a batch. */
export function isForTwo({ account, lines }: Pick<BatchRequest, 'account' | 'lines'>): boolean {
  const sum = lines.reduce(
    (all, { amount, order }) => all + BigInt(amount) + crashFeeOf('payout', order.network, amount),
    0n,
  )
  return account.keys !== undefined && sum > BigInt(approvedAlone)
}

/** Approves a batch that was accepted: first with the key that asked for it, which is refused, then with another. */
export async function approveBatch(url: string, batch: BatchRequest): Promise<void> {
  const { account, approval } = batch
  if (!account.keys || !idOf(batch) || approval === 'answered') return
  if (approval === 'none' && isForTwo(batch)) batch.isApprovedAlone = (await changeBatch(url, batch, 'approve')) === 200
  batch.approval = 'asked'
  await changeBatch(url, batch, 'approve', account.keys.approver.secret)
  batch.approval = 'answered'
}

/** Pauses, resumes, cancels or approves a batch that was accepted; resolves with the status of the answer. */
export async function changeBatch(
  url: string,
  batch: BatchRequest,
  change: 'pause' | 'resume' | 'cancel' | 'approve',
  secretKey = batch.account.secretKey,
): Promise<number | undefined> {
  const id = idOf(batch)
  if (!id) return undefined
  const headers = { Authorization: `Bearer ${secretKey}` }
  const answer = await fetch(`${url}/api/v1/payout-batches/${id}/${change}`, { method: 'POST', headers })
  await answer.arrayBuffer()
  if (answer.status !== 200 && answer.status !== 409)
    throw new Error(`${change} of ${id} was answered ${answer.status}`)
  return answer.status
}

function idOf({ known }: BatchRequest): string | undefined {
  return known.is === 'opened' || known.is === 'repeated' ? known.id : undefined
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
