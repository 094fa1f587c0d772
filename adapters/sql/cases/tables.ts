import type { ExchangeRow, KeptExchange } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../engine/table.ts'

/**
 * What was said between sente and the networks, for as long as it is kept. Ids begin with the time of the opening, so that
 * payments write at the end of the table, and what is too old stands at its beginning. No foreign key: it would be a third
 * of what the row costs a payment, and only the step that has loaded the transaction writes it.
 */
export const exchanges = {
  name: 'exchanges',
  columns: [
    ['transaction_id', 'text', ({ transactionId }) => transactionId],
    ['place', 'integer', ({ place }) => place, 'CONSTRAINT place_is_known CHECK (place >= 0 AND place <= 30)'],
    ['last', 'integer', ({ last }) => last, 'CONSTRAINT last_not_negative CHECK (last >= 0)'],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['entries', 'text', ({ exchanges }) => exchanges.map((one) => `${JSON.stringify(one)}\n`).join('')],
  ] satisfies readonly Column<ExchangeRow>[],
  key: ['transaction_id', 'place'],
  fill: 70,
} satisfies Table

/** What an insert does where the place is taken: what is at place 0 grows, and what is at another is replaced. */
export const orKeptTogether = `ON CONFLICT (transaction_id, place) DO UPDATE SET
    last = excluded.last, at_ms = excluded.at_ms,
    entries = CASE WHEN excluded.place = 0 THEN exchanges.entries || excluded.entries ELSE excluded.entries END`

/** A row of exchanges as it is stored, each on a line of JSON. */
export type StoredExchanges = Stored<Omit<ExchangeRow, 'exchanges'>, 'place' | 'last' | 'atMs'> & {
  readonly entries: string
}

/** The columns of a row of exchanges `x`. */
export const exchangeColumns = selected(exchanges.columns, 'x')

/** The exchanges in a row. */
export function exchangesOf({ transactionId, place, last, atMs, entries }: StoredExchanges): ExchangeRow {
  const exchanges = entries.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptExchange]))
  return { transactionId, place: Number(place), last: Number(last), atMs: Number(atMs), exchanges }
}
