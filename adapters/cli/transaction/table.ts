import { type Calendar, type Transaction, type TransactionPage, toDecimal } from '../../../core/sente.ts'
import { local } from '../../formats/moment.ts'
import type { Paint } from '../output/colours.ts'
import { table } from '../output/output.ts'
import { attentionText, stateText } from './view.ts'

type Style = {
  /** The calendar of the times. */
  readonly days: Calendar
  readonly paint: Paint
  /** Whether to show the account of each. */
  readonly withAccount: boolean
  /** Whether to show the reason why each needs attention. */
  readonly withAttention: boolean
}

/** A page of transactions as a table, and the command for the next page. */
export function transactionTable({ transactions, next }: TransactionPage, style: Style): string {
  if (transactions.length === 0) return 'No transactions found.\n'
  const headings = [
    ...(['Transaction', 'Created', 'Kind', 'Amount', 'Currency', 'Network', 'State'] as const),
    ...(style.withAttention ? (['Attention', 'Provider id'] as const) : []),
    ...(style.withAccount ? (['Account'] as const) : []),
    'Reference' as const,
  ]
  const rows = transactions.map((transaction) => rowOf(transaction, style))
  const more = next === null ? '' : `\nThere are more: repeat the command with --before ${next}\n`
  return table(headings, rows, ['Amount']) + more
}

function rowOf(transaction: Transaction, { paint, days }: Style) {
  const { id, accountId, kind, reference, amountMinor, currency, network, createdAtMs } = transaction
  return {
    Transaction: id,
    Created: local(createdAtMs, days),
    Kind: kind,
    Amount: toDecimal(amountMinor, currency),
    Currency: currency,
    Network: network,
    State: stateText(transaction, paint),
    Attention: attentionText(transaction, paint),
    'Provider id': transaction.providerId,
    Account: accountId,
    Reference: reference,
  }
}
