import { performance } from 'node:perf_hooks'
import type { Journal, Keeping } from '../journal.ts'
import type { Failure } from './declines.ts'

/** The direction of the money: a payout to the phone's owner, or a collection from them. */
export type Kind = 'payout' | 'collection'

/** The identity of a payment: an id may be used once for each operation of a network. */
export type PaymentId = {
  readonly network: string
  readonly kind: Kind
  /** The operation, where a network has several of one kind; absent for the one that sente uses. */
  readonly operation?: string
  readonly providerId: string
}

/** A payment in the form of its submission. */
export type Submission = PaymentId & {
  /** Decimal text in major units. */
  readonly amount: string
  readonly currency: string
  /** Digits with the country code. */
  readonly phoneNumber: string
  /** The URL for the callback; null if the request has none. */
  readonly callbackUrl: string | null
  /** The caller's own texts, unchanged, such as a text for the customer. MTN repeats them in enquiries. */
  readonly sent: Readonly<Record<string, string>>
}

/** The outcome of a payment. A failed one may have no reason. A reversed one was successful before. */
export type End =
  | { readonly status: 'successful' | 'reversed' }
  | { readonly status: 'failed'; readonly reason: Failure | null }

/** A payment in the network's own records. */
export type Payment = Submission & {
  /** The network's own number for it. */
  readonly receipt: string
  readonly status: 'pending' | End['status']
  readonly reason: Failure | null
  /** The time when it ends, in epoch milliseconds; null if it never ends. */
  readonly endsAtMs: number | null
  /** Whether the person with the phone in hand is asked for it. It expires if nobody answers by then. */
  readonly asks?: true
}

/** The payments of the networks. */
export type Payments = {
  find(id: PaymentId): Payment | undefined
  /** All kept payments, oldest first. */
  all(): Payment[]
  /** Adds a new payment as pending. */
  take(submission: Submission, end: Pick<Payment, 'endsAtMs' | 'asks'>): Payment
  /** Records the outcome of a payment. */
  end(payment: Payment, end: End): Payment
  /** How many attempts with this id were turned away. */
  turnedAway(id: PaymentId): number
  /** Counts an attempt with this id that was turned away. */
  turnAway(id: PaymentId): void
}

/**
 * A payment with its current state, which replaces earlier entries about it; an attempt that was turned away; and the
 * number of payments at the time of the entry, including dropped ones.
 */
export type PaymentEntries = { readonly payment: Payment; readonly turnedAway: PaymentId; readonly taken: number }

/** How many ids with attempts that were turned away are kept, the latest ones. */
const mostTurnedAway = 10_000

/** Opens the payments of the networks, with those of earlier processes. Of ended payments the latest are kept. */
export function openPayments(journal: Journal<PaymentEntries>, keeping: Pick<Keeping, 'ended' | 'endedMs'>): Payments {
  const payments = new Map<string, Payment>()
  const turnedAway = new Map<string, { readonly id: PaymentId; readonly times: number }>()
  const ended = new Map<string, number>()
  const earlier = journal.earlier('payment')
  for (const payment of earlier) put(payment)
  for (const id of journal.earlier('turnedAway')) count(id)
  let taken = Math.max(0, ...journal.earlier('taken'), ...earlier.map(numberOf))
  journal.onRewrite('payment', () => payments.values())
  journal.onRewrite('turnedAway', () => [...turnedAway.values()].flatMap(({ id, times }) => Array(times).fill(id)))
  journal.onRewrite('taken', () => [taken])

  function put(payment: Payment) {
    const key = keyOf(payment)
    payments.set(key, payment)
    if (payment.status !== 'pending') ended.set(key, performance.now())
    dropEnded()
  }

  function dropEnded() {
    for (const [key, endedAtMs] of ended) {
      if (ended.size <= keeping.ended || performance.now() < endedAtMs + keeping.endedMs) return
      ended.delete(key)
      payments.delete(key)
      turnedAway.delete(key)
    }
  }

  function count(id: PaymentId) {
    turnedAway.set(keyOf(id), { id, times: timesOf(id) + 1 })
    const [oldest = ''] = turnedAway.keys()
    if (turnedAway.size > mostTurnedAway) turnedAway.delete(oldest)
  }

  function timesOf(id: PaymentId): number {
    return turnedAway.get(keyOf(id))?.times ?? 0
  }

  function keep(payment: Payment): Payment {
    journal.append('payment', payment)
    put(payment)
    return payment
  }

  return {
    find: (id) => payments.get(keyOf(id)),
    all: () => [...payments.values()],
    take(submission, end) {
      taken += 1
      return keep({ ...submission, receipt: receiptOf(taken), status: 'pending', reason: null, ...end })
    },
    end: (payment, end) => keep({ ...payment, reason: null, ...end }),
    turnedAway: timesOf,
    turnAway({ network, kind, operation, providerId }) {
      const id = { network, kind, ...(operation !== undefined && { operation }), providerId }
      journal.append('turnedAway', id)
      count(id)
    },
  }
}

function keyOf({ network, kind, operation = '', providerId }: PaymentId): string {
  return `${network} ${kind} ${operation} ${providerId}`
}

const beforeReceipts = 1_000_000_000

function receiptOf(number: number): string {
  return String(beforeReceipts + number)
}

function numberOf({ receipt }: Payment): number {
  return Number(receipt) - beforeReceipts
}
