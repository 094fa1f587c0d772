import type { Database, Statement } from 'better-sqlite3'
import type { BalanceRow, StoreContents, StoreCounts } from '../../../core/sente.ts'
import { selectAccount } from '../accounts/sqliteAccountRepo.ts'
import { mapped, streamed } from '../books/rowStream.ts'
import { sqliteQuarantines } from '../books/sqliteQuarantines.ts'
import {
  type AccountRow,
  type AnnotationRow,
  accountOf,
  annotationOf,
  balanceColumns,
  type EventRow,
  eventColumns,
  eventOf,
  type FundingRow,
  fundingColumns,
  fundingOf,
  type PinCountRow,
  type PostingRow,
  pinCountColumns,
  pinCountOf,
  postingColumns,
  postingOf,
} from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import {
  type AttemptRow,
  attemptOf,
  type EndpointRow,
  endpointColumns,
  placedOf,
  type WaitingRow,
  waitingOf,
} from '../webhooks/webhookRows.ts'

/** Reads all rows of a database over a connection that stands at one moment; what is being read is in `unfinished`. */
export function contentsOf(reader: Database, unfinished: Set<Iterator<unknown>>): StoreContents {
  const rowsOf = <Row>(select: string) => streamed(reader.prepare<[], Row>(select) as Statement<[], Row>, unfinished)
  const pinCount = reader.prepare<[string], PinCountRow>(
    `SELECT ${pinCountColumns} FROM pin_counts WHERE account_id = ?`,
  )
  const read = async <T>(rows: () => T) => rows()
  return {
    accounts: () =>
      mapped(rowsOf<AccountRow>(`${selectAccount} ORDER BY a.id`), (row) => {
        const count = pinCount.get(row.id)
        return { account: accountOf(row), pinCount: count && pinCountOf(count) }
      }),
    transactions: () => mapped(rowsOf<TransactionRow>(selectTransactions), transactionOf),
    postings: () => mapped(rowsOf<PostingRow>(selectPostings), postingOf),
    balances: () => rowsOf<BalanceRow>(`SELECT ${balanceColumns} FROM balances`),
    fundings: () => mapped(rowsOf<FundingRow>(`SELECT ${fundingColumns} FROM fundings f`), fundingOf),
    annotations: () =>
      mapped(rowsOf<AnnotationRow & { accountId: string }>(selectAnnotations), ({ accountId, ...row }) => ({
        accountId,
        annotation: annotationOf(row),
      })),
    events: () => mapped(rowsOf<EventRow>(selectEvents), eventOf),
    webhookEndpoints: () => mapped(rowsOf<EndpointRow>(selectEndpoints), placedOf),
    webhookWaiting: () =>
      mapped(rowsOf<WaitingRow & OfEndpoint>(selectWaiting), ({ endpointId, ...row }) => ({
        endpointId,
        ...waitingOf(row),
      })),
    webhookAttempts: () =>
      mapped(rowsOf<AttemptRow & OfEndpoint>(selectAttempts), ({ endpointId, ...row }) => ({
        endpointId,
        n: Number(row.n),
        ...attemptOf(row),
      })),
    async *quarantines() {
      yield* (await sqliteQuarantines({ database: reader, read, write: read }).all()).toReversed()
    },
  }
}

/** Counts all rows. */
export function countsOf(reader: Database): StoreCounts {
  const counted = Object.entries(tables).map(([name, table]) => {
    const rows = reader.prepare<[], bigint>(`SELECT count(*) FROM ${table}`).pluck().get()
    return [name, Number(rows)]
  })
  return Object.fromEntries(counted) as StoreCounts
}

const tables: Readonly<Record<keyof StoreCounts, string>> = {
  accounts: 'accounts',
  keys: 'account_keys',
  pinCounts: 'pin_counts',
  transactions: 'transactions',
  postings: 'postings',
  balances: 'balances',
  fundings: 'fundings',
  annotations: 'annotations',
  events: 'events',
  webhookEndpoints: 'webhook_endpoints',
  webhookWaiting: 'webhook_waiting',
  webhookAttempts: 'webhook_attempts',
  quarantines: 'quarantines',
}

const selectTransactions = `SELECT ${transactionColumns} FROM transactions t ORDER BY t.sequence`

const selectPostings = `SELECT ${postingColumns} FROM postings e ORDER BY e.sequence`

const selectAnnotations = `
  SELECT t.account_id AS accountId, a.transaction_id AS transactionId, a.kind, a.text, a.made_by AS "by", a.at_ms AS atMs
  FROM annotations a JOIN transactions t ON t.id = a.transaction_id ORDER BY a.sequence`

const selectEvents = `SELECT ${eventColumns} FROM events v ORDER BY v.account_id, v.sequence`

type OfEndpoint = { readonly endpointId: string }

const selectEndpoints = `SELECT ${endpointColumns} FROM webhook_endpoints e ORDER BY e.id`

const selectWaiting = `
  SELECT endpoint_id AS endpointId, sequence, attempts, due_at_ms AS dueAtMs FROM webhook_waiting`

const selectAttempts = `
  SELECT endpoint_id AS endpointId, n, sequence, attempt, at_ms AS atMs, status, problem, took_ms AS tookMs, answer
  FROM webhook_attempts`
