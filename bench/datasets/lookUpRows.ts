import type { Database } from 'better-sqlite3'
import { gatheringBits } from '../../adapters/sql/books/lists/gatherBits.ts'
import { fillLists } from '../../adapters/sql/books/lists/lists.ts'
import { sqliteDialect } from '../../adapters/sqlite/dialect.ts'
import { connection } from '../../adapters/sqlite/engine/connection.ts'
import { performed } from '../../adapters/sqlite/engine/engine.ts'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { openDatasetAccounts } from './accounts.ts'
import { type Keeping, keptPath } from './dataset.ts'
import { fillHastily } from './fill.ts'
import { type Dataset, keepDatasetNote, readyDataset } from './note.ts'

/**
 * Every eleventh belongs to the one account. In both sizes equally many of its latest are not entered in the lists yet,
 * and equally many are open: open payments are recent, however many came before.
 */
export const few = 11_000
export const many = 11_001_144

/** A database, and the account whose transactions are looked up: the one with the least id. */
export type LookUpData = Dataset & { readonly accountId: string }

const accounts = 20
const batch = 100_000

/**
 * Makes a database of transactions for look-ups alone, or uses the one of an earlier run. One account's are collections
 * in UGX that have succeeded, except its oldest 150: three payouts, six transactions in RWF, 97 that failed, and 50
 * that are still pending.
 */
export async function lookUpData(keeping: Keeping, transactions: number): Promise<LookUpData> {
  const path = keptPath(keeping, `look-ups-${transactions}.db`)
  const { progress: onProgress } = keeping
  const data = readyDataset({ path, transactions, accounts }) ?? (await make({ path, transactions, onProgress }))
  const database = keptDatabase(path, { readonly: true })
  try {
    return { ...data, accountId: ownAccount(database) }
  } finally {
    database.close()
  }
}

type Making = { readonly path: string; readonly transactions: number; readonly onProgress: (line: string) => void }

async function make({ path, transactions, onProgress }: Making): Promise<Dataset> {
  const beginMs = Date.now() - (transactions + 1) * 1000
  onProgress(`makes ${path}`)
  const { pinKey, merchants } = await openDatasetAccounts({ path, accounts, beginMs })
  fillHastily(path, (database) => {
    const own = ownAccount(database)
    database.exec(othersTable)
    const add = database.prepare(addTransactions)
    for (let from = 1; from <= transactions; from += batch) {
      const to = Math.min(transactions, from + batch - 1)
      add.run({ from, to, beginMs, own, openAfter: transactions - few })
      onProgress(`${to} of ${transactions} transactions`)
    }
    onProgress('lists of them')
    for (const keep of [...whatTheyLeave, ...fillLists()]) database.exec(keep)
  })
  await gatherBits(path)
  return keepDatasetNote({ path, transactions, pinKey, merchants })
}

/** Writes the bits of texts, as the server does in the background. */
async function gatherBits(path: string): Promise<void> {
  const database = keptDatabase(path)
  try {
    const run = connection(database)
    const gather = gatheringBits({
      dialect: sqliteDialect,
      ask: async (statement) => run(statement),
      write: async (writing) => performed(run, writing),
    })
    database.exec('BEGIN')
    while (await gather());
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

function ownAccount(database: Database): string {
  return database.prepare<[], string>('SELECT min(id) FROM accounts').pluck().get() ?? ''
}

const othersTable =
  'CREATE TEMP TABLE others AS SELECT row_number() OVER () - 1 AS place, id FROM accounts WHERE id <> (SELECT min(id) FROM accounts)'

/** `m` counts the account's own. Of the others' latest transactions every thousandth is open. */
const addTransactions = `
INSERT INTO transactions (sequence, id, account_id, kind, reference, phone_number, amount_minor, currency, network, state,
  reason, provider_id, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, enquiries, absences,
  absences_unmeasured, ahead_ms, is_taken_back)
WITH RECURSIVE
  numbers (n) AS (SELECT @from UNION ALL SELECT n + 1 FROM numbers WHERE n < @to),
  places AS (
    SELECT n, iif(n % 11 = 0, n / 11, NULL) AS m, @beginMs + n * 1000 AS at_ms,
      (SELECT id FROM others WHERE place = n % 19) AS other
    FROM numbers
  ),
  drawn AS (
    SELECT *, CASE
        WHEN m IS NULL THEN CASE WHEN n % 1000 = 1 AND n > @openAfter THEN 'pending' WHEN n % 30 = 2 THEN 'failed' ELSE 'succeeded' END
        WHEN m = 1 OR m BETWEEN 5 AND 100 THEN 'failed'
        WHEN m BETWEEN 101 AND 150 THEN 'pending' ELSE 'succeeded' END AS state,
      CASE WHEN m IS NULL THEN iif(n % 3 = 0, 'collection', 'payout') WHEN m <= 3 THEN 'payout' ELSE 'collection' END AS kind,
      iif(m BETWEEN 3 AND 8, 'RWF', 'UGX') AS currency
    FROM places
  )
SELECT n, ordered_id(at_ms), iif(m IS NULL, other, @own), kind, 'order-' || n, '256770000001', 500, currency, 'MTN', state,
  iif(state = 'failed', 'declined', NULL), random_id(), 'MTN https://proxy.momoapi.mtn.com', at_ms + 5000, at_ms, at_ms,
  0, 0, 0, 0, 0
FROM drawn`

/** The rows that the transactions leave besides their own, parents first. */
const whatTheyLeave: readonly string[] = [
  'INSERT INTO used_references (account_id, reference, transaction_id) SELECT account_id, reference, id FROM transactions',
  `INSERT INTO follow_ups (account_id, transaction_id, network, currency)
   SELECT account_id, id, network, currency FROM transactions WHERE state = 'pending'`,
  `INSERT INTO events (account_id, sequence, transaction_id, at_ms)
   SELECT account_id,
     (SELECT ifnull(max(sequence), 0) FROM events e WHERE e.account_id = t.account_id) +
       row_number() OVER (PARTITION BY account_id ORDER BY sequence),
     id, updated_at_ms
   FROM transactions t WHERE state <> 'pending'`,
]
