import {
  type Batch,
  type BatchTotal,
  type LineProgress,
  type LineRows,
  type LineWarning,
  progressOf,
  toDecimal,
  toMajor,
} from '../../core/sente.ts'
import { csvCell } from './csvCell.ts'
import { utc } from './moment.ts'

/** A batch of payouts as its merchant sees it, with the totals of its lines. */
export function batchData(batch: Batch, totals: readonly BatchTotal[], isUnconfirmed: boolean) {
  const { created_at, updated_at, ...listed } = listedBatchData(batch, isUnconfirmed)
  return {
    ...listed,
    totals: totals.map(({ progress, currency, lines, minor, feesMinor }) => ({
      state: progress,
      currency,
      lines,
      amount: toMajor(minor, currency),
      fees: toMajor(feesMinor, currency),
    })),
    created_at,
    updated_at,
  }
}

/** A batch of payouts in a list of its merchant. */
export function listedBatchData(batch: Batch, isUnconfirmed: boolean) {
  const { id, reference, state, lines, createdAtMs, updatedAtMs } = batch
  return {
    batch_id: id,
    reference,
    state,
    needs_confirmation: isUnconfirmed,
    lines,
    sums: sumsData(batch),
    created_at: utc(createdAtMs),
    updated_at: utc(updatedAtMs),
  }
}

/** The accepted and held amounts of a batch, by currency. */
export function sumsData({ sums }: Pick<Batch, 'sums'>) {
  return sums.map(({ currency, lines, acceptedMinor, heldMinor }) => ({
    currency,
    lines,
    accepted: toMajor(acceptedMinor, currency),
    held: toMajor(heldMinor, currency),
  }))
}

/** A line of a batch as its merchant sees it. */
export function lineData(rows: LineRows, batch: Pick<Batch, 'state'>) {
  const { line, transaction } = rows
  const { number, reference, phoneNumber, amountMinor, feeMinor, currency, network, description, metadata, code } = line
  return {
    line: number,
    reference,
    phone_number: phoneNumber,
    amount: amountMinor === null ? null : toMajor(amountMinor, currency),
    fee: amountMinor === null ? null : toMajor(feeMinor, currency),
    currency,
    network,
    description,
    metadata,
    state: progressOf(rows, batch),
    code,
    transaction_id: transaction?.id ?? null,
    reason: transaction?.reason ?? null,
    network_receipt: transaction?.networkReceipt ?? null,
  }
}

/** The progress of a line, in order. */
export const lineStates: readonly LineProgress[] = ['waiting', 'pending', 'succeeded', 'failed', 'refused', 'cancelled']

const header =
  'line,reference,phone_number,amount,fee,currency,network,description,state,code,transaction_id,reason,network_receipt\r\n'

function row(rows: LineRows, batch: Pick<Batch, 'state'>): string {
  const { line, transaction } = rows
  const [amount = '', fee = ''] = [line.amountMinor, line.amountMinor && line.feeMinor].map((minor) =>
    minor === null ? '' : toDecimal(minor, line.currency),
  )
  const asked = [line.reference, line.phoneNumber, amount, fee, line.currency, line.network, line.description ?? '']
  const { id, reason, networkReceipt } = transaction ?? {}
  const found = [progressOf(rows, batch), line.code ?? '', id ?? '', reason ?? '', networkReceipt ?? '']
  return `${[String(line.number), ...asked, ...found].map(csvCell).join(',')}\r\n`
}

/** The lines of a batch in CSV (RFC 4180): the first row, and the row of a line. */
export const linesCsv = { header, row }

/** A warning about a line as its merchant sees it. */
export function warningData(warning: LineWarning) {
  const { line, reference, warning: code } = warning
  return { line, reference, code, message: warningText(warning), transaction_id: null }
}

/** A warning about a line in words. */
function warningText({ networks }: LineWarning): string {
  return `The phone number begins like those of ${networks.join(' and ')}`
}
