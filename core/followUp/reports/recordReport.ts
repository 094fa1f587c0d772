import { isCounted } from '../../accounts/limits/accountLimits.ts'
import type { Attention } from '../../model/attention.ts'
import type { Moment, Reason, State, Transaction } from '../../model/transaction.ts'
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
 * Records a report about a transaction in a step of its own, and so ends the claim on it. Resolves with the transaction
 * after the report. By default the time of the report is now.
 */
type RecordReport = (
  transaction: Transaction,
  report: Omit<Report, 'at'> & { readonly at?: Moment },
) => Promise<Transaction>

/** Builds it from its ports. */
export function recordReport({
  books,
  clock,
  policy = livePolicy,
  alarm,
  node = clock.run,
}: ReportPorts): RecordReport {
  return async (transaction, report) => {
    const { id, accountId, currency } = transaction
    const now = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run: clock.run }
    const scope: Scope = {
      account: accountId,
      currency,
      transaction: id,
      events: true,
      ...(isCounted(transaction) && canFailBy(report) && { dayCount: true }),
    }
    const { attention, ...known } = await books.atomically(scope, reportStep(id, { at: now, ...report, node }, policy))
    const recorded = { ...transaction, ...known }
    if (attention) alarm?.(attention, recorded)
    return recorded
  }
}

/** Whether a report can end a payment as failed. */
function canFailBy({ answer }: Pick<Report, 'answer'>): boolean {
  return answer.outcome === 'declined' || answer.outcome === 'notFound'
}

/** A transaction after a recorded report; `attention` is null unless this report has set it. */
type Recorded = {
  readonly state: State
  readonly reason: Reason | null
  readonly networkReason: string | null
  readonly providerRef: string | null
  readonly attention: Attention | null
}

/** The step that records a provider's report: settles, credits or releases the money as the report requires. */
function reportStep(
  id: string,
  report: Report & { readonly node: string },
  policy: FollowUpPolicy,
): (work: UnitOfWork) => Recorded {
  const { from, answer, exchanges = [], node, at } = report
  const question = from === 'submission' ? 'submission' : 'enquiry'
  const kept = keptExchanges({ question, answer, exchanges, node, atMs: at.wallMs })
  return (work) => {
    const before = work.transaction(id)
    if (!before) throw new Error(`no transaction ${id}`)
    const { transaction, annotation } = applyReport(before, report, policy)
    if (transaction !== before) work.record(transaction)
    if (transaction.state !== before.state) moveMoney(work, transaction)
    work.keepExchanges(id, kept)
    if (annotation) work.annotate({ transactionId: id, ...annotation, by: null, atMs: report.at.wallMs })
    const { state, reason, networkReason, providerRef, attention } = transaction
    return { state, reason, networkReason, providerRef, attention: attention === before.attention ? null : attention }
  }
}
