import { type Balance, type Statement, type StatementEntry, toDecimal, toMajor } from '../../core/sente.ts'
import { csvCell } from './csvCell.ts'
import { utc } from './moment.ts'

/** A page of a statement as its merchant sees it. */
export function statementData({ opening, lines, closing, next }: Statement, currency: string) {
  return {
    currency,
    opening: balanceData(opening, currency),
    lines: lines.map((line) => {
      const { moved, cause } = lineData(line, currency)
      const { available, held } = balanceData(line.after, currency)
      return { ...moved, available_after: available, held_after: held, ...cause }
    }),
    closing: balanceData(closing, currency),
    next_cursor: next,
  }
}

/** A page of a statement as operators see it. */
export function statementForOperators({ opening, lines, closing, next }: Statement, currency: string) {
  return {
    currency,
    opening: balanceData(opening, currency),
    lines: lines.map((line) => {
      const { moved, cause } = lineData(line, currency)
      return { ...moved, ...cause, after: balanceData(line.after, currency) }
    }),
    closing: balanceData(closing, currency),
    next,
  }
}

/** The balance of an account in one currency. */
export function balanceData({ availableMinor, heldMinor }: Balance, currency: string) {
  return { available: toMajor(availableMinor, currency), held: toMajor(heldMinor, currency) }
}

const header =
  'at,kind,currency,amount,available_after,held_after,transaction_id,reference,description,metadata,network_receipt,network_reason\r\n'

function row(line: StatementEntry, currency: string): string {
  const { posting, kind, after, reference, description, metadata, networkReceipt, networkReason } = line
  const amounts = [posting.amountMinor, after.availableMinor, after.heldMinor].map((minor) =>
    toDecimal(minor, currency),
  )
  const kept = Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata)
  const said = [reference, description ?? '', kept, networkReceipt ?? '', networkReason ?? '']
  const cells = [utc(posting.atMs), kind, currency, ...amounts, transactionOf(line) ?? '', ...said.map(csvCell)]
  return `${cells.join(',')}\r\n`
}

/** A statement in CSV (RFC 4180): its first row, and the row of a line. */
export const statementCsv = { header, row }

function transactionOf({ posting: { cause } }: StatementEntry): string | null {
  return 'transaction' in cause ? cause.transaction : null
}

/** The batch of a line that a batch has caused; nothing for any other line. */
function batchOf({ posting: { cause } }: StatementEntry): { readonly batch_id?: string } {
  return 'batch' in cause ? { batch_id: cause.batch } : {}
}

function lineData(line: StatementEntry, currency: string) {
  const { posting, kind, reference, description, metadata, networkReceipt, networkReason } = line
  return {
    moved: { at: utc(posting.atMs), kind, amount: toMajor(posting.amountMinor, currency) },
    cause: {
      transaction_id: transactionOf(line),
      ...batchOf(line),
      reference,
      description,
      metadata,
      network_receipt: networkReceipt,
      network_reason: networkReason,
    },
  }
}
