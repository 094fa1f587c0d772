import {
  type Batch,
  type BatchTotal,
  type Calendar,
  type LineRows,
  progressOf,
  toDecimal,
} from '../../../../core/sente.ts'
import { batchData } from '../../../formats/batch.ts'
import { local } from '../../../formats/moment.ts'
import { lines, table } from '../../output/output.ts'

/** A batch as JSON, with the totals of its lines. */
export function batchJson(batch: Batch, totals: readonly BatchTotal[], isUnconfirmed: boolean) {
  const { batch_id, ...data } = batchData(batch, totals, isUnconfirmed)
  return { batch_id, account_id: batch.accountId, ...data }
}

/** Batches as a table. */
export function batchTable(batches: readonly Batch[], days: Calendar): string {
  const headings = ['Asked', 'Batch', 'Account', 'State', 'Lines', 'Accepted', 'Held', 'Reference'] as const
  const rows = batches.map(({ id, accountId, reference, state, lines, sums, createdAtMs }) => ({
    Asked: local(createdAtMs, days),
    Batch: id,
    Account: accountId,
    State: state,
    Lines: String(lines),
    Accepted: sums.map(({ currency, acceptedMinor }) => amountOf(acceptedMinor, currency)).join(', '),
    Held: sums.map(({ currency, heldMinor }) => amountOf(heldMinor, currency)).join(', '),
    Reference: reference,
  }))
  return table(headings, rows, ['Lines', 'Accepted', 'Held'])
}

/** A batch as text, with the totals of its lines. */
export function batchText(batch: Batch, totals: readonly BatchTotal[], days: Calendar): string {
  const { id, accountId, reference, state, sums, createdAtMs, updatedAtMs } = batch
  const head = lines([
    ['Batch', id],
    ['Account', accountId],
    ['Reference', reference],
    ['State', state],
    ['Lines', String(batch.lines)],
    ...sums.flatMap(({ currency, acceptedMinor, heldMinor }) => [
      ['Accepted', amountOf(acceptedMinor, currency)] as const,
      ['Held', amountOf(heldMinor, currency)] as const,
    ]),
    ['Asked', local(createdAtMs, days)],
    ['Updated', local(updatedAtMs, days)],
  ])
  const rows = totals.map(({ progress, currency, lines, minor, feesMinor }) => ({
    State: progress,
    Lines: String(lines),
    Amount: amountOf(minor, currency),
    Fees: amountOf(feesMinor, currency),
  }))
  return `${head}\n${table(['State', 'Lines', 'Amount', 'Fees'], rows, ['Lines', 'Amount', 'Fees'])}`
}

/** Lines as a table. */
export function lineTable(found: readonly LineRows[], batch: Batch): string {
  const headings = ['Line', 'State', 'Amount', 'Phone number', 'Network', 'Transaction', 'Reference'] as const
  const rows = found.map((rows) => {
    const { line } = rows
    const { number, amountMinor, currency, phoneNumber, network, reference, code, transactionId } = line
    const progress = progressOf(rows, batch)
    return {
      Line: String(number),
      State: code === null ? progress : `${progress} (${code})`,
      Amount: amountMinor === null ? '' : amountOf(amountMinor, currency),
      'Phone number': phoneNumber,
      Network: network,
      Transaction: transactionId ?? '',
      Reference: reference,
    }
  })
  return table(headings, rows, ['Line', 'Amount'])
}

function amountOf(minor: bigint, currency: string): string {
  return `${toDecimal(minor, currency)} ${currency}`
}
