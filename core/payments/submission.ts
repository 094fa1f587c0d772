import { channelOf } from '../channels/channels.ts'
import type { ChannelWatch } from '../channels/channelWatch.ts'
import { livePolicy } from '../followUp/policy.ts'
import { applyReport } from '../followUp/reports/applyReport.ts'
import { type ReportPorts, recordReports } from '../followUp/reports/recordReports.ts'
import type { Report } from '../followUp/reports/report.ts'
import { firstFollowUp, openedByNow } from '../followUp/schedule.ts'
import type { Refusal } from '../model/refusal.ts'
import { paysOut, type Transaction } from '../model/transaction.ts'
import type { Exchange } from '../ports/books/cases.ts'
import { type Deadline, deadlineIn, momentBy, remainingMs } from '../ports/clock.ts'
import type { MobileProvider, ProviderFor } from '../ports/mobileProvider.ts'

/** Bounds of one payment; each has a default. */
export type PaymentLimits = {
  /**
   * How long opening a payment may take, from its first check on. A payment that is not opened by then never is. 20,000
   * by default.
   */
  readonly openWithinMs: number
  /** How long a submission may still be written to the network once its payment is open; 5,000 by default. */
  readonly submitWithinMs: number
  /**
   * The most enquiries at once to one network about submissions in doubt, 32 by default; the others are left to the
   * follow-up.
   */
  readonly enquiriesAtOnce: number
}

/** Their defaults. */
export const defaultLimits: PaymentLimits = { openWithinMs: 20_000, submitWithinMs: 5_000, enquiriesAtOnce: 32 }

/** The outcome of a submission: the provider has the payment, or it was released, or it is in doubt. */
export type Outcome =
  | { readonly transaction: Transaction }
  | Extract<Refusal, { refused: 'provider_unavailable' | 'outcome_unknown' }>

/** The outcome of a payment with a known opening only: its money stays held. */
export function unknownOutcome({ id }: Transaction): Outcome {
  return { refused: 'outcome_unknown', transactionId: id }
}

/**
 * Submits an opened payment and records the answer. If that leaves doubt, it enquires once, if `enquiriesAtOnce` allows
 * it, and records both answers in one step. If the process ends before that, the follow-up enquires. By default the
 * limits are `defaultLimits`. If the opening has taken more than half of the time to submit, that time begins again, as
 * long as an opening may still go on: a process that wakes later sends nothing.
 */
export function submission(
  ports: ReportPorts & {
    readonly providerFor: ProviderFor
    readonly channels?: Pick<ChannelWatch, 'answered'>
    readonly limits?: Partial<PaymentLimits>
  },
) {
  const { enquiriesAtOnce, openWithinMs, submitWithinMs } = { ...defaultLimits, ...ports.limits }
  const { books, clock, policy = livePolicy } = ports
  const record = recordReports(ports)
  const asking = new Map<MobileProvider, number>()

  /** The report of an enquiry; none while there are too many. */
  async function askOnce(provider: MobileProvider, transaction: Transaction): Promise<Report[]> {
    const others = asking.get(provider) ?? 0
    if (others >= enquiriesAtOnce) return []
    asking.set(provider, others + 1)
    try {
      const exchanges: Exchange[] = []
      const answer = await provider.enquire(transaction, (exchange) => exchanges.push(exchange))
      return [{ from: 'request', fingerprint: provider.fingerprint, answer, exchanges, at: momentBy(clock) }]
    } finally {
      asking.set(provider, (asking.get(provider) ?? 1) - 1)
    }
  }

  /** Records the answer of a submission and, if it leaves doubt, that of an enquiry, even if the enquiry breaks. */
  async function recordAnswer(provider: MobileProvider, transaction: Transaction, answered: Report) {
    const { transaction: reported } = applyReport(transaction, answered, policy)
    if (reported.state !== 'submitting') return record(transaction, answered)
    const [enquiry] = await Promise.allSettled([askOnce(provider, reported)])
    const recorded = await record(transaction, answered, ...(enquiry.status === 'fulfilled' ? enquiry.value : []))
    if (enquiry.status === 'rejected') throw enquiry.reason
    return recorded
  }

  /**
   * Records a later deadline, unless somebody has asked about the payment meanwhile. Otherwise the earlier one holds.
   */
  async function begunAnew(transaction: Transaction, until: Deadline): Promise<Deadline> {
    const { id, accountId, currency } = transaction
    const nowMs = clock.nowMs()
    const later = deadlineIn(clock, submitWithinMs)
    const scope = { account: accountId, currency, transaction: id, withinMs: submitWithinMs }
    const isLater = await books.atomically(scope, (work) => {
      const found = work.transaction(id)
      if (found?.state !== 'submitting' || found.followUp.enquiries > 0) return false
      const now = openedByNow(found, nowMs)
      const { aheadMs } = now.followUp
      const followUp = { ...firstFollowUp(later.wallMs, policy), aheadMs }
      work.record({ ...now, submitUntilMs: later.wallMs + aheadMs, followUp })
      return true
    })
    return isLater ? later : until
  }

  return async function submit(transaction: Transaction, given: Deadline): Promise<Outcome> {
    const leftMs = remainingMs(clock, given)
    const isSlow = leftMs < submitWithinMs / 2 && leftMs > submitWithinMs - openWithinMs
    const until = isSlow ? await begunAnew(transaction, given).catch(() => given) : given
    const provider = ports.providerFor(transaction.currency, transaction.network)
    const exchanges: Exchange[] = []
    const onExchange = (exchange: Exchange) => exchanges.push(exchange)
    const answer = await (paysOut(transaction)
      ? provider.payOut(transaction, until, onExchange)
      : provider.requestPayment(transaction, until, onExchange))
    const { fingerprint } = provider
    const answered: Report = { from: 'submission', fingerprint, answer, exchanges, at: momentBy(clock) }
    const [recorded] = await Promise.all([
      recordAnswer(provider, transaction, answered),
      ports.channels?.answered({ channel: channelOf(transaction), answer }),
    ])
    return outcomeOf(recorded)
  }
}

function outcomeOf(transaction: Transaction): Outcome {
  if (transaction.state === 'submitting') return unknownOutcome(transaction)
  if (transaction.state === 'failed') return { refused: 'provider_unavailable', transactionId: transaction.id }
  return { transaction }
}
