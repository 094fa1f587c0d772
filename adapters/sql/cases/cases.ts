import { lowestIdAt, type PaymentCases } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events.ts'
import { type PostingRow, postingColumns, postingOf } from '../tables/postings.ts'
import { exchangeColumns, exchangesOf, type StoredExchanges } from './tables.ts'

/** The stored parts of the cases of payments. */
export function paymentCases({ dialect, ask, write }: Engine): PaymentCases {
  const tooOld = {
    name: 'exchanges too old',
    text: `SELECT x.transaction_id AS "transactionId", x.place FROM exchanges x
      WHERE x.transaction_id < $1 AND x.at_ms < $2 AND NOT EXISTS (
        SELECT 1 FROM exchanges y WHERE y.transaction_id = x.transaction_id AND y.at_ms >= $2)
      ORDER BY x.transaction_id, x.place LIMIT CAST($3 AS ${dialect.types.integer}) ${dialect.lockFree('x')}`,
  }
  const remove = dialect.delete<TooOld>('exchanges', [
    ['transaction_id', 'text', ({ transactionId }) => transactionId],
    ['place', 'integer', ({ place }) => place],
  ])
  return {
    exchanges: async (transactionId) =>
      (await ask<StoredExchanges>({ ...selectExchanges, values: [transactionId] })).map(exchangesOf),
    async movements({ id, accountId, currency }) {
      const postings = await ask<PostingRow>({ ...selectPostings, values: [accountId, currency, id] })
      const events = await ask<EventRow>({ ...selectEvents, values: [accountId, id] })
      return { postings: postings.map(postingOf), events: events.map(eventOf) }
    },
    forgetExchanges: ({ beforeMs, limit }) =>
      write({
        reads: [{ ...tooOld, values: [lowestIdAt(beforeMs), beforeMs, limit] }],
        decide: ([found = []]) => ({ value: found.length, writes: remove(found as TooOld[]) }),
      }),
  }
}

type TooOld = { readonly transactionId: string; readonly place: bigint }

const selectExchanges = {
  name: 'exchanges of a transaction',
  text: `SELECT ${exchangeColumns} FROM exchanges x WHERE x.transaction_id = $1`,
}

/** There is no index by transaction, which every payment would pay for. These statements scan the account's rows. */
const selectPostings = {
  name: 'postings of a transaction',
  text: `SELECT ${postingColumns} FROM postings p WHERE p.account_id = $1 AND p.currency = $2 AND p.transaction_id = $3
    ORDER BY p.n`,
}

const selectEvents = {
  name: 'events of a transaction',
  text: `SELECT ${eventColumns} FROM events e WHERE e.account_id = $1 AND e.transaction_id = $2 ORDER BY e.sequence`,
}
