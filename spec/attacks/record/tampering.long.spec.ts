import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { fundAccount, type Store, verifyActions } from '../../../core/sente.ts'
import { testSecrets } from '../../contracts/kit/merchant.ts'
import { makeSchema, onServer, rowsOn } from '../../fixtures/postgres/postgres.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { openActions, recordedChanges } from '../../rules/operators/126-actions/changes.ts'

/** A database: functions to open another store on it, and to read and change its rows without the store. */
type Target = {
  open(): Store | Promise<Store>
  rows(sql: string): Promise<Record<string, unknown>[]>
  run(sql: string): Promise<void>
  readonly freeRows: string
}

/** Possible new values of each column, as SQL. */
const forgeries: Readonly<Record<string, string>> = {
  at_ms: 'at_ms + 1',
  made_by: "made_by || ' '",
  approved_by: "'eve'",
  kind: "kind || 's'",
  account_id: "coalesce(account_id, '') || 'x'",
  subject: "upper(subject) || 'x'",
  facts_before: `'{"kyc":"unknown"}'`,
  facts_after: `'{"kyc":"unknown"}'`,
  because: "coalesce(because, '') || '.'",
  proposal: 'number + 1000',
  previous: "previous || '0'",
}

describe('Attacks: the record of operators’ actions', () => {
  test('after a random history the record is complete, and any row removed or changed by SQL is found', {
    SQLite: () => onSqlite(tamper),
    PostgreSQL: () => onPostgres(tamper),
  })

  test('two processes that write actions at once leave no gap and no fork', {
    SQLite: () => onSqlite(race),
    PostgreSQL: () => onPostgres(race),
  })
})

async function tamper(target: Target): Promise<void> {
  const store = await target.open()
  try {
    await history(store, 4711)
    expect(await brokenIn(store)).to.equal(0)
    for (const sql of ["UPDATE actions SET because = 'x'", 'DELETE FROM actions'])
      expect(String(await target.run(sql).catch((error: Error) => error.message))).to.match(/actions_(stay|are_kept)/)
    await target.run(target.freeRows)
    const numbers = (await target.rows('SELECT number FROM actions ORDER BY number')).map(({ number }) =>
      Number(number),
    )
    expect(numbers.length).to.be.above(8)
    for (const number of numbers) await eachForgery(target, store, number)
    await forge(
      target,
      store,
      'UPDATE action_chain SET number = number + 1',
      'UPDATE action_chain SET number = number - 1',
    )
    await forge(target, store, "UPDATE action_chain SET hash = hash || '0'", trimHash)
    await target.run('DELETE FROM action_chain')
    expect(await brokenIn(store), 'the end removed').to.be.above(0)
  } finally {
    await store.close()
  }
}

const trimHash = 'UPDATE action_chain SET hash = substr(hash, 1, 64)'

async function eachForgery(target: Target, store: Store, number: number): Promise<void> {
  const where = `WHERE number = ${number}`
  await target.run('DROP TABLE IF EXISTS kept')
  await target.run(`CREATE TABLE kept AS SELECT * FROM actions ${where}`)
  for (const [column, value] of Object.entries(forgeries)) {
    const back = `UPDATE actions SET ${column} = (SELECT ${column} FROM kept) ${where}`
    await forge(target, store, `UPDATE actions SET ${column} = ${value} ${where}`, back)
  }
  await forge(target, store, `DELETE FROM actions ${where}`, 'INSERT INTO actions SELECT * FROM kept')
}

/** Makes a change, expects it to be found, and reverts it. */
async function forge(target: Target, store: Store, sql: string, back: string): Promise<void> {
  await target.run(sql)
  expect(await brokenIn(store), sql).to.be.above(0)
  await target.run(back)
  expect(await brokenIn(store), back).to.equal(0)
}

async function race(target: Target): Promise<void> {
  const [one, other] = [await target.open(), await target.open()]
  try {
    const at = await openActions(one)
    const request = { accountId: at.accountId, currency: 'UGX', amount: 1, ...at.who }
    const funding = (store: Store, index: number) =>
      fundAccount({ ...at.ports, ...store })({ ...request, reference: `r-${index}` })
    await Promise.all(Array.from({ length: 40 }, (_, index) => funding(index % 2 === 0 ? one : other, index)))
    const { actions } = await one.actions.list({ limit: 99 })
    expect(actions.map(({ number }) => number)).to.deep.equal(Array.from({ length: 42 }, (_, index) => 42 - index))
    expect(await brokenIn(other)).to.equal(0)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

/** Acts of operators in a random order, some of them refused. */
async function history(store: Store, seed: number): Promise<void> {
  const at = await openActions(store)
  const changes = Object.values(recordedChanges)
  let state = seed
  for (let left = 10; left > 0; left -= 1) {
    state = (state * 48_271) % 2_147_483_647
    // A repeated one may be refused.
    await changes[state % changes.length]?.change(at).catch(() => {})
  }
}

async function brokenIn({ books }: Store): Promise<number> {
  return (await verifyActions({ books, secrets: testSecrets })({})).broken.length
}

function onSqlite(example: (target: Target) => Promise<void>): Promise<void> {
  return inFolder(async ({ database: path }) => {
    const open = () => openSqliteStore({ path, purpose: 'live', migrate: true })
    await open().close()
    const database = keptDatabase(path)
    try {
      await example({
        open,
        rows: async (sql) => database.prepare(sql).all() as Record<string, unknown>[],
        run: async (sql) => void database.exec(sql),
        freeRows: 'DROP TRIGGER actions_stay; DROP TRIGGER actions_are_kept',
      })
    } finally {
      database.close()
    }
  })
}

async function onPostgres(example: (target: Target) => Promise<void>): Promise<void> {
  const { path, drop } = await makeSchema()
  try {
    await example({
      open: () => openPostgresStore({ path, purpose: 'live', migrate: true, clock: 'caller' }),
      rows: async (sql) => (await rowsOn(path, sql)) as Record<string, unknown>[],
      run: (sql) => onServer(path, sql),
      freeRows: 'ALTER TABLE actions DISABLE TRIGGER USER',
    })
  } finally {
    await drop()
  }
}
