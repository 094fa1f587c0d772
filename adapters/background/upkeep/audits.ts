import type { ContinuedAudit } from '../../../core/sente.ts'
import type { Report } from './report.ts'

type AuditReport = Report &
  Pick<ContinuedAudit, 'ok' | 'checked' | 'broken'> & {
    readonly contradicted: readonly { readonly transaction_id: string; readonly problem: string }[]
    readonly since: { readonly at: string; readonly payments: number } | null
  }

/** The result in a report of `sente audit`; undefined if there is none, or it was not recorded. */
export function auditIn(report: Report): ContinuedAudit | undefined {
  if (!('checked' in report) || report.not_recorded !== undefined) return undefined
  const { ok, checked, broken, contradicted, since } = report as AuditReport
  return {
    ...{ ok, checked, broken },
    contradicted: contradicted.map(({ transaction_id, problem }) => ({ transactionId: transaction_id, problem })),
    since: since && { atMs: Date.parse(since.at), transactions: since.payments },
  }
}
