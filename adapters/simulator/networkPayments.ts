import type { Failure } from './declines.ts'
import type { Journal } from './journal.ts'

/** Which way the money goes: a payout to the phone's owner, or a collection from them. */
export type Kind = 'payout' | 'collection'

/** What names a payment: an id may be used once for each operation of a network. */
export type PaymentId = { readonly network: string; readonly kind: Kind; readonly providerId: string }

/** What a caller asks of a network. */
export type Submission = PaymentId & {
  /** Decimal text in major units. */
  readonly amount: string
  readonly currency: string
  /** Digits with the country code. */
  readonly phoneNumber: string
  /** Where the caller wants to hear of it; null where the request does not say. */
  readonly callbackUrl: string | null
  /** What the network repeats when it is asked, as the caller sent it. */
  readonly echo: Readonly<Record<string, string>>
}

/** How a payment ended; a failed one may have no reason. */
export type End = { readonly status: 'successful' } | { readonly status: 'failed'; readonly reason: Failure | null }

/** A payment as the network that took it keeps it. */
export type Payment = Submission & {
  /** The network's own number for it. */
  readonly receipt: string
  readonly status: 'pending' | End['status']
  readonly reason: Failure | null
  /** Epoch milliseconds at which it ends; null for one that never does. */
  readonly endsAtMs: number | null
}

/** What the networks know. */
export type Payments = {
  find(id: PaymentId): Payment | undefined
  /** All payments, oldest first. */
  all(): Payment[]
  /** Keeps a new payment as pending. */
  take(submission: Submission, endsAtMs: number | null): Payment
  /** Keeps how a payment ended. */
  end(payment: Payment, end: End): Payment
  /** How often something about this id was turned away. */
  turnedAway(id: PaymentId): number
  /** Counts that something about this id was turned away. */
  turnAway(id: PaymentId): void
}

/** A payment as it now is, which replaces what was written of it before; and one attempt that was turned away. */
export type KeptOfPayments = { readonly payment: Payment; readonly turnedAway: PaymentId }

/** Opens what the networks know, with what they knew before. */
export function openPayments(journal: Journal<KeptOfPayments>): Payments {
  const payments = new Map<string, Payment>()
  const turnedAway = new Map<string, number>()
  for (const payment of journal.earlier('payment')) put(payment)
  for (const id of journal.earlier('turnedAway')) count(id)

  function put(payment: Payment) {
    payments.set(keyOf(payment), payment)
  }

  function count(id: PaymentId) {
    turnedAway.set(keyOf(id), countOf(id) + 1)
  }

  function countOf(id: PaymentId): number {
    return turnedAway.get(keyOf(id)) ?? 0
  }

  function keep(payment: Payment): Payment {
    journal.append('payment', payment)
    put(payment)
    return payment
  }

  return {
    find: (id) => payments.get(keyOf(id)),
    all: () => [...payments.values()],
    take: (submission, endsAtMs) =>
      keep({ ...submission, receipt: receiptOf(payments.size), status: 'pending', reason: null, endsAtMs }),
    end: (payment, end) => keep({ ...payment, reason: null, ...end }),
    turnedAway: countOf,
    turnAway({ network, kind, providerId }) {
      journal.append('turnedAway', { network, kind, providerId })
      count({ network, kind, providerId })
    },
  }
}

function keyOf({ network, kind, providerId }: PaymentId): string {
  return `${network} ${kind} ${providerId}`
}

function receiptOf(count: number): string {
  return String(1_000_000_001 + count)
}
