import { isCounted } from '../../accounts/limits/accountLimits.ts'
import type { Attention } from '../../model/attention.ts'
import type { Reason, State, Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Clock } from '../../ports/clock.ts'
import { keptExchanges } from '../cases/keepExchanges.ts'
import { moveMoney } from '../moveMoney.ts'
import { type FollowUpPolicy, livePolicy } from '../policy.ts'
import { applyReport } from './applyReport.ts'
import type { Report } from './report.ts'

/** Alerts an operator that a transaction needs attention, with the reason. */
export type Alarm = (attention: Attention, transaction: Transaction) => void

/** The ports for recording reports. By default the policy is `livePolicy` and no alarm is raised. */
export type ReportPorts = {
  readonly books: Books
  readonly clock: Clock
  readonly policy?: FollowUpPolicy
  readonly alarm?: Alarm
  /** The name of this process in stored exchanges with networks; the run of its clock by default. */
  readonly node?: string
}

/**
 * Records reports about a transaction, oldest first, in a step of their own, and so ends the claim on it. Resolves with
 * the transaction after them.
 */
type RecordReports = (transaction: Transaction, ...reports: readonly Report[]) => Promise<Transaction>

/** Builds it from its ports. */
export function recordReports({
  books,
  clock,
  policy = livePolicy,
  alarm,
  node = clock.run,
}: ReportPorts): RecordReports {
  return async (transaction, ...reports) => {
    const { id, accountId, currency } = transaction
    const scope: Scope = {
      account: accountId,
      currency,
      transaction: id,
      events: true,
      ...(isCounted(transaction) && reports.some(canFailBy) && { dayCount: true }),
    }
    const { attention, ...known } = await books.atomically(scope, reportStep(id, { reports, node, policy }))
    const recorded = { ...transaction, ...known }
    if (attention) alarm?.(attention, recorded)
    return recorded
  }
}

/** Whether a report can end a payment as failed. */
function canFailBy({ answer }: Pick<Report, 'answer'>): boolean {
  return answer.outcome === 'declined' || answer.outcome === 'notFound'
}

type Reported = { readonly reports: readonly Report[]; readonly node: string; readonly policy: FollowUpPolicy }

/** A transaction after recorded reports; `attention` is null unless they have set it. */
type Recorded = {
  readonly state: State
  readonly reason: Reason | null
  readonly networkReason: string | null
  readonly providerRef: string | null
  readonly attention: Attention | null
}

/** The step that records a provider's reports: settles, credits or releases the money as they require. */
function reportStep(id: string, { reports, node, policy }: Reported): (work: UnitOfWork) => Recorded {
  const kept = reports.flatMap(({ from, answer, exchanges = [], at }) => {
    const question = from === 'submission' ? 'submission' : 'enquiry'
    return keptExchanges({ question, answer, exchanges, node, atMs: at.wallMs })
  })
  return (work) => {
    const before = work.transaction(id)
    if (!before) throw new Error(`no transaction ${id}`)
    let transaction = before
    for (const report of reports) {
      const applied = applyReport(transaction, report, policy)
      transaction = applied.transaction
      const { annotation } = applied
      if (annotation) work.annotate({ transactionId: id, ...annotation, by: null, atMs: report.at.wallMs })
    }
    if (transaction !== before) work.record(transaction)
    if (transaction.state !== before.state) moveMoney(work, transaction)
    work.keepExchanges(id, kept)
    const { state, reason, networkReason, providerRef, attention } = transaction
    return { state, reason, networkReason, providerRef, attention: attention === before.attention ? null : attention }
  }
}
