import { expect } from 'chai'
import { nodeHashing, systemClock } from '../../../../adapters/node/node.ts'
import { openPostgresStore, postgres } from '../../../../adapters/postgres/postgres.ts'
import { auditBooks, declareMoved, type Store, type Trouble, UnusableDatabase } from '../../../../core/sente.ts'
import { fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { type DebianServer, openDebianServer } from '../../../fixtures/postgres/debianServer.ts'
import { type OwnServer, onServer, openOwnServer, rowsOn } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { until } from '../../../fixtures/until.ts'
import { pay } from '../../../postgres/store/goingBack.ts'
import { rule } from '../../../rule.ts'

const because = 'PostgreSQL 18'

async function open(path: string, onTrouble?: (trouble: Trouble | undefined) => void): Promise<Store> {
  const store = await openPostgresStore({ path, purpose: 'live', migrate: true, ...(onTrouble && { onTrouble }) })
  afterwards(store.close)
  return store
}

const declare = (path: string, from?: string) =>
  declareMoved({ kind: postgres, clock: systemClock, secrets: nodeHashing })({
    ...{ path, from, purpose: 'live', by: 'amina', because },
  })

/** The path of another database on the same server. */
const databaseAt = (path: string, name: string) => path.replace(/[^/]*$/, name)

/** A new database on a server. PostgreSQL records no version of the locale C. */
async function makeDatabase(server: { readonly path: string }, name: string, locale = ''): Promise<string> {
  await onServer(server.path, `CREATE DATABASE ${name} TEMPLATE template0 ${locale}`)
  return databaseAt(server.path, name)
}

const copyByDump = (server: DebianServer, from: string, to: string) =>
  server.run(`pg_dump -Fc "postgres:${from}" | pg_restore --no-owner -d "postgres:${to}"`)

describe('115 PostgreSQL: books that were moved to another database', () => {
  let old: DebianServer
  let young: OwnServer
  let count = 0
  let from = ''
  let to = ''
  let accountId = ''
  before(async () => {
    old = await openDebianServer(['wal_level = logical'])
    young = await openOwnServer(['-c', 'wal_level=logical'])
    afterwards(young.close)
  })

  beforeEach(async () => {
    count += 1
    from = await makeDatabase(old, `old${count}`, "LOCALE_PROVIDER icu ICU_LOCALE 'en'")
    to = await makeDatabase(young, `young${count}`)
    const store = await open(from)
    accountId = (await fundedAccount(store)).account.id
    expect(await pay(store, accountId, 'a')).to.equal('paid')
    await store.close()
  })

  const copyIn = (path: string, by = to) => new RegExp(`^the books in ${nameIn(path)} are a copy of those in ${by}`)
  const nameIn = (path: string) => `${postgres.nameOf(path)} \\(PostgreSQL \\d+\\)`

  rule(
    '115.41',
    'books that were copied to another database are refused there, in one sentence that names the command',
    {
      'a dump of PostgreSQL 15, restored in 18': async () => {
        await copyByDump(old, from, to)
        const error = await rejection(open(to))
        expect(error).to.be.instanceOf(UnusableDatabase)
        expect(error.message).to.equal(
          `the books in ${postgres.nameOf(to)} (PostgreSQL 18) are a copy of those in ${postgres.nameOf(from)} ` +
            '(PostgreSQL 15): if they were moved, run `sente database moved --from OLD_URL --because "..."`',
        )
        expect(postgres.remedyFor?.(error)?.runbook).to.equal('docs/scaling/major-upgrade.md')
        expect((await rejection(postgres.migrate(to, 'live'))).message).to.equal(error.message)
        expect((await rejection(postgres.open(to, { purpose: 'live' }))).message).to.equal(error.message)
      },
      'a copy in another database of the same server': async () => {
        await onServer(old.path, `CREATE DATABASE copy${count} TEMPLATE old${count}`)
        const copy = databaseAt(old.path, `copy${count}`)
        expect((await rejection(open(copy))).message).to.match(copyIn(copy, nameIn(from)))
      },
      'a new connection of a node that serves already': async () => {
        const troubles: (string | undefined)[] = []
        const store = await open(from, (trouble) => troubles.push(trouble?.error.message))
        await onServer(from, "UPDATE sente_database SET home = 'another', home_name = 'another'")
        const others = 'datname = current_database() AND pid <> pg_backend_pid()'
        await onServer(from, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`)
        await until(() => pay(store, accountId, 'b').then(() => false, isElsewhere))
        expect(await store.isReady()).to.equal(false)
        expect(troubles.at(-1)).to.match(copyIn(from, 'another'))
      },
      'but not under another name of the database': async () => {
        await onServer(old.path, `ALTER DATABASE old${count} RENAME TO renamed${count}`)
        expect(await pay(await open(databaseAt(old.path, `renamed${count}`)), accountId, 'b')).to.equal('paid')
      },
    },
  )

  rule(
    '115.42',
    'moved books are accepted in the new database once the old one is closed, and lose and repeat no payment',
    async () => {
      const troubles: (string | undefined)[] = []
      const left = await open(from, (trouble) => troubles.push(trouble?.error.message))
      await copyByDump(old, from, to)
      const moved = { from: `${postgres.nameOf(from)} (PostgreSQL 15)`, to: `${postgres.nameOf(to)} (PostgreSQL 18)` }
      expect(await declare(to, from)).to.deep.equal({ ...moved, already: false, isQuarantined: false })
      const store = await open(to)
      expect(await pay(store, accountId, 'a')).to.equal('used')
      expect(await pay(store, accountId, 'b')).to.equal('paid')
      expect((await auditBooks(store)()).broken).to.deep.equal([])
      const [action] = (await store.actions.list({ limit: 1 })).actions
      expect(action).to.deep.include({ kind: 'database.move', by: 'amina', because, subject: 'database' })
      expect(action?.before).to.deep.equal({ database: moved.from })
      expect(action?.after).to.deep.equal({ database: moved.to, old_is_off: false })
      expect(await declare(to, from)).to.deep.include({ already: true })

      const closed = /^the books in .* were moved to .* \(PostgreSQL 18\) at 20.*: set DATABASE_URL to that database$/
      await until(() => pay(left, accountId, 'b').then(() => false, isElsewhere))
      expect(await left.isReady()).to.equal(false)
      expect(troubles.at(-1)).to.match(closed)
      expect((await rejection(open(from))).message).to.match(closed)
      expect((await rejection(onServer(from, anyCommit))).message).to.include('books_moved')
    },
  )

  rule('115.43', 'a move is refused, and the old database stays open, unless the books came from it, and whole', {
    'a payment that was made after the copy': async () => {
      await copyByDump(old, from, to)
      const store = await open(from)
      expect(await pay(store, accountId, 'b')).to.equal('paid')
      expect((await rejection(declare(to, from))).message).to.match(
        /^.* is no whole copy \(1 of the latest commits are missing, 1 of 2 transactions, .*\): stop all nodes, and copy the books again$/,
      )
      expect(await pay(store, accountId, 'c')).to.equal('paid')
      expect((await rejection(open(to))).message).to.match(copyIn(to, nameIn(from)))
    },
    'other books': async () => {
      await (await open(to)).close()
      await onServer(to, "UPDATE sente_database SET home = 'another'")
      expect((await rejection(declare(to, from))).message).to.match(/^the books in .* are no copy of those in /)
    },
    'the same database': async () => {
      await onServer(from, "UPDATE sente_database SET home = 'another'")
      expect((await rejection(declare(from, from))).message).to.equal('--from is the same database as DATABASE_URL')
    },
    'books that another copy has already left': async () => {
      const other = await makeDatabase(young, `other${count}`)
      await copyByDump(old, from, to)
      await copyByDump(old, from, other)
      await declare(other, from)
      expect((await rejection(declare(to, from))).message).to.match(/^the books in .* were moved to .*other/)
    },
  })

  rule('115.44', 'books whose old database is off for good are quarantined, since nothing can be compared', {
    'a dump of PostgreSQL 15, restored in 18': async () => {
      await copyByDump(old, from, to)
      expect(await declare(to)).to.deep.include({ already: false, isQuarantined: true })
      const store = await open(to)
      expect(await pay(store, accountId, 'b')).to.equal('refused')
      const [quarantine] = await store.quarantines.all()
      expect(quarantine).to.deep.include({ why: 'by_operator', explanation: `amina: ${because}` })
      await store.quarantines.end({ atMs: Date.now(), by: 'amina', because: 'compared' })
      expect(await pay(store, accountId, 'b')).to.equal('paid')
    },
    'books that come back to the database that was closed': async () => {
      await copyByDump(old, from, to)
      await declare(to, from)
      expect(await declare(from)).to.deep.include({ already: false, isQuarantined: true })
      expect(await pay(await open(from), accountId, 'b')).to.equal('refused')
    },
    'a cluster after pg_upgrade, which has another identity': async () => {
      const cluster = await openDebianServer()
      const store = await open(cluster.path)
      const account = (await fundedAccount(store)).account.id
      await pay(store, account, 'a')
      await store.close()
      await upgrade(cluster)
      expect((await rejection(open(cluster.path))).message).to.match(/are a copy of those in/)
      expect(await declare(cluster.path)).to.deep.include({ isQuarantined: true })
      expect(await pay(await open(cluster.path), account, 'a')).to.equal('used')
    },
  })

  rule(
    '115.45',
    'books that PostgreSQL has replicated row by row are accepted, from a newer version to an older too',
    async () => {
      const [source, target] = [to, await makeDatabase(old, `back${count}`)]
      const before = await open(source)
      const account = (await fundedAccount(before)).account.id
      await pay(before, account, 'a')
      // More than the tries of a write whose number is taken.
      for (let round = 0; round < 6; round += 1) {
        await before.quarantines.begin({ explanation: 'a trial', atMs: 1 })
        await before.quarantines.end({ atMs: 2, by: 'amina', because: 'over' })
      }
      await before.close()
      await postgres.migrate(target, 'live')
      await onServer(target, 'DELETE FROM sente_database')
      await onServer(source, 'CREATE PUBLICATION books FOR ALL TABLES')
      const name = `books${count}`
      await onServer(target, `CREATE SUBSCRIPTION ${name} CONNECTION 'postgres:${source}' PUBLICATION books`)
      const [all] = await rowsOn(source, 'SELECT count(*) FROM batches')
      const arrived = async () =>
        JSON.stringify(await rowsOn(target, 'SELECT count(*) FROM batches')) === JSON.stringify([all])
      await until(async () => (await arrived()) && (await rowsOn(target, unready)).length === 0)
      expect((await rejection(declare(target, source))).message).to.match(/still receives changes by the subscription/)
      await onServer(target, `DROP SUBSCRIPTION ${name}`)
      expect(await declare(target, source)).to.deep.include({ already: false, isQuarantined: false })
      const store = await open(target)
      expect(await pay(store, account, 'a')).to.equal('used')
      expect(await pay(store, account, 'b')).to.equal('paid')
      expect(await store.quarantines.begin({ explanation: 'the next number', atMs: 3 })).to.equal(true)
      expect((await auditBooks(store)()).broken).to.deep.equal([])
    },
  )

  rule('115.46', 'another version of a collation leaves the books in order, and makes doctor name indexes of others', {
    'every index of sente compares byte by byte': async () => {
      await open(to)
      expect(await rowsOn(to, ordered)).to.deep.equal([])
    },
    'an index that somebody has added': async () => {
      await onServer(from, 'CREATE INDEX by_phone ON transactions ((phone_number COLLATE "default"))')
      expect(await collationsOf(from)).to.deep.equal([])
      await onServer(old.path, `UPDATE pg_database SET datcollversion = '1.0' WHERE datname = 'old${count}'`)
      expect(await collationsOf(from)).to.deep.equal([
        'the index by_phone from another version of its collation: it may miss rows; fix: ' +
          'REINDEX INDEX by_phone, then ALTER DATABASE ... REFRESH COLLATION VERSION',
      ])
      expect(await pay(await open(from), accountId, 'b')).to.equal('paid')
    },
  })

  rule('115.47', 'the doctor names the version and the identity of a database', async () => {
    const named = new RegExp(`^${nameIn(from)}, identity \\d+/\\d+$`)
    expect(await postgres.identityOf(from)).to.match(named)
  })
})

const isElsewhere = ({ message }: Error) => /^the books/.test(message)

const anyCommit = "INSERT INTO batches (id, outcome, program) VALUES ('x', 'done', 1)"

const unready = "SELECT 1 FROM pg_subscription_rel WHERE srsubstate <> 'r'"

/** Indexes whose order depends on a locale. */
const ordered = `
  SELECT i.indexrelid::regclass::text AS name, c.collname FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    CROSS JOIN unnest(i.indcollation::oid[]) AS used (id) JOIN pg_collation c ON c.oid = used.id
  WHERE t.relnamespace = 'public'::regnamespace AND c.collname <> 'C'`

async function collationsOf(path: string): Promise<string[]> {
  const concerns = (await postgres.concerns(path)).filter(({ runbook }) => runbook.endsWith('#collations'))
  return concerns.map(({ found, fix }) => `${found.replace(/^.* has /, '')}; fix: ${fix}`)
}

/** Upgrades a cluster in place, from PostgreSQL 15 to itself. */
async function upgrade({ data, run, start, stop }: DebianServer): Promise<void> {
  await stop()
  await run(`mv "${data}" "${data}-old"
    initdb -D "${data}" -A trust -U postgres -E UTF8 --no-sync >/dev/null
    cp "${data}-old/postgresql.conf" "${data}/postgresql.conf"
    pg_upgrade -b "$(dirname "$(command -v pg_ctl)")" -d "${data}-old" -D "${data}" -U postgres -s "$PWD" >pg_upgrade.log`)
  await start()
}
