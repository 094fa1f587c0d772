import type { Failure, Refusal } from './declines.ts'
import type { Kind } from './payments.ts'

/** The network's treatment of a payment, decided by the phone number. */
export type Behaviour = {
  /** The answer when the network does not accept the payment; null when it accepts it. */
  readonly notTaken: 'dropped' | 'webPage' | 'pauseAsked' | { readonly refused: Refusal } | null
  /** The answer for a payment that is accepted. */
  readonly answer: 'accepted' | 'dropped' | 'meaningless'
  readonly payment: 'succeeds' | 'isReversed' | 'staysOpen' | { readonly fails: Failure | null }
  readonly pace: Pace | 'usual'
  /** The event before which the answer is not sent. */
  readonly answersAfter: 'nothing' | 'silence' | 'callback'
  readonly callbacks: 0 | 1 | 2
  /** Whether the first attempts at any request about it are turned away. */
  readonly busyAtFirst: boolean
}

/** The time when a payment ends: before the submission is answered, when the customer approves, or long after. */
export type Pace = 'atOnce' | 'approved' | 'delayed'

/** The network's treatment of a payment to or from this phone number. Its last six digits decide. */
export function behaviourOf(kind: Kind, phoneNumber: string): Behaviour {
  const digits = phoneNumber.slice(-6)
  return { ...usual, ...byNumber[kind][digits], ...ours[digits] }
}

/** Whether the outcome and its time are left to the customer. */
export function isUndecided({ payment, pace }: Behaviour): boolean {
  return payment === 'succeeds' && pace === 'usual'
}

type Scripts = Readonly<Record<string, Partial<Behaviour>>>

const usual: Behaviour = {
  notTaken: null,
  answer: 'accepted',
  payment: 'succeeds',
  pace: 'usual',
  answersAfter: 'nothing',
  callbacks: 1,
  busyAtFirst: false,
}

const refuses = (code: Refusal) => ({ notTaken: { refused: code } }) as const
const fails = (reason: Failure | null) => ({ payment: { fails: reason }, pace: 'approved' }) as const

/**
 * MTN's published table of its sandbox numbers 46733123450 to …463. It does not state where the codes from 455 on
 * occur. Here they answer the submission, except the one that means "not approved in time", which only an enquiry can
 * report. Airtel publishes no such table: its numbers mean the same.
 */
const byNumber: Readonly<Record<Kind, Scripts>> = {
  collection: {
    '990450': fails('INTERNAL_PROCESSING_ERROR'),
    '990451': fails('APPROVAL_REJECTED'),
    '990452': fails('EXPIRED'),
    '990453': { payment: 'staysOpen', pace: 'approved' },
    '990454': { pace: 'delayed' },
    '990455': refuses('PAYER_NOT_FOUND'),
    '990456': refuses('PAYEE_NOT_ALLOWED_TO_RECEIVE'),
    '990457': refuses('NOT_ALLOWED'),
    '990458': refuses('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    '990459': refuses('INVALID_CALLBACK_URL_HOST'),
    '990460': refuses('INVALID_CURRENCY'),
    '990461': refuses('INTERNAL_PROCESSING_ERROR'),
    '990462': refuses('SERVICE_UNAVAILABLE'),
    '990463': fails('COULD_NOT_PERFORM_TRANSACTION'),
  },
  payout: {
    '990450': fails(null),
    '990451': fails('APPROVAL_REJECTED'),
    '990452': fails('EXPIRED'),
    '990453': { payment: 'staysOpen', pace: 'approved' },
    '990454': { pace: 'delayed' },
    '990455': refuses('NOT_ENOUGH_FUNDS'),
    '990456': refuses('PAYER_LIMIT_REACHED'),
    '990457': refuses('PAYEE_NOT_FOUND'),
    '990458': refuses('NOT_ALLOWED'),
    '990459': refuses('NOT_ALLOWED_TARGET_ENVIRONMENT'),
    '990460': refuses('INVALID_CALLBACK_URL_HOST'),
    '990461': refuses('INVALID_CURRENCY'),
    '990462': refuses('INTERNAL_PROCESSING_ERROR'),
    '990463': refuses('SERVICE_UNAVAILABLE'),
  },
}

/** Numbers of our own: for faults between two machines, and for answers that occurred live. */
const ours: Scripts = {
  '990470': { notTaken: 'dropped' },
  '990471': { answer: 'dropped', pace: 'atOnce' },
  '990472': { answer: 'meaningless', pace: 'atOnce' },
  '990473': { notTaken: 'webPage' },
  '990474': { answersAfter: 'silence', pace: 'atOnce' },
  '990475': { callbacks: 2 },
  '990476': { answersAfter: 'callback', pace: 'atOnce' },
  '990477': { callbacks: 0 },
  '990478': { busyAtFirst: true },
  '990479': { notTaken: 'pauseAsked' },
  '990480': fails('SENDER_ACCOUNT_NOT_ACTIVE'),
  '990481': refuses('NOT_ENOUGH_FUNDS'),
  '990482': { payment: 'isReversed', pace: 'approved' },
}
