import { type StatementRow, wholeMinor } from './rows.ts'

/** A column of a statement's table: its name, its type, and its value in a row. */
type Column =
  | readonly [name: string, type: 'text', value: (row: StatementRow) => string | null]
  | readonly [name: string, type: 'amount', value: (row: StatementRow) => bigint]
  | readonly [name: string, type: 'moment' | 'day', value: (row: StatementRow) => number | null]

/** The columns of a statement's table, in CSV and in a workbook. */
export const columns: readonly Column[] = [
  ['at', 'moment', ({ atMs }) => atMs],
  ['day', 'day', ({ atMs }) => atMs],
  ['kind', 'text', ({ kind }) => kind],
  ['payment_kind', 'text', ({ paymentKind }) => paymentKind],
  ['currency', 'text', ({ currency }) => currency],
  ['amount', 'amount', ({ change }) => wholeMinor(change)],
  ['balance_after', 'amount', ({ after }) => wholeMinor(after)],
  ['available_change', 'amount', ({ change }) => change.availableMinor],
  ['available_after', 'amount', ({ after }) => after.availableMinor],
  ['held_change', 'amount', ({ change }) => change.heldMinor],
  ['held_after', 'amount', ({ after }) => after.heldMinor],
  ['transaction_id', 'text', ({ transactionId }) => transactionId],
  ['reference', 'text', ({ reference }) => reference],
  ['phone_number', 'text', ({ phoneNumber }) => phoneNumber],
  ['description', 'text', ({ description }) => description],
  ['metadata', 'text', ({ metadata }) => metadata],
  ['network_receipt', 'text', ({ networkReceipt }) => networkReceipt],
  ['network_reason', 'text', ({ networkReason }) => networkReason],
]

/** The form of each type of cell in a format; null is an empty cell. */
export type CellForms<Cell> = {
  text(text: string): Cell
  amount(minor: bigint): Cell
  moment(ms: number): Cell
  day(ms: number): Cell
}

/** The cells of a row. */
export function cellsOf<Cell>(row: StatementRow, forms: CellForms<Cell>): (Cell | null)[] {
  return columns.map(([, type, value]) => {
    if (type === 'amount') return forms.amount(value(row))
    if (type === 'text') return orNull(value(row), forms.text)
    return orNull(value(row), forms[type])
  })
}

function orNull<Value, Cell>(value: Value | null, form: (value: Value) => Cell): Cell | null {
  return value === null ? null : form(value)
}
