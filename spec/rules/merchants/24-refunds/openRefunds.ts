import {
  isRefusal,
  lookUpRefunds,
  type OpenedPayment,
  type RefundRequest,
  type Refusal,
  refundMoney,
  type Transaction,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'

/** An account with UGX 100,000, a collection of UGX 5,000 that has succeeded, and functions to refund it. */
export async function openRefunds(other: Parameters<typeof openCore>[1] = {}) {
  const core = await openCore({}, other)
  const { ports, network, request, payout, caller } = core
  const pay = refundMoney(ports)
  network.behaves('succeeds')
  const opened = openedIn(await core.collect({ caller: await caller(), request: { ...request, reference: 'sale' } }))
  await opened.outcome
  const { apikey, pin } = payout
  const asked: RefundRequest = { apikey, pin, reference: 'refund-1', collection: 'sale' }
  const refund = async (given: Partial<RefundRequest> = {}) =>
    pay({ caller: await caller(), request: { ...asked, ...given } })
  const collection = await found(opened.transaction.id)
  async function found(id: string): Promise<Transaction> {
    const transaction = await ports.books.transaction(id)
    if (!transaction) throw new Error(`transaction ${id} is gone`)
    return transaction
  }
  return {
    ...core,
    collection,
    asked,
    refund,
    found,
    /** Refunds over a network with this behaviour; resolves with the refund once its outcome is recorded. */
    async refunded(behaviour: Parameters<typeof network.behaves>[0], given: Partial<RefundRequest> = {}) {
      network.behaves(behaviour)
      const { transaction, outcome } = openedIn(await refund(given))
      await outcome
      return found(transaction.id)
    },
    left: async () => collection.amountMinor - (await lookUpRefunds(ports)(collection)).refundedMinor,
  }
}

/** The payment that was opened; throws if it was refused. */
export function openedIn(answer: OpenedPayment | Refusal): OpenedPayment {
  if (isRefusal(answer)) throw new Error(answer.refused)
  return answer
}

/** The code of its refusal, or `opened`. */
export const refusedWith = (answer: OpenedPayment | Refusal) => (isRefusal(answer) ? answer : 'opened')
