import type { ExchangeRow, KeptExchange } from '../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../engine/table.ts'

/**
 * The exchanges between sente and the networks, for as long as they are kept. Ids begin with the time of the opening,
 * so payments write at the end of the table, and old rows are at its beginning. There is no foreign key: it would be a
 * third of the row's cost to a payment, and only the step that has loaded the transaction writes the row.
 */
export const exchanges = {
  name: 'exchanges',
  moves: 'copied',
  columns: [
    ['transaction_id', 'text', ({ transactionId }) => transactionId],
    ['place', 'integer', ({ place }) => place, 'CONSTRAINT place_is_known CHECK (place >= 0 AND place <= 30)'],
    ['last', 'integer', ({ last }) => last, 'CONSTRAINT last_not_negative CHECK (last >= 0)'],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['entries', 'text', ({ exchanges }) => exchanges.map(lineOf).join('')],
  ] satisfies readonly Column<ExchangeRow>[],
  key: ['transaction_id', 'place'],
  fill: 70,
} satisfies Table

/** The conflict clause of an insert: place 0 grows, and any other place is replaced. */
export const orKeptTogether = `ON CONFLICT (transaction_id, place) DO UPDATE SET
    last = excluded.last, at_ms = excluded.at_ms,
    entries = CASE WHEN excluded.place = 0 THEN exchanges.entries || excluded.entries ELSE excluded.entries END`

/** A row of exchanges as it is stored, each on a line, an array of JSON. */
export type StoredExchanges = Stored<Omit<ExchangeRow, 'exchanges'>, 'place' | 'last' | 'atMs'> & {
  readonly entries: string
}

/** The columns of a row of exchanges `x`. */
export const exchangeColumns = selected(exchanges.columns, 'x')

/** The exchanges in a row. */
export function exchangesOf({ transactionId, place, last, atMs, entries }: StoredExchanges): ExchangeRow {
  const exchanges = entries.split('\n').flatMap((line) => (line === '' ? [] : [exchangeOf(line)]))
  return { transactionId, place: Number(place), last: Number(last), atMs: Number(atMs), exchanges }
}

/** An exchange on a line, as its values without their names: a row is written again whenever it grows. */
function lineOf(exchange: KeptExchange): string {
  return `${JSON.stringify(values.map((name) => exchange[name]))}\n`
}

function exchangeOf(line: string): KeptExchange {
  const found = JSON.parse(line) as unknown[]
  return Object.fromEntries(values.map((name, index) => [name, found[index]])) as unknown as KeptExchange
}

/** In the order of their places on a line, which never changes. A new one is added at the end. */
const values = [
  'question',
  'atMs',
  'tookMs',
  'status',
  'codes',
  'answer',
  'problem',
  'node',
  'outcome',
  'reason',
  'because',
] as const satisfies readonly (keyof KeptExchange)[]
