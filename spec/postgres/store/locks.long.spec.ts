import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import pg from 'pg'
import { addressOf } from '../../../adapters/postgres/connection/databaseUrl.ts'
import { primaryConnection } from '../../../adapters/postgres/connection/primaryConnection.ts'
import { readers } from '../../../adapters/postgres/connection/readers.ts'
import { writer } from '../../../adapters/postgres/connection/writer.ts'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { migrateDatabase } from '../../../adapters/postgres/schema/migrate.ts'
import { dropOldBatches } from '../../../adapters/postgres/store/oldBatches.ts'
import { fund, fundedAccount } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { makeSchema } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { withSecondVersion } from '../../fixtures/secondVersion.ts'
import { test } from '../../rule.ts'
import { openFaulty } from './commits.ts'

/** A store in a schema of its own, another session in it, and a connection like a store's. */
async function withSession(
  use: (opened: Awaited<ReturnType<typeof openBoth>>) => Promise<void>,
  patienceMs = 6_000,
): Promise<void> {
  const opened = await openBoth(patienceMs)
  try {
    await use(opened)
  } finally {
    await opened.close()
  }
}

async function openBoth(patienceMs: number) {
  const { path, drop } = await makeSchema()
  const store = await openPostgresStore({ path, purpose: 'live', migrate: true, patienceMs })
  const session = new pg.Client({ connectionString: `postgres:${path}` })
  await session.connect()
  const connection = primaryConnection({ address: addressOf(path), use: { pipeline: true, answerMs: 300 } })
  return {
    ...{ path, store, session, connection },
    async close() {
      await Promise.all([connection.close(), session.end()])
      await store.close()
      await drop()
    },
  }
}

/** The number of sessions that wait for a lock of a table of this session's schema. */
async function waiting(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ sessions: number }>(
    `SELECT count(*)::int AS sessions FROM pg_locks WHERE NOT granted AND relation = 'transactions'::regclass`,
  )
  return rows[0]?.sessions ?? 0
}

/** The server process that waits for a session, once there is one. */
async function keptWaiting(session: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await session.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
    )
    if (rows[0]) return rows[0].pid
    await setTimeout(10)
  }
}

describe('PostgreSQL: locks and conflicts', () => {
  test('a step that waits for an account for long waits over one connection', () =>
    withSession(async ({ store, session }) => {
      const { account } = await fundedAccount(store)
      await session.query('BEGIN')
      await session.query('SELECT count(*) FROM (SELECT id FROM accounts FOR UPDATE) AS locked')
      const funded = fund(store, aFunding(account.id))
      const first = await keptWaiting(session)
      // Longer than the store waits for an answer.
      await setTimeout(9_000)
      expect(await keptWaiting(session)).to.equal(first)
      await session.query('COMMIT')
      await funded
    }, 60_000))

  test('a wait for a lock in the database ends when its node stops waiting', () =>
    withSession(async ({ session, connection }) => {
      await session.query('BEGIN')
      await session.query('LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE')
      await rejection(readers([connection], 1_000)({ text: 'SELECT 1 FROM transactions' }))
      expect(await waiting(session)).to.be.above(0)
      while ((await waiting(session)) > 0) await setTimeout(50)
      await session.query('ROLLBACK')
    }))

  test('an upgrade that waits for a lock lets payments pass', () =>
    withSession(async ({ path, store, session }) => {
      const { account } = await fundedAccount(store)
      await session.query('BEGIN')
      await session.query('SELECT count(*) FROM transactions')
      const migrated = migrateDatabase(path, 'live', { versions: withSecondVersion() })
      while ((await waiting(session)) === 0) await setTimeout(10)
      expect(await store.books.transaction('of nobody')).to.equal(undefined)
      await fund(store, aFunding(account.id))
      await session.query('COMMIT')
      expect(await migrated).to.deep.equal({ from: 1, to: 2 })
    }))

  test('the outcomes of batches are dropped after a day, some at a time', {
    'from time to time': () =>
      withSession(async ({ session, connection }) => {
        await session.query(batchesOf(25, 40_500) + batchesOf(23, 10) + countingDrops)
        const dropping = dropOldBatches(writer(connection, 5_000), 10)
        while ((await batchesOlderThan(session, 24)) > 0) await setTimeout(10)
        dropping.stop()
        expect(await batchesOlderThan(session, 22)).to.equal(10)
        const { rows } = await session.query('SELECT max(n)::int AS most, sum(n)::int AS "all" FROM drops')
        expect(rows).to.deep.equal([{ most: 10_000, all: 40_500 }])
      }),
    'by every store, without a request': () =>
      withSession(async ({ session }) => {
        await session.query(batchesOf(25, 10))
        while ((await batchesOlderThan(session, 24)) > 0) await setTimeout(50)
      }),
  })

  test('a batch that fails because of others runs again, and is done once', {
    ...Object.fromEntries(
      ['40001', '40P01', '23505'].map((code) => [
        `the server says ${code}`,
        () =>
          withSession(async ({ store, session }) => {
            const { account } = await fundedAccount(store)
            await session.query(failingTwice(code))
            const funding = aFunding(account.id)
            await fund(store, funding)
            const { fundings } = await store.books.fundings({ limit: 9 })
            expect(fundings.filter(({ reference }) => reference === funding.reference)).to.have.length(1)
          }),
      ]),
    ),
  })

  test('a commit with a warning of the server is looked up before it counts', async () => {
    const { store, proxy, path, accountIds, close } = await openFaulty()
    const session = new pg.Client({ connectionString: `postgres:${path}` })
    await session.connect()
    await session.query(warningAtCommit)
    const before = proxy.sent().length
    const funding = aFunding(accountIds[0] ?? '')
    await fund(store, funding)
    const { fundings } = await store.books.fundings({ limit: 9 })
    await session.end()
    await close()
    expect(proxy.sent().slice(before)).to.include('void batch')
    expect(fundings.filter(({ reference }) => reference === funding.reference)).to.have.length(1)
  })

  test('a connection with many waiting calls is given up once, without a warning of Node', () =>
    withSession(async ({ session, connection }) => {
      const warned: string[] = []
      const onWarning = ({ message }: Error) => void warned.push(message)
      process.on('warning', onWarning)
      await session.query('BEGIN')
      await session.query('LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE')
      const ask = readers([connection], 500)
      await Promise.all(Array.from({ length: 30 }, () => rejection(ask({ text: 'SELECT 1 FROM transactions' }))))
      await session.query('ROLLBACK')
      process.off('warning', onWarning)
      expect(warned).to.deep.equal([])
    }))
})

const hourMs = 3_600_000

/** The beginning of the ids of batches of this age. */
const idsOf = (hours: number) => (Date.now() - hours * hourMs).toString(16).padStart(12, '0')

/** Adds outcomes of batches of this age. */
const batchesOf = (hours: number, count: number) => `
  INSERT INTO batches
    SELECT '${idsOf(hours)}-' || n, 'done', 1 FROM generate_series(1, ${count}) n;`

async function batchesOlderThan(session: pg.Client, hours: number): Promise<number> {
  const values = [idsOf(hours)]
  const { rows } = await session.query<{ n: number }>('SELECT count(*)::int AS n FROM batches WHERE id < $1', values)
  return rows[0]?.n ?? 0
}

/** Records the number of batches that each statement has dropped. */
const countingDrops = `
  CREATE TABLE drops (n BIGINT);
  CREATE FUNCTION count_drop() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO drops SELECT count(*) FROM dropped; RETURN NULL; END $$;
  CREATE TRIGGER drops_are_counted AFTER DELETE ON batches REFERENCING OLD TABLE AS dropped
    FOR EACH STATEMENT EXECUTE FUNCTION count_drop()`

/** Fundings are refused with a code, the first two times. */
const failingTwice = (code: string) => `
  CREATE SEQUENCE attempts_made;
  CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('attempts_made') <= 2 THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$;
  CREATE TRIGGER fails_twice BEFORE INSERT ON fundings FOR EACH ROW EXECUTE FUNCTION fail_twice()`

/** The warning about a COMMIT that was cancelled while it waited for a standby. */
const warningAtCommit = `
  CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE WARNING 'it may not have been replicated'; RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER warns AFTER INSERT ON fundings DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION warn()`
