import type { FollowUpPolicy } from './followUpPolicy.ts'
import type { Enquired, Seen, Submitted } from './ports/mobileProvider.ts'
import { askAgain, countAbsence, watchAgain } from './schedule.ts'
import { type FollowUpState, isFinal, type Moment, type Transaction } from './transaction.ts'

/** What a provider said of a transaction, when, and under which configuration. */
export type News = {
  /**
   * The answer to the submission, to the one enquiry within its request, or to an enquiry of the follow-up: of its
   * sweep, or because of a hint, which anybody may have given.
   */
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly answer: Submitted | Enquired
  readonly fingerprint: string
  readonly at: Moment
}

/** A transaction after news of it, and what is worth remarking in it. */
export type Heard = {
  readonly transaction: Transaction
  readonly remark?: { readonly kind: 'mismatch' | 'contradiction'; readonly text: string }
}

/** What a transaction becomes by news of it; a final one keeps its state and its money whatever is said. */
export function hear(transaction: Transaction, news: News, policy: FollowUpPolicy): Heard {
  return isFinal(transaction.state) ? hearFinal(transaction, news, policy) : hearOpen(transaction, news, policy)
}

function hearOpen(transaction: Transaction, news: News, policy: FollowUpPolicy): Heard {
  const { answer, at } = news
  const open = overdue(transaction, at.wallMs, policy)
  if ('seen' in answer && !isSamePayment(transaction, answer.seen)) return mismatch(open, news, policy)
  switch (answer.outcome) {
    case 'accepted':
      return { transaction: pending(open, answer.providerRef, news, policy) }
    case 'pending':
      return { transaction: pending(open, null, news, policy) }
    case 'succeeded':
      return {
        transaction: {
          ...ended(open, at),
          state: 'succeeded',
          providerRef: answer.providerRef ?? open.providerRef,
        },
      }
    case 'declined':
      // The network has said since that it has the payment: then only an enquiry can tell that it failed.
      if (news.from === 'submission' && transaction.state === 'pending') return { transaction }
      return { transaction: { ...ended(open, at), state: 'failed', reason: answer.reason } }
    case 'notFound':
      return { transaction: news.from === 'hint' ? transaction : absent(open, news, policy) }
    case 'mismatch':
      return mismatch(open, news, policy)
    case 'inDoubt':
      return { transaction: news.from === 'hint' ? transaction : stillOpen(open, news, policy) }
  }
}

function stillOpen(transaction: Transaction, news: News, policy: FollowUpPolicy): Transaction {
  return { ...transaction, followUp: asked(present(transaction.followUp), news, policy) }
}

function pending(
  transaction: Transaction,
  providerRef: string | null,
  news: News,
  policy: FollowUpPolicy,
): Transaction {
  return {
    ...stillOpen(transaction, news, policy),
    state: 'pending',
    providerRef: providerRef ?? transaction.providerRef,
    updatedAtMs: transaction.state === 'pending' ? transaction.updatedAtMs : news.at.wallMs,
  }
}

/** An ended transaction needs no one's attention for being late or for having vanished. */
function ended(transaction: Transaction, at: Moment): Transaction {
  const { attention, followUp } = transaction
  const isMended = attention === 'overdue' || attention === 'vanished' || attention === 'mismatch'
  return {
    ...transaction,
    updatedAtMs: at.wallMs,
    attention: isMended ? null : attention,
    followUp: { ...present(followUp), askAtMs: null },
  }
}

/**
 * Absence counts in the follow-up alone and under the configuration of the opening. Enough of it means that the
 * submission never arrived; unless the network has had it: then it vanished, which only a person can explain.
 */
function absent(transaction: Transaction, news: News, policy: FollowUpPolicy): Transaction {
  const counts = news.from === 'sweep' && news.fingerprint === transaction.fingerprint
  const counted = counts ? countAbsence(transaction, news.at, policy) : transaction.followUp
  const next = { ...transaction, followUp: asked(counted, news, policy) }
  if (counted.absences < policy.absences) return next
  if (transaction.state === 'pending') return { ...next, attention: transaction.attention ?? 'vanished' }
  const { wallMs } = news.at
  const failed = { ...ended(next, news.at), state: 'failed', reason: 'never_arrived' } as const
  return { ...failed, followUp: { ...failed.followUp, askAtMs: watchAgain(failed, wallMs, policy) } }
}

function mismatch(transaction: Transaction, news: News, policy: FollowUpPolicy): Heard {
  const next = stillOpen(transaction, news, policy)
  if (transaction.attention === 'mismatch') return { transaction: next }
  const { answer } = news
  const text =
    answer.outcome === 'mismatch'
      ? answer.because
      : `the network told of ${answer.outcome} with another amount, currency or phone number`
  return { transaction: { ...next, attention: 'mismatch' }, remark: { kind: 'mismatch', text } }
}

function hearFinal(transaction: Transaction, { answer, at, from }: News, policy: FollowUpPolicy): Heard {
  const next = from === 'sweep' ? watched(transaction, at.wallMs, policy) : transaction
  if (!contradicts(transaction, answer) || transaction.attention === 'contradiction') return { transaction: next }
  const text = `${transaction.state} is final, but the network told of ${answer.outcome}`
  return { transaction: { ...next, attention: 'contradiction' }, remark: { kind: 'contradiction', text } }
}

function watched(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const { followUp } = transaction
  const askAtMs = watchAgain(transaction, nowMs, policy)
  return { ...transaction, followUp: { ...followUp, asked: followUp.asked + 1, askAtMs } }
}

/** Whether news says something else than a final state; failure by absence denies that the network ever had it. */
function contradicts({ state, reason }: Transaction, { outcome }: Submitted | Enquired): boolean {
  if (state === 'succeeded') return outcome === 'declined'
  if (outcome === 'succeeded') return true
  const wasDenied = reason === 'never_arrived' || reason === 'not_sent'
  return wasDenied && (outcome === 'accepted' || outcome === 'pending')
}

/** Plans the next question; a hint changes no plan, for else a flood of them could put every question off. */
function asked(followUp: FollowUpState, { from, at }: News, policy: FollowUpPolicy): FollowUpState {
  if (from === 'hint') return followUp
  const askAtMs = askAgain(followUp, at.wallMs, policy)
  return { ...followUp, askAtMs, asked: from === 'sweep' ? followUp.asked + 1 : followUp.asked }
}

/** Any answer but absence ends the row of absences. */
function present(followUp: FollowUpState): FollowUpState {
  return { ...followUp, absences: 0, absentSince: null }
}

function overdue(transaction: Transaction, nowMs: number, { overdueMs }: FollowUpPolicy): Transaction {
  const isLate = transaction.attention === null && nowMs >= transaction.createdAtMs + overdueMs
  return isLate ? { ...transaction, attention: 'overdue' } : transaction
}

/** Whether what the network told names this payment, as far as it told: its amount, currency and phone number. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    (seen.phoneNumber ?? phoneNumber) === phoneNumber
  )
}
