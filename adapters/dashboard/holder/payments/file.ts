import { type Calendar, type Transaction, toDecimal } from '../../../../core/sente.ts'
import { csvCell } from '../../../formats/csvCell.ts'
import { dayOf, local } from '../../../formats/moment.ts'
import type { ChosenColumns, ColumnName } from '../../parts/payments/columns.tsx'

type FileColumn = {
  /** The column of the list that it belongs to; null for one that every file has. */
  readonly of: ColumnName | null
  readonly cell: (payment: Transaction, days: Calendar) => string
  /** Whether it is only in a file whose columns are chosen. */
  readonly isExtra?: true
}

/** The columns of a file of payments, in their order. */
const fileColumns: Readonly<Record<string, FileColumn>> = {
  created_at: { of: 'opened', cell: ({ createdAtMs }, days) => local(createdAtMs, days) },
  day: { of: 'opened', cell: ({ createdAtMs }, days) => dayOf(createdAtMs, days) },
  transaction_id: { of: 'id', cell: ({ id }) => id },
  reference: { of: null, cell: ({ reference }) => csvCell(reference) },
  kind: { of: 'kind', cell: ({ kind }) => kind },
  state: { of: 'state', cell: ({ state }) => state },
  phone_number: { of: 'phone', cell: ({ phoneNumber }) => phoneNumber },
  network: { of: 'phone', cell: ({ network }) => network },
  currency: { of: null, cell: ({ currency }) => currency },
  amount: { of: null, cell: ({ amountMinor, currency }) => toDecimal(amountMinor, currency) },
  fee: { of: 'fee', cell: ({ feeMinor, currency }) => toDecimal(feeMinor, currency) },
  network_receipt: { of: 'receipt', cell: ({ networkReceipt }) => csvCell(networkReceipt ?? '') },
  reason: { of: 'reason', cell: ({ reason }) => reason ?? '', isExtra: true },
  updated_at: { of: 'changed', cell: ({ updatedAtMs }, days) => local(updatedAtMs, days), isExtra: true },
  description: { of: 'description', cell: ({ description }) => csvCell(description ?? ''), isExtra: true },
}

/** The lines of a file of payments: with the chosen columns, or the usual ones of files, which programs import. */
export async function* paymentFile(
  pages: AsyncIterable<readonly Transaction[]>,
  chosen: ChosenColumns,
  days: Calendar,
): AsyncGenerator<string> {
  const columns = Object.entries(fileColumns).filter(([, { of, isExtra }]) =>
    chosen ? of === null || chosen.includes(of) : !isExtra,
  )
  yield `${columns.map(([name]) => name).join(',')}\r\n`
  for await (const page of pages)
    yield page.map((payment) => `${columns.map(([, { cell }]) => cell(payment, days)).join(',')}\r\n`).join('')
}
