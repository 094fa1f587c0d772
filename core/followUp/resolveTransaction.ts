import { isCounted } from '../accounts/limits/accountLimits.ts'
import {
  type ActionPorts,
  type Attribution,
  type Done,
  type Recording,
  recording,
  refuseAttribution,
} from '../actions/attribution.ts'
import { toDecimal } from '../model/money.ts'
import { type OperatorRefusal, unknownTransaction } from '../model/operatorRefusal.ts'
import { isFinal, type Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { Scope, UnitOfWork } from '../ports/books/unitOfWork.ts'
import { moveMoney } from './moveMoney.ts'
import { type FollowUpPolicy, livePolicy } from './policy.ts'
import { openedByNow, settlesInMs, watched } from './schedule.ts'

/**
 * An operator's decision about a transaction that its network does not explain. `succeeded` and `failed` end an open
 * one. `taken_back`: the network took it back after it had succeeded. `stands`: its outcome in the books is right,
 * whatever the network reported.
 */
export type Decision = {
  readonly transactionId: string
  readonly end: 'succeeded' | 'failed' | 'taken_back' | 'stands'
  readonly because: string
  /** The comparison with the row behind it, if there is one. */
  readonly runId?: string
} & Attribution

/** The function that {@link resolveTransaction} returns. */
export type ResolveTransaction = (request: Decision) => Promise<{ readonly transaction: Transaction } | OperatorRefusal>

/**
 * Ends a transaction by an operator's decision, or answers the question about an ended one, which moves no money.
 * Records the operator and the reason. Refused with `unknown_transaction`, `transaction_ended`, `transaction_open`,
 * `nothing_to_decide`, `malformed_explanation` and, while the submission may still be on its way, `may_still_arrive`.
 * By default the policy is `livePolicy`.
 */
export function resolveTransaction(
  ports: { readonly books: Books; readonly policy?: FollowUpPolicy } & ActionPorts,
): ResolveTransaction {
  const { books, clock, policy = livePolicy } = ports
  return async (decision) => {
    const refusal = refuseAttribution(decision)
    if (refusal) return refusal
    const { transactionId } = decision
    const found = await books.transaction(transactionId)
    if (!found) return unknownTransaction(transactionId)
    const scope: Scope = {
      account: found.accountId,
      currency: found.currency,
      transaction: transactionId,
      events: true,
      action: { proposal: decision.approval?.proposal ?? null },
      ...(isCounted(found) && { dayCount: true }),
    }
    const nowMs = clock.nowMs()
    // In a step of its own, since a step that refuses records nothing.
    if (openedByNow(found, nowMs) !== found) await books.atomically(scope, recordClockAhead(found, nowMs))
    const refused = await books.atomically(
      scope,
      resolve(decision, { nowMs, policy, record: recording(ports, decision) }),
    )
    return refused ?? { transaction: (await books.transaction(transactionId)) ?? found }
  }
}

/** Records how far the clock was ahead at the opening, so that nobody has to wait for the time that it showed then. */
function recordClockAhead({ id }: Transaction, nowMs: number): (work: UnitOfWork) => void {
  return (work) => {
    const before = work.transaction(id)
    if (before && !isFinal(before.state)) work.record(openedByNow(before, nowMs))
  }
}

function resolve(
  { transactionId, end, because, by, runId }: Decision,
  { nowMs, policy, record }: { nowMs: number; policy: FollowUpPolicy; record: Recording },
): (work: UnitOfWork) => OperatorRefusal | undefined {
  return (work) => {
    const transaction = work.transaction(transactionId)
    if (!transaction) return unknownTransaction(transactionId)
    const resolution = { transactionId, kind: 'resolution', text: `${end}: ${because}`, by, atMs: nowMs } as const
    const note = () => work.annotate({ ...resolution, ...(runId !== undefined && { runId }) })
    if (end === 'taken_back' || end === 'stands') {
      const answered = answer(transaction, end)
      if ('refused' in answered) return answered
      work.record(answered)
      note()
      work.act(record(() => answeredDone(answered, end)))
      return undefined
    }
    if (isFinal(transaction.state)) return ended(transaction)
    const settlesMs = settlesInMs(transaction, nowMs, policy)
    if (settlesMs > 0) return mayStillArrive(transaction, settlesMs)
    const decided = decide(transaction, end, nowMs, policy)
    work.record(decided)
    moveMoney(work, decided)
    note()
    work.act(record(() => resolvedDone(transaction, decided)))
    return undefined
  }
}

function resolvedDone(before: Transaction, { id, accountId, kind, amountMinor, currency, state }: Transaction): Done {
  const after = { state, kind, amount: toDecimal(amountMinor, currency), currency }
  const subject = `transaction ${id}`
  return { kind: 'transaction.resolve', accountId, subject, before: { state: before.state }, after }
}

/** A person's finding about a transaction that has ended: its state and its money stay. */
function answer(transaction: Transaction, end: 'taken_back' | 'stands'): Transaction | OperatorRefusal {
  const { id, state, attention, isTakenBack } = transaction
  if (!isFinal(state)) return stillOpen(id)
  if (end === 'taken_back' && (state !== 'succeeded' || isTakenBack))
    return nothingToDecide(`Transaction ${id} ${isTakenBack ? 'was already taken back' : 'has not succeeded'}`)
  if (end === 'stands' && attention === null && !isTakenBack)
    return nothingToDecide(`Transaction ${id} already stands: nothing contradicts it`)
  return { ...transaction, attention: null, reported: null, isTakenBack: end === 'taken_back' }
}

function answeredDone(
  { id, accountId, kind, amountMinor, currency, state }: Transaction,
  found: Decision['end'],
): Done {
  const after = { state, found, kind, amount: toDecimal(amountMinor, currency), currency }
  return { kind: 'transaction.resolve', accountId, subject: `transaction ${id}`, before: { state }, after }
}

function decide(
  transaction: Transaction,
  end: 'succeeded' | 'failed',
  nowMs: number,
  policy: FollowUpPolicy,
): Transaction {
  const decided: Transaction = {
    ...transaction,
    state: end,
    reason: end === 'failed' ? 'operator_decided' : null,
    networkReason: end === 'failed' ? transaction.networkReason : null,
    attention: null,
    reported: null,
    updatedAtMs: nowMs,
  }
  return { ...decided, followUp: watched(decided.followUp, nowMs, policy) }
}

function ended({ id, state, reason }: Transaction): OperatorRefusal {
  const how = reason === null ? state : `${state}: ${reason}`
  return { refused: 'transaction_ended', message: `Transaction ${id} has already ended (${how}); that never changes` }
}

function stillOpen(id: string): OperatorRefusal {
  return { refused: 'transaction_open', message: `Transaction ${id} is still open: decide its outcome` }
}

function nothingToDecide(message: string): OperatorRefusal {
  return { refused: 'nothing_to_decide', message }
}

function mayStillArrive({ id }: Transaction, settlesMs: number): OperatorRefusal {
  const seconds = Math.ceil(settlesMs / 1_000)
  const message = `The submission of ${id} may still be on its way: try again in ${seconds} s`
  return { refused: 'may_still_arrive', message }
}
