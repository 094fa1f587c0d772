import { type FollowUpPolicy, patient } from './followUpPolicy.ts'
import { moveMoney } from './note.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal, unknownTransaction } from './operatorRefusal.ts'
import type { Books, Page } from './ports/books.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'
import { hasSettled, watchAgain } from './schedule.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** An operator's decision about a transaction that its network does not explain. */
export type Decision = {
  readonly transactionId: string
  readonly end: 'succeeded' | 'failed'
  /** Why, for whoever asks later. */
  readonly because: string
  /** Who decided. */
  readonly by: string
}

/** Ends a transaction by decision, and records who decided and why. */
export type ResolveTransaction = (decision: Decision) => Promise<{ transaction: Transaction } | OperatorRefusal>

type ResolvePorts = { books: Books; clock: Clock; ids: Ids; policy?: FollowUpPolicy }

/** Makes the use case over its ports; a submission that may still be on its way is not decided about. */
export function resolveTransaction({ books, clock, ids, policy = patient }: ResolvePorts): ResolveTransaction {
  return async (decision) => {
    if (!isExplanation(decision.because) || !isExplanation(decision.by)) return malformedExplanation
    const { transactionId } = decision
    const found = await books.transaction(transactionId)
    if (!found) return unknownTransaction(transactionId)
    const scope = {
      step: ids.ordered(),
      account: found.accountId,
      currency: found.currency,
      transaction: transactionId,
    }
    const refused = await books.atomically(scope, resolve(decision, clock.nowMs(), policy))
    return refused ?? { transaction: (await books.transaction(transactionId)) ?? found }
  }
}

function resolve(
  { transactionId, end, because, by }: Decision,
  nowMs: number,
  policy: FollowUpPolicy,
): (page: Page) => OperatorRefusal | undefined {
  return (page) => {
    const transaction = page.transaction(transactionId)
    if (!transaction) return unknownTransaction(transactionId)
    if (isFinal(transaction.state)) return ended(transaction)
    if (!hasSettled(transaction, nowMs, policy)) return mayStillArrive(transaction, nowMs, policy)
    const decided = decide(transaction, end, nowMs, policy)
    page.record(decided)
    moveMoney(page, decided)
    page.remark({ transactionId, kind: 'resolution', text: `${end}: ${because}`, by, atMs: nowMs })
    return undefined
  }
}

function decide(transaction: Transaction, end: Decision['end'], nowMs: number, policy: FollowUpPolicy): Transaction {
  const decided: Transaction = {
    ...transaction,
    state: end,
    reason: end === 'failed' ? 'operator_decided' : null,
    attention: null,
    updatedAtMs: nowMs,
  }
  return { ...decided, followUp: { ...decided.followUp, askAtMs: watchAgain(decided, nowMs, policy) } }
}

function ended({ id, state, reason }: Transaction): OperatorRefusal {
  const how = reason === null ? state : `${state}: ${reason}`
  return { refused: 'transaction_ended', message: `Transaction ${id} has ended already (${how}); that never changes` }
}

function mayStillArrive(
  { id, submitUntilMs }: Transaction,
  nowMs: number,
  { settleMs }: FollowUpPolicy,
): OperatorRefusal {
  const seconds = Math.ceil((submitUntilMs + settleMs - nowMs) / 1_000)
  const message = `The submission of ${id} may still be on its way: try again in ${seconds} s`
  return { refused: 'may_still_arrive', message }
}
