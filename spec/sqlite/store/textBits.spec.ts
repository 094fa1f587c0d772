import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { hasWrongChanges } from '../../../adapters/sql/books/audit/derivedChanges.ts'
import { findWrongRows } from '../../../adapters/sql/books/derivedRows.ts'
import { gatheringBits } from '../../../adapters/sql/books/lists/gatherBits.ts'
import { fillLists } from '../../../adapters/sql/books/lists/lists.ts'
import { transactionList } from '../../../adapters/sql/books/lists/transactionList.ts'
import type { Ask, SqlStatement, Write } from '../../../adapters/sql/engine/sqlStatement.ts'
import { sqliteDialect as dialect } from '../../../adapters/sqlite/dialect.ts'
import { connection } from '../../../adapters/sqlite/engine/connection.ts'
import { performed } from '../../../adapters/sqlite/engine/engine.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { TransactionQuery } from '../../../core/sente.ts'
import { anAccount } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'

/** Two blocks and a rest; by day one. */
const payments = times({ night: 34_000, day: 17_000 })

/** Payments of an account. A hundredth ends long after its neighbours. */
const history = (account: string) => `
  INSERT INTO transactions (id, account_id, kind, reference, description, phone_number, amount_minor, currency, network, state,
    provider_id, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, enquiries, absences, absences_unmeasured, ahead_ms,
    is_taken_back)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${payments})
  SELECT printf('%08x-0000-7000-8000-%012d', n, n), '${account}', 'payout', 'Order-' || n,
    CASE n % 3 WHEN 0 THEN 'Invoice ' || (n * 31 % 9973) || ' for Ökello' WHEN 1 THEN 'school fees, term ' || (n % 7) END,
    '256770000001', 500 * (1 + n * 7919 % 400), 'UGX', 'MTN', 'succeeded', 'p', 'f', 0, 0, 0, 0, 0, 0, 0, 0 FROM numbers;
  INSERT INTO used_references (account_id, reference, transaction_id) SELECT account_id, reference, id FROM transactions;
  INSERT INTO events (account_id, sequence, transaction_id, at_ms)
  SELECT account_id, row_number() OVER (ORDER BY sequence + CASE WHEN sequence % 100 = 7 THEN 15000 ELSE 0 END), id, 0
  FROM transactions;`

type Row = { readonly id: string; readonly text: string; readonly amount: number }

type Searched = Pick<TransactionQuery, 'part' | 'amountsMinor' | 'before'>

/** The searches. */
const searches: Readonly<Record<string, Searched>> = {
  'a text that many have': { part: 'ORDER-' },
  'a text of some': { part: 'invoice 99' },
  'a text of one': { part: 'order-12345' },
  'a text of none': { part: 'zebra' },
  'a text of none, of parts that many have': { part: 'school fees for' },
  'a letter outside of A to Z': { part: ' Ökello' },
  'two letters': { part: '77' },
  'one amount': { amountsMinor: { from: 48_500n, to: 48_500n } },
  'an amount of none': { amountsMinor: { from: 48_350n, to: 48_350n } },
  'a range': { amountsMinor: { from: 9_400n, to: 10_600n } },
  'a range between the amounts': { amountsMinor: { from: 48_501n, to: 48_999n } },
  'a range above all amounts': { amountsMinor: { from: 200_001n, to: 9_000_000n } },
  'all amounts': { amountsMinor: { from: 0n, to: 10n ** 18n } },
  both: { part: 'term 3', amountsMinor: { from: 500n, to: 2_000n } },
  'older ones': { part: 'invoice 1', before: printed(10_000) },
}

function printed(n: number): string {
  return `${n.toString(16).padStart(8, '0')}-0000-7000-8000-${String(n).padStart(12, '0')}`
}

function fits({ part, amountsMinor, before }: Searched) {
  return ({ id, text, amount }: Row) =>
    (part === undefined || text.includes(part.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))) &&
    (amountsMinor === undefined || (amountsMinor.from <= BigInt(amount) && BigInt(amount) <= amountsMinor.to)) &&
    (before === undefined || id < before)
}

/** Opens a store with those payments, without the bits of their texts. */
async function withHistory(use: (books: History) => Promise<void>): Promise<void> {
  await inFolder(async ({ database: path }) => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    const account = anAccount()
    await store.accounts.add(account)
    await store.close()
    const database = openDatabase({ path, purpose: 'sandbox', migrate: false, flushes: 'each' })
    try {
      database.exec([history(account.id), ...fillLists()].join(';'))
      await use(historyIn(database, account.id))
    } finally {
      database.close()
    }
  })
}

type History = ReturnType<typeof historyIn>

function historyIn(database: Database, accountId: string) {
  const run = connection(database)
  let read = 0
  const ask: Ask = async <Found>(statement: SqlStatement) => run<Found>(statement)
  const counting: Ask = (statement) => {
    const rows = statement.text.includes('json_each($3)') ? statement.values?.[2] : undefined
    if (rows !== undefined) read += JSON.parse(String(rows)).length
    return ask(statement)
  }
  const write: Write = async (writing) => performed(run, writing)
  const list = transactionList({ ask: counting, dialect })
  return {
    ask,
    exec: (sql: string) => database.exec(sql),
    rows: database
      .prepare<[], Row>(
        `SELECT id, lower(reference || ' ' || coalesce(description, '')) AS text, amount_minor AS amount
         FROM transactions ORDER BY id DESC`,
      )
      .all()
      .map((row) => ({ ...row, amount: Number(row.amount) })),
    gather: gatheringBits({ ask, write, dialect }),
    /** The ids of all pages of a search, and how many rows of texts it has read. */
    async found(searched: Searched) {
      const ids: string[] = []
      read = 0
      for (let before = searched.before; ; ) {
        const { transactions, next } = await list({ accountId, ...searched, ...(before && { before }), limit: 6_000 })
        ids.push(...transactions.map(({ id }) => id))
        if (next === null) return { ids, read }
        before = next
      }
    },
  }
}

/** Searches that few rows can match: some are in no complete block, and some have the places of others. */
const few = [
  'a text of none',
  'a text of one',
  'an amount of none',
  'a range between the amounts',
  'a range above all amounts',
]

describe('The SQLite store: the bits of texts', () => {
  test('a search finds the same payments without bits, with those of a block, of all, and with a part of them', () =>
    withHistory(async ({ exec, gather, found, rows }) => {
      async function finds(stage: string) {
        for (const [name, searched] of Object.entries(searches)) {
          const wanted = rows.filter(fits(searched)).map(({ id }) => id)
          expect((await found(searched)).ids, `${stage}: ${name}`).to.deep.equal(wanted)
        }
      }
      await finds('without bits')
      expect(await gather()).to.equal(true)
      await finds('with a block')
      while (await gather());
      await finds('with all')
      exec('DELETE FROM text_bits WHERE last_event = 16384 AND part < 128')
      await finds('with a part of them')
      expect([await gather(), await gather()]).to.deep.equal([true, false])
    }))

  test('a search reads the latest rows of texts, and of complete blocks only those that may match', () =>
    withHistory(async ({ gather, found }) => {
      const rowsRead = async () => {
        const rows: Record<string, number> = {}
        for (const name of few) rows[name] = (await found(searches[name] ?? {})).read
        return rows
      }
      const without = await rowsRead()
      while (await gather());
      const read = await rowsRead()
      for (const name of few)
        expect([name, without[name], (read[name] ?? payments) < payments / 256]).to.deep.equal([
          name,
          Math.floor(payments / 64),
          true,
        ])
    }))

  test('an audit of everything, and one of the changes, find bits that do not follow from the texts', () =>
    withHistory(async ({ ask, exec, gather }) => {
      const wrong = async () => [await findWrongRows(ask, dialect, 9), await hasWrongChanges(ask, dialect)]
      while (await gather());
      expect(await wrong()).to.deep.equal([[], false])
      exec('DELETE FROM text_bits WHERE part = 5')
      expect(await wrong()).to.deep.equal([[], false])
      exec("UPDATE text_bits SET bits = replace(bits, 'A', 'B') WHERE last_event = 16384 AND part = 7")
      const [[found], isWrong] = (await wrong()) as [string[], boolean]
      expect(found).to.match(/^text_bits has wrongly the block until event 16384 of account /)
      expect(isWrong).to.equal(true)
    }))
})
