import type { Evidence } from '../../attacks/crashes/judges/evidence.ts'
import { crashFeeBackOf, crashFeeOf } from '../../attacks/crashes/terms.ts'

const anyOf = { from: '2026-01-01', currency: 'UGX' }

/** The nodes' fees, in the form of a configuration; the same as those of the servers in the crash attack. */
export const nodeFees: readonly object[] = [
  { ...anyOf, kind: 'payout', network: 'MTN', percent: 1.25 },
  { ...anyOf, kind: 'payout', network: 'AIRTEL', flat: 13 },
  { ...anyOf, kind: 'collection', network: 'MTN', flat: 5, percent: 2, refundable: true },
  { ...anyOf, kind: 'refund', network: 'AIRTEL', flat: 7 },
]

/** The fees of payments on nodes, and the parts that refunds give back. */
export function pricesOn({ charges }: { readonly charges: boolean }): Pick<Evidence, 'feeOf' | 'feeBackOf'> {
  return charges ? { feeOf: crashFeeOf, feeBackOf: crashFeeBackOf } : { feeOf: () => 0n }
}
