import { expect } from 'chai'
import pg from 'pg'
import { tableOfClaims } from '../../../adapters/postgres/books/claims.ts'
import { postgresDialect } from '../../../adapters/postgres/dialect.ts'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { eventList } from '../../../adapters/sql/books/eventList.ts'
import { gatheringBits, selectBlocks, wrongBits } from '../../../adapters/sql/books/lists/gatherBits.ts'
import { fillLists } from '../../../adapters/sql/books/lists/lists.ts'
import { transactionList } from '../../../adapters/sql/books/lists/transactionList.ts'
import { fillMarks } from '../../../adapters/sql/books/marks.ts'
import { statementRows } from '../../../adapters/sql/books/statementRows.ts'
import type { Ask, Write } from '../../../adapters/sql/engine/sqlStatement.ts'
import type { Account, EventQuery, EventStretch, Store, TransactionQuery } from '../../../core/sente.ts'
import { anAccount } from '../../contracts/kit/records.ts'
import { makeSchema } from '../../fixtures/postgres/postgres.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'

/** A node of an executed plan, in PostgreSQL's description. */
type Plan = {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** By day fewer, except for pages of events: PostgreSQL reads a whole table that is small and has not been analysed. */
const payments = times({ night: 20_000, day: 5_000 })
const manyPayments = 20_000
const beginsMs = Date.UTC(2026, 0, 1)
const secondMs = 1_000

/** A payment a second of each account, most of them alike. */
const history = (accountId: string, payments: number) => `
  INSERT INTO transactions (account_id, id, kind, reference, phone_number, amount_minor, currency, network, state, reason,
    provider_ref, network_receipt, provider_id, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, enquiries, absences, absences_unmeasured, ahead_ms,
    is_taken_back)
  SELECT '${accountId}', regexp_replace(lpad(to_hex(ms), 12, '0'), '^(.{8})', '\\1-') || '-7000-8000-'
      || right('${accountId}', 4) || lpad(n::text, 8, '0'),
    'payout', 'order-' || n, CASE WHEN n % ${payments / 4} = 7 THEN '256770000009' ELSE '256770000001' END, 500,
    CASE WHEN n <= 3 THEN 'RWF' ELSE 'UGX' END, CASE WHEN n % ${payments * 0.45} = 5 THEN 'AIRTEL' ELSE 'MTN' END,
    CASE WHEN n % ${payments * 0.35} = 1 THEN 'pending' WHEN n % ${payments * 0.3} = 2 THEN 'failed' ELSE 'succeeded' END,
    CASE WHEN n % ${payments * 0.35} <> 1 AND n % ${payments * 0.3} = 2 THEN 'not_sent' END,
    'R' || n, CASE WHEN n % 2 = 0 THEN 'R' || n ELSE 'S' || n END, 'p', 'f', ms, ms, ms, 0, 0, 0, 0, FALSE
  FROM (SELECT n, ${beginsMs} + n::bigint * ${secondMs} AS ms FROM generate_series(1, ${payments}) n) AS made;`

/** The other rows that steps write for such payments. */
const lists = `
  INSERT INTO events (account_id, sequence, transaction_id, at_ms)
    SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY id), id, updated_at_ms FROM transactions
    WHERE state <> 'pending';
  ${fillLists().join(';')};
  INSERT INTO follow_ups (account_id, transaction_id, network, currency)
    SELECT account_id, id, network, currency FROM transactions WHERE state = 'pending';
  ANALYZE;`

/** The number of table rows that a plan has read, including discarded ones. */
function rowsRead(plan: Plan): number {
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name'] === undefined ? 0 : each * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own)
}

const queries: Readonly<Record<string, Partial<TransactionQuery>>> = {
  everything: {},
  'a state': { states: ['failed'] },
  'open ones': { states: ['submitting', 'pending'] },
  'a currency': { currency: 'RWF' },
  'a network': { network: 'AIRTEL' },
  'a network and a state': { network: 'AIRTEL', states: ['failed'] },
  'a kind without payments': { kind: 'collection' },
  'a phone number': { phoneNumber: '256770000009' },
  'last digits': { phoneEnding: '0009' },
  'a receipt': { networkReceipt: 'R400' },
  'a receipt with a number of its own': { networkReceipt: 'S401', states: ['succeeded'] },
  'a time long ago': { createdFromMs: beginsMs, createdToMs: beginsMs + 60 * secondMs },
  'a time long ago and a state': { createdToMs: beginsMs + 0.45 * payments * secondMs, states: ['succeeded'] },
}

/** Searches that read one row for 64 payments until a page is full; a small table is read whole for each piece. */
const parts: readonly Partial<TransactionQuery>[] = [
  { part: `order-${payments / 2}` },
  { part: 'nothing' },
  { amountsMinor: { from: 501n, to: 999n } },
]

/** Searches in all accounts, and the number of their results. */
const everywhere = [
  [{ reference: 'order-7' }, 2],
  [{ phoneNumber: '256770000009' }, 8],
  [{ phoneNumber: '256770000001' }, 9],
  [{ phoneEnding: '009' }, 8],
] as const

/** Open payments of a network, a hundredth of them due. */
const open = (accountId: string, nowMs: number) => `
  INSERT INTO follow_ups (account_id, transaction_id, network, currency, ask_at_ms)
    SELECT '${accountId}', id, 'MTN', 'UGX', ${nowMs} + (row_number() OVER () - ${payments / 100}) * 1000
    FROM transactions WHERE account_id = '${accountId}' ON CONFLICT DO NOTHING;
  ANALYZE;`

/** A movement of an account's balance a second. */
const movements = (accountId: string) => `
  INSERT INTO postings (account_id, currency, n, from_ledger_account, to_ledger_account, amount_minor, funding_reference, at_ms)
    SELECT '${accountId}', 'UGX', n, 'funding', 'available', 1, 'bank', ${beginsMs} + n::bigint * ${secondMs}
    FROM generate_series(0, ${payments - 1}) n ORDER BY n;
  INSERT INTO balances (account_id, currency, available_minor, held_minor, postings, posted_at_ms)
    VALUES ('${accountId}', 'UGX', ${payments}, 0, ${payments}, ${beginsMs + payments * secondMs});
  ${fillMarks(postgresDialect).join(';')}`

/** An event of each payment of an account. */
const ends = (accountId: string) => `
  UPDATE transactions SET state = 'succeeded' WHERE account_id = '${accountId}' AND state = 'pending';
  INSERT INTO events (account_id, sequence, transaction_id, at_ms)
    SELECT '${accountId}', row_number() OVER (ORDER BY id), id, updated_at_ms
    FROM transactions WHERE account_id = '${accountId}';
  ${fillLists().join(';')}`

type Walked = {
  readonly client: pg.Client
  readonly store: Store
  readonly accounts: readonly [Account, Account]
  /** Runs a query, and counts the rows that the database reads for it. */
  readonly ask: <Row>(statement: { readonly text: string; readonly values?: readonly unknown[] }) => Promise<Row[]>
  /** The number of rows that it has read. */
  read(): number
}

/** Makes two accounts with many payments. */
async function withHistory(use: (walked: Walked) => Promise<void>, count = payments): Promise<void> {
  const { path, drop } = await makeSchema()
  // Whole numbers of eight bytes in the store's form.
  const types = {
    getTypeParser: (oid: number, format?: 'text') => (oid === 20 ? BigInt : pg.types.getTypeParser(oid, format)),
  }
  const client = new pg.Client({ connectionString: `postgres:${path}`, types } as pg.ClientConfig)
  const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
  let read = 0
  try {
    await client.connect()
    const accounts = [anAccount(), anAccount()] as const
    for (const account of accounts) await store.accounts.add(account)
    for (const { id } of accounts) await client.query(history(id, count))
    await use({
      client,
      store,
      accounts,
      read: () => read,
      async ask({ text, values = [] }) {
        await client.query('BEGIN')
        const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values])
        await client.query('ROLLBACK')
        read += rowsRead(rows[0]['QUERY PLAN'][0].Plan)
        return (await client.query(text, [...values])).rows
      },
    })
  } finally {
    await client.end()
    await store.close()
    await drop()
  }
}

type Reported = (query: Omit<EventQuery, 'accountId'>) => Promise<EventStretch>
type Reads = (look: () => Promise<EventStretch>) => Promise<[EventStretch, rows: number]>

/** Lists the events of many payments, and counts the rows read, before and after tables are analysed. */
async function withEvents(use: (reported: Reported, reads: Reads) => Promise<void>): Promise<void> {
  await withHistory(async ({ client, accounts: [account], ask, read }) => {
    await client.query(ends(account.id))
    const reported: Reported = (query) => eventList(ask, postgresDialect)({ accountId: account.id, ...query })
    const reads: Reads = async (look) => {
      const before = read()
      return [await look(), read() - before]
    }
    await use(reported, reads)
    await client.query('ANALYZE')
    await use(reported, reads)
  }, manyPayments)
}

describe('PostgreSQL: the rows that a page reads', () => {
  test('a page of an account’s list reads a few rows for each of its own, whatever the filters', () =>
    withHistory(async ({ client, accounts: [account], ask, read }) => {
      await client.query(lists)
      for (const [name, query] of Object.entries(queries)) {
        const before = read()
        await transactionList({ ask, dialect: postgresDialect })({ accountId: account.id, ...query, limit: 9 })
        expect(read() - before, name).to.be.below(200)
      }
      for (const query of parts) {
        const before = read()
        await transactionList({ ask, dialect: postgresDialect })({ accountId: account.id, ...query, limit: 9 })
        expect(read() - before, `${Object.keys(query)}`).to.be.below(payments / 4)
      }
      await client.query('INSERT INTO used_references SELECT account_id, reference, id FROM transactions')
      for (const [query, found] of everywhere) {
        const before = read()
        const { transactions } = await transactionList({ ask, dialect: postgresDialect })({ ...query, limit: 9 })
        expect(transactions).to.have.length(found)
        expect(read() - before, `in all accounts: ${JSON.stringify(query)}`).to.be.below(400)
      }
      await client.query(open(account.id, Date.now()))
      for (const states of [['failed'], ['succeeded'], ['failed', 'succeeded']] as const) {
        const before = read()
        await transactionList({ ask, dialect: postgresDialect })({ accountId: account.id, states, limit: 9 })
        expect(read() - before, `${states} while very many are open`).to.be.below(200)
      }
    }))

  test('a claim reads a few rows for each of its own, however many payments are open', () =>
    withHistory(async ({ client, accounts: [account], ask, read }) => {
      const nowMs = Date.now()
      await client.query(open(account.id, nowMs))
      const claim = { network: 'MTN', currency: 'UGX', by: 'one', nowMs, leaseMs: 30_000, limit: 9 }
      const latest = { openMs: nowMs + 10 ** 10, endedMs: nowMs + 10 ** 10 }
      const { transactions } = await tableOfClaims(ask, 'caller').claim({ ...claim, latest })
      expect(transactions).to.have.length(9)
      expect(read()).to.be.below(200)
      const before = read()
      await tableOfClaims(ask, 'caller').claim({ ...claim, nowMs: nowMs - 10 ** 9, latest })
      expect(read() - before).to.be.below(200)
    }))

  test('a page of events reads a few rows for each, whether tables have been analysed or not', {
    'of all types': () =>
      withEvents(async (reported, reads) => {
        for (const after of [0, manyPayments / 2, manyPayments - 9, manyPayments]) {
          const [{ last }, rows] = await reads(() => reported({ after, limit: 9 }))
          expect(last).to.equal(manyPayments)
          expect(rows, `after ${after}`).to.be.below(60)
        }
      }),
    'of one type, and some for the latest 63 events': () =>
      withEvents(async (reported, reads) => {
        for (const [type, found] of [
          ['payout.failed', 4],
          ['payout.succeeded', 9],
          ['balance.funded', 0],
        ] as const) {
          const [{ events }, rows] = await reads(() => reported({ type, after: 0, limit: 9 }))
          expect(rows, type).to.be.below(300)
          expect(events).to.have.length(found)
        }
      }),
  })

  test('a page by network or currency does not read open payments of others', () =>
    withHistory(async ({ client, accounts: [account], ask, read }) => {
      await client.query(lists)
      await client.query(open(account.id, Date.now()))
      for (const query of [{ network: 'AIRTEL' }, { currency: 'RWF' }]) {
        const before = read()
        await transactionList({ ask, dialect: postgresDialect })({ accountId: account.id, ...query, limit: 9 })
        expect(read() - before, JSON.stringify(query)).to.be.below(payments + 200)
      }
    }))

  test('a page of a statement reads a few hundred rows, whether tables have been analysed or not', () =>
    withHistory(async ({ client, accounts: [account], ask, read }) => {
      await client.query(movements(account.id))
      for (const statistics of ['none', 'new']) {
        if (statistics === 'new') await client.query('ANALYZE')
        for (const period of [
          {},
          { fromMs: beginsMs + 0.75 * payments * secondMs },
          { toMs: beginsMs + 30 * secondMs },
        ]) {
          const before = read()
          const page = await statementRows(
            ask,
            postgresDialect,
          )({ accountId: account.id, currency: 'UGX', limit: 9, ...period })
          expect(page?.postings).to.have.length(9)
          expect(read() - before, `${JSON.stringify(period)}, statistics: ${statistics}`).to.be.below(1_000)
        }
      }
    }))

  test('bits of texts are gathered, agree with the texts, and leave a search its payments', () =>
    withHistory(async ({ client, accounts: [account] }) => {
      await client.query(ends(account.id))
      const ask: Ask = async ({ text, values = [] }) => (await client.query(text, [...values])).rows
      const write: Write = async ({ decide }) => {
        const { value, writes } = decide([], 0)
        for (const { text, values = [] } of writes) await client.query(text, [...values])
        return value
      }
      const gather = gatheringBits({ ask, write, dialect: postgresDialect })
      const list = transactionList({ ask, dialect: postgresDialect })
      const found = async (query: Partial<TransactionQuery>) =>
        (await list({ accountId: account.id, limit: 1_000, ...query })).transactions.map(({ reference }) => reference)
      const searches = [{ part: 'order-1234' }, { part: 'zebra' }, { amountsMinor: { from: 501n, to: 999n } }]
      const before: string[][] = []
      for (const query of searches) before.push(await found(query))
      expect(before.map(({ length }) => length)).to.deep.equal([11, 0, 0])
      expect([await gather(), await gather()]).to.deep.equal([true, false])
      for (const [index, query] of searches.entries()) expect(await found(query)).to.deep.equal(before[index])
      expect(await wrongBits(ask, selectBlocks, 9)).to.deep.equal([])
      await client.query("UPDATE text_bits SET bits = replace(bits, 'A', 'B') WHERE part = 7")
      expect(await wrongBits(ask, selectBlocks, 9)).to.have.length(1)
    }, manyPayments))
})
