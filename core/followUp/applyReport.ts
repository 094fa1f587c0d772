import type { Enquired, Seen, Submitted } from '../ports/mobileProvider.ts'
import { type FollowUpState, isFinal, type Moment, type Reason, type Transaction } from '../transaction.ts'
import type { FollowUpPolicy } from './policy.ts'
import { askAgain, countAbsence, isAbsent, isOverdue, openedByNow, watched, watchOn } from './schedule.ts'

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

/**
 * What a transaction becomes that nobody can be asked about, since its network or currency is not in the market: it comes back
 * after the longest pause, and an operator has to look at it when it is late.
 */
export function unasked(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const next = isFinal(transaction.state) ? transaction : overdue(transaction, nowMs, policy)
  return { ...next, followUp: { ...next.followUp, askAtMs: nowMs + policy.longestPauseMs } }
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
      return { transaction: declined(open, answer.reason, news, policy) }
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

/**
 * What was released on the answer to the submission itself is asked about once more when that has settled, and then watched: should
 * the answer have belonged to something else, our own question brings it to light. What was never written needs no question.
 */
function declined(
  transaction: Transaction,
  reason: Reason,
  { from, at }: News,
  { settleMs }: FollowUpPolicy,
): Transaction {
  const failed = { ...ended(transaction, at), state: 'failed', reason } as const
  if (from !== 'submission' || reason === 'not_sent') return failed
  return { ...failed, followUp: watched(failed.followUp, at.wallMs + settleMs) }
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
  if (!isAbsent(counted, policy)) return next
  if (transaction.state === 'pending') return { ...next, attention: transaction.attention ?? 'vanished' }
  const failed = { ...ended(next, news.at), state: 'failed', reason: 'never_arrived' } as const
  return { ...failed, followUp: watched(failed.followUp, news.at.wallMs + policy.longestPauseMs) }
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
  const followUp = from === 'sweep' ? watchOn(transaction.followUp, at.wallMs, policy) : transaction.followUp
  const next = from === 'sweep' ? { ...transaction, followUp } : transaction
  if (contradicts(transaction, answer) && transaction.attention !== 'contradiction') {
    const text = `${transaction.state} is final, but the network told of ${answer.outcome}`
    return { transaction: { ...next, attention: 'contradiction' }, remark: { kind: 'contradiction', text } }
  }
  if (answer.outcome === 'mismatch' && transaction.attention === null) {
    return { transaction: { ...next, attention: 'mismatch' }, remark: { kind: 'mismatch', text: answer.because } }
  }
  return { transaction: next }
}

/**
 * Whether news says something else than a final state. What failed by absence, or on the answer to its submission, the network
 * is said never to have had.
 */
function contradicts({ state, reason, followUp }: Transaction, { outcome }: Submitted | Enquired): boolean {
  if (state === 'succeeded') return outcome === 'declined'
  if (outcome === 'succeeded') return true
  const isWatched = followUp.askAtMs !== null && reason !== 'operator_decided'
  const wasDenied = isWatched || reason === 'never_arrived' || reason === 'not_sent'
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
  return { ...followUp, absences: 0, absencesUnmeasured: 0, absentSince: null }
}

function overdue(transaction: Transaction, nowMs: number, policy: FollowUpPolicy): Transaction {
  const opened = openedByNow(transaction, nowMs)
  const isLate = opened.attention === null && isOverdue(opened, nowMs, policy)
  return isLate ? { ...opened, attention: 'overdue' } : opened
}

/** Whether what the network told names this payment, as far as it told: its amount, currency and phone number. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    (seen.phoneNumber ?? phoneNumber) === phoneNumber
  )
}
