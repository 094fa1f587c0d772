import { type Balance, type Statement, type StatementEntry, toMajor } from '../../../core/sente.ts'
import { utc } from '../moment.ts'
import { changeIn, transactionOf } from './rows.ts'

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

/** The batch of a line that a batch has caused; nothing for any other line. */
function batchOf({ posting: { cause } }: StatementEntry): { readonly batch_id?: string } {
  return 'batch' in cause ? { batch_id: cause.batch } : {}
}

function lineData(line: StatementEntry, currency: string) {
  const { posting, kind, paymentKind, reference, phoneNumber, description, metadata } = line
  const { networkReceipt, networkReason } = line
  const { availableMinor, heldMinor } = changeIn(line)
  return {
    moved: {
      at: utc(posting.atMs),
      kind,
      payment_kind: paymentKind,
      amount: toMajor(availableMinor + heldMinor, currency),
      available_change: toMajor(availableMinor, currency),
      held_change: toMajor(heldMinor, currency),
    },
    cause: {
      transaction_id: transactionOf(line),
      ...batchOf(line),
      reference,
      phone_number: phoneNumber,
      description,
      metadata,
      network_receipt: networkReceipt,
      network_reason: networkReason,
    },
  }
}
