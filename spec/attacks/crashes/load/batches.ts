import type { BatchOrder } from '../plan.ts'
import { approvedAlone, crashFeeOf } from '../terms.ts'
import { crashPhone, type Known, type PaymentRequest } from './merchant.ts'
import type { CrashAccount } from './operator.ts'
import { post } from './post.ts'

/** A batch as its merchant requests it, and its merchant's knowledge of it so far. */
export type BatchRequest = {
  readonly order: BatchOrder
  readonly account: CrashAccount
  readonly reference: string
  readonly lines: readonly PaymentRequest[]
  known: Known
  /** The number of requests: more than one only without an answer. */
  times: number
  /** Whether its merchant has requested its approval, with another key, and got an answer. */
  approval: 'none' | 'asked' | 'answered'
  /** Whether it was approved with the key that posted it. */
  isApprovedAlone?: boolean
}

/** Requests a batch, and acts on it as its merchant wants; records the new knowledge. */
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
    // The server is gone; an unknown batch is requested again under its reference.
  }
}

/** Whether a second person has to approve a batch. */
export function isForTwo({ account, lines }: Pick<BatchRequest, 'account' | 'lines'>): boolean {
  const costs = lines.map(({ amount, order }) => amount + Number(crashFeeOf('payout', order.network, amount)))
  return account.keys !== undefined && costs.reduce((sum, cost) => sum + cost, 0) > approvedAlone
}

/** Approves an accepted batch: first with the key that posted it, which is refused, then with another. */
export async function approveBatch(url: string, batch: BatchRequest): Promise<void> {
  const { account, approval } = batch
  if (!account.keys || !idOf(batch) || approval === 'answered') return
  if (approval === 'none' && isForTwo(batch)) batch.isApprovedAlone = (await changeBatch(url, batch, 'approve')) === 200
  batch.approval = 'asked'
  await changeBatch(url, batch, 'approve', account.keys.approver.secret)
  batch.approval = 'answered'
}

/** Pauses, resumes, cancels or approves an accepted batch; resolves with the status of the answer. */
export async function changeBatch(
  url: string,
  batch: BatchRequest,
  change: 'pause' | 'resume' | 'cancel' | 'approve',
  secretKey = batch.account.secretKey,
): Promise<number | undefined> {
  const id = idOf(batch)
  if (!id) return undefined
  const { status } = await post(`${url}/api/v1/payout-batches/${id}/${change}`, secretKey)
  if (status !== 200 && status !== 409) throw new Error(`${change} of ${id} was answered ${status}`)
  return status
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
  const { status, text, header } = await post(
    `${url}/api/v1/payout-batches?confirm_repeats=true`,
    account.secretKey,
    body,
  )
  const id = (JSON.parse(text) as { data?: { batch_id?: string } }).data?.batch_id
  if ([408, 429, 500, 503].includes(status)) throw new Error(`it was answered ${status}`)
  if (status === 201 && id) return { is: 'opened', id, code: 'accepted' }
  const original = /payout-batches\/([\w-]+)>; rel="original"/.exec(header('Link'))?.[1]
  if (status === 409 && original) return { is: 'repeated', id: original }
  return { is: 'refused', code: header('Error-Code') || `${status}` }
}
