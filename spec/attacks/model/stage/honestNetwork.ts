import type { Enquired, Seen, Submitted, Transaction } from '../../../../core/sente.ts'
import type { MachineClock } from './machineClock.ts'

/** What becomes of a submission: when its bytes land, as what, and whether its answer gets back. */
const fates = {
  accepts: { lands: 'at once', as: 'pending', isTold: true },
  succeeds: { lands: 'at once', as: 'executed', isTold: true },
  declines: { lands: 'at once', as: 'declined', isTold: true },
  unreachable: { lands: 'never', as: 'unsent', isTold: true },
  losesRequest: { lands: 'never', as: 'unknown', isTold: false },
  acceptsSilently: { lands: 'at once', as: 'pending', isTold: false },
  succeedsSilently: { lands: 'at once', as: 'executed', isTold: false },
  declinesSilently: { lands: 'at once', as: 'declined', isTold: false },
  refusesSilently: { lands: 'at once', as: 'unknown', isTold: false },
  acceptsLate: { lands: 'late', as: 'pending', isTold: false },
  succeedsLate: { lands: 'late', as: 'executed', isTold: false },
} as const

/** The name of what becomes of a submission. */
export type Fate = keyof typeof fates

/** Every fate. */
export const everyFate = Object.keys(fates) as Fate[]

/** How a network answers an enquiry: truthfully, not at all, or as if about another payment. */
export type EnquiryMode = 'truth' | 'silence' | keyof typeof others

const others = {
  otherAmount: { amountMinor: 1n },
  otherCurrency: { currency: 'KES' },
  otherNumber: { phoneNumber: '256700000000' },
} as const satisfies Record<string, Seen>

/** What a network did with a payment: nothing final yet, executed it, or never will. */
type Truth = 'open' | 'executed' | 'void'

type Known = 'flying' | 'pending' | 'executed' | 'declined' | 'unknown'
type Payment = {
  readonly transaction: Transaction
  readonly config: string
  known: Known
  landsAtMs: number
  as: Known
}

/** How late late bytes arrive: before a network's settling time is over. */
const lateMs = 55_000

/** A mobile money network that never lies about its own books; under another configuration it keeps other books. */
export function honestNetwork(clock: MachineClock) {
  const payments = new Map<string, Payment>()
  let mode: EnquiryMode = 'truth'

  function known(payment: Payment): Known {
    if (payment.known === 'flying' && clock.trueMs() >= payment.landsAtMs) payment.known = payment.as
    return payment.known
  }

  function answer(config: string, { providerId }: Transaction): Enquired {
    const payment = payments.get(providerId)
    if (payment?.config !== config) return { outcome: 'notFound' }
    const seen = seenOf(payment.transaction)
    switch (known(payment)) {
      case 'pending':
        return { outcome: 'pending', seen }
      case 'executed':
        return { outcome: 'succeeded', ...namesOf(providerId), seen }
      case 'declined':
        return { outcome: 'declined', reason: 'customer_rejected', networkReason: 'REJECTED', seen }
      default:
        return { outcome: 'notFound' }
    }
  }

  return {
    /** Takes the bytes of a submission; throws when they come a second time. */
    submit(config: string, transaction: Transaction, fate: Fate): Submitted {
      const { lands, as, isTold } = fates[fate]
      if (as === 'unsent') return { outcome: 'declined', reason: 'not_sent' }
      const { providerId } = transaction
      if (payments.has(providerId)) throw new Error(`${transaction.id} was submitted twice`)
      const isLate = lands === 'late'
      const landsAtMs = clock.trueMs() + (isLate ? lateMs : 0)
      payments.set(providerId, { transaction, config, known: isLate ? 'flying' : as, landsAtMs, as })
      if (!isTold) return { outcome: 'inDoubt', because: 'the answer was lost' }
      if (as === 'declined') return { outcome: 'declined', reason: 'refused_by_network', networkReason: 'REFUSED' }
      if (as === 'pending') return { outcome: 'accepted', providerRef: `ref ${providerId}` }
      return { outcome: 'succeeded', ...namesOf(providerId) }
    },
    /** Answers an enquiry from the books of a configuration. */
    enquire(config: string, transaction: Transaction): Enquired {
      if (mode === 'silence') return { outcome: 'unanswered', because: 'silence' }
      if (mode === 'truth') return answer(config, transaction)
      return { outcome: 'succeeded', providerRef: null, seen: { ...seenOf(transaction), ...others[mode] } }
    },
    answers(next: EnquiryMode): void {
      mode = next
    },
    /** Ends a pending payment; a forgotten one is never executed. False when it is not pending. */
    end(providerId: string, end: 'executed' | 'declined' | 'forgotten'): boolean {
      const payment = payments.get(providerId)
      if (!payment || known(payment) !== 'pending') return false
      payment.known = end === 'forgotten' ? 'unknown' : end
      return true
    },
    /** The truth about a payment; undefined when it was never sent. */
    truth(providerId: string): Truth | undefined {
      const payment = payments.get(providerId)
      if (!payment) return undefined
      const now = known(payment)
      if (now === 'executed') return 'executed'
      return now === 'pending' || now === 'flying' ? 'open' : 'void'
    },
  }
}

/** A network of the model. */
export type HonestNetwork = ReturnType<typeof honestNetwork>

/** The number of the receipt that a network sends for a payment. */
export function receiptOf(providerId: string): string {
  return `receipt ${providerId}`
}

function namesOf(providerId: string) {
  return { providerRef: `ref ${providerId}`, networkReceipt: receiptOf(providerId) }
}

function seenOf({ amountMinor, currency, phoneNumber }: Transaction): Seen {
  return { amountMinor, currency, phoneNumber }
}
