import type { Enquired, Seen, Submitted, Transaction } from '../../../../core/sente.ts'

type Known = 'flying' | 'pending' | 'executed' | 'declined' | 'unknown'

/** The fate of a submission: the form of its bytes on arrival, the time, and whether its answer comes back. */
const fates = {
  accepts: { as: 'pending' },
  succeeds: { as: 'executed' },
  declines: { as: 'declined' },
  unreachable: { as: 'unsent' },
  losesRequest: { as: 'unknown', isLost: true },
  acceptsSilently: { as: 'pending', isLost: true },
  succeedsSilently: { as: 'executed', isLost: true },
  declinesSilently: { as: 'declined', isLost: true },
  refusesSilently: { as: 'unknown', isLost: true },
  acceptsLate: { as: 'pending', isLost: true, isLate: true },
  succeedsLate: { as: 'executed', isLost: true, isLate: true },
} as const satisfies Record<string, { as: Known | 'unsent'; isLost?: boolean; isLate?: boolean }>

/** The name of a submission's fate. */
export type Fate = keyof typeof fates

/** Every fate. */
export const everyFate = Object.keys(fates) as Fate[]

/** A network's way to answer an enquiry: truthfully, not at all, or as if about another payment. */
export type EnquiryMode = 'truth' | 'silence' | keyof typeof others

const others = {
  otherAmount: { amountMinor: 1n },
  otherCurrency: { currency: 'KES' },
  otherNumber: { phoneNumber: '256700000000' },
} as const satisfies Record<string, Seen>

/** The delay of late bytes: shorter than a network's settling time. */
const lateMs = 55_000

/** A mobile money network that never lies about its own books; under another configuration it keeps other books. */
export function honestNetwork({ trueMs }: { trueMs(): number }) {
  const payments = new Map<
    string,
    { transaction: Transaction; config: string; known: Known; as: Known; atMs: number; landsAtMs: number }
  >()
  let mode: EnquiryMode = 'truth'

  /** A network's knowledge of a payment under a configuration, by default the payment's own. */
  function known(providerId: string, config?: string): Known | undefined {
    const payment = payments.get(providerId)
    if (!payment || (config ?? payment.config) !== payment.config) return undefined
    if (payment.known === 'flying' && trueMs() >= payment.landsAtMs) payment.known = payment.as
    return payment.known
  }

  /** Its treatment of a payment: nothing final yet, executed, or never to be; undefined when it was never sent. */
  function truth(providerId: string): 'open' | 'executed' | 'void' | undefined {
    const now = known(providerId)
    if (now === undefined || now === 'executed') return now
    return now === 'pending' || now === 'flying' ? 'open' : 'void'
  }

  return {
    truth,
    /** Everything that it was sent, in order, with the true times and its knowledge. */
    journal: () =>
      [...payments.values()].map(({ transaction, atMs }) => ({
        ...{ transaction, atMs, known: known(transaction.providerId) },
      })),
    /** Takes the bytes of a submission; throws when they come a second time. */
    submit(config: string, transaction: Transaction, fate: Fate): Submitted {
      const { as, isLost, isLate }: { as: Known | 'unsent'; isLost?: boolean; isLate?: boolean } = fates[fate]
      if (as === 'unsent') return { outcome: 'declined', reason: 'not_sent' }
      const { providerId } = transaction
      if (payments.has(providerId)) throw new Error(`${transaction.id} was submitted twice`)
      const atMs = trueMs()
      const landsAtMs = atMs + (isLate ? lateMs : 0)
      payments.set(providerId, { transaction, config, known: isLate ? 'flying' : as, as, atMs, landsAtMs })
      if (isLost) return { outcome: 'inDoubt', because: 'the answer was lost' }
      if (as === 'declined') return { outcome: 'declined', reason: 'refused_by_network', networkReason: 'REFUSED' }
      if (as === 'pending') return { outcome: 'accepted', providerRef: `ref ${providerId}` }
      return { outcome: 'succeeded', ...namesOf(providerId) }
    },
    /** Answers an enquiry from the books of a configuration. */
    enquire(config: string, { providerId, ...asked }: Transaction): Enquired {
      if (mode === 'silence') return { outcome: 'unanswered', because: 'silence' }
      if (mode !== 'truth')
        return { outcome: 'succeeded', providerRef: null, seen: { ...seenOf(asked), ...others[mode] } }
      const seen = seenOf(payments.get(providerId)?.transaction ?? asked)
      const declined = { outcome: 'declined', reason: 'customer_rejected', networkReason: 'REJECTED', seen } as const
      const answers: { [state in Known]?: Enquired } = {
        pending: { outcome: 'pending', seen },
        executed: { outcome: 'succeeded', ...namesOf(providerId), seen },
        declined,
      }
      return answers[known(providerId, config) ?? 'unknown'] ?? { outcome: 'notFound' }
    },
    answers(next: EnquiryMode): void {
      mode = next
    },
    /** Ends a pending payment; a forgotten one is never executed. False when it is not pending. */
    end(providerId: string, end: 'executed' | 'declined' | 'forgotten'): boolean {
      const payment = payments.get(providerId)
      if (!payment || known(providerId) !== 'pending') return false
      payment.known = end === 'forgotten' ? 'unknown' : end
      return true
    },
  }
}

/** The receipt number of a payment from its network. */
export const receiptOf = (providerId: string) => `receipt ${providerId}`

function namesOf(providerId: string) {
  return { providerRef: `ref ${providerId}`, networkReceipt: receiptOf(providerId) }
}

function seenOf({ amountMinor, currency, phoneNumber }: Pick<Transaction, 'amountMinor' | 'currency' | 'phoneNumber'>) {
  return { amountMinor, currency, phoneNumber }
}
