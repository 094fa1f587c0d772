import { livePolicy } from '../followUp/policy.ts'
import { type ReportPorts, recordReport } from '../followUp/reports/recordReport.ts'
import { firstFollowUp } from '../followUp/schedule.ts'
import { lineOf } from '../lines/lines.ts'
import type { LineWatch } from '../lines/lineWatch.ts'
import type { Refusal } from '../model/refusal.ts'
import { paysOut, type Transaction } from '../model/transaction.ts'
import type { Exchange } from '../ports/books/cases.ts'
import { type Deadline, deadlineIn, remainingMs } from '../ports/clock.ts'
import type { MobileProvider, ProviderFor } from '../ports/mobileProvider.ts'

/** How the submission ended: the provider has the payment, or it was released, or it is in doubt. */
export type Outcome =
  | { readonly transaction: Transaction }
  | Extract<Refusal, { refused: 'provider_unavailable' | 'outcome_unknown' }>

/** The outcome of a payment that is only known to have been opened: its money stays held. */
export function unknownOutcome({ id }: Transaction): Outcome {
  return { refused: 'outcome_unknown', transactionId: id }
}

/**
 * Submits an opened payment and records the answer; if that leaves doubt, it enquires once, if `enquiriesAtOnce` allows
 * it. An opening that has taken more than half of the time to submit is the store's fault: the time begins anew.
 */
export function submission(
  ports: ReportPorts & { readonly providerFor: ProviderFor; readonly lines?: Pick<LineWatch, 'answered'> },
  { enquiriesAtOnce, submitWithinMs }: { readonly enquiriesAtOnce: number; readonly submitWithinMs: number },
) {
  const { books, clock, policy = livePolicy } = ports
  const record = recordReport(ports)
  const asking = new Map<MobileProvider, number>()

  async function askOnce(provider: MobileProvider, transaction: Transaction): Promise<Transaction> {
    const others = asking.get(provider) ?? 0
    if (others >= enquiriesAtOnce) return transaction
    asking.set(provider, others + 1)
    try {
      const heard: Exchange[] = []
      const answer = await provider.enquire(transaction, (exchange) => heard.push(exchange))
      return await record(transaction, { from: 'request', fingerprint: provider.fingerprint, answer, heard })
    } finally {
      asking.set(provider, (asking.get(provider) ?? 1) - 1)
    }
  }

  /** Records a later deadline, unless somebody has asked about the payment meanwhile; without that the earlier one holds. */
  async function begunAnew(transaction: Transaction, until: Deadline): Promise<Deadline> {
    const { id, accountId, currency } = transaction
    const later = deadlineIn(clock, submitWithinMs)
    const isLater = await books.atomically({ account: accountId, currency, transaction: id }, (work) => {
      const now = work.transaction(id)
      if (now?.state !== 'submitting' || now.followUp.enquiries > 0) return false
      work.record({ ...now, submitUntilMs: later.wallMs, followUp: firstFollowUp(later.wallMs, policy) })
      return true
    })
    return isLater ? later : until
  }

  return async function submit(transaction: Transaction, given: Deadline): Promise<Outcome> {
    const isLate = remainingMs(clock, given) < submitWithinMs / 2
    const until = isLate ? await begunAnew(transaction, given).catch(() => given) : given
    const provider = ports.providerFor(transaction.currency, transaction.network)
    const heard: Exchange[] = []
    const hear = (exchange: Exchange) => heard.push(exchange)
    const answer = await (paysOut(transaction)
      ? provider.payOut(transaction, until, hear)
      : provider.requestPayment(transaction, until, hear))
    const recorded = await record(transaction, { from: 'submission', fingerprint: provider.fingerprint, answer, heard })
    await ports.lines?.answered({ line: lineOf(transaction), answer })
    return outcomeOf(recorded.state === 'submitting' ? await askOnce(provider, recorded) : recorded)
  }
}

function outcomeOf(transaction: Transaction): Outcome {
  if (transaction.state === 'submitting') return unknownOutcome(transaction)
  if (transaction.state === 'failed') return { refused: 'provider_unavailable', transactionId: transaction.id }
  return { transaction }
}
