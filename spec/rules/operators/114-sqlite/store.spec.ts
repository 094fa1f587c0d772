import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { versions } from '../../../../adapters/sql/schema/versions.ts'
import { assertDurable, openDatabase } from '../../../../adapters/sqlite/file/database.ts'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { migrate } from '../../../../adapters/sqlite/schema/migrate.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

const sandbox = (path: string, other: Partial<SqliteStoreOptions> = {}) =>
  openSqliteStore({ path, purpose: 'sandbox', migrate: true, ...other })

/** Makes a sandbox database and closes it again. */
function make(path: string) {
  sandbox(path).close()
}

/** Runs SQL on a database file directly. */
function tamper(path: string, sql: string) {
  const database = keptDatabase(path)
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}

/** Opens a file that contains a text: it is refused and unchanged. */
function refusesFile(text: string, message: (path: string) => string) {
  return inFolder(({ database: path }) => {
    writeFileSync(path, text)
    refused(() => sandbox(path), message(path))
    expect(readFileSync(path, 'utf8')).to.equal(text)
  })
}

/** Opens a database and checks its settings; a connection without one of them is refused. */
function keepsItsSettings(flushes: 'each' | 'shared', wanted: Record<string, string>) {
  return inFolder(({ database: path }) => {
    const database = openDatabase({ path, purpose: 'sandbox', migrate: true, flushes })
    const setting = (name: string) => String(database.pragma(name, { simple: true }))
    try {
      database.exec("UPDATE meta SET purpose = 'sandbox'")
      for (const [name, value] of Object.entries(wanted)) expect(setting(name)).to.equal(value)
      expect([setting('wal_autocheckpoint'), setting('busy_timeout')]).to.deep.equal(['0', '0'])
      assertDurable(database, flushes)
      for (const name of ['synchronous', 'foreign_keys']) {
        database.pragma(`${name} = 0`)
        refused(() => assertDurable(database, flushes), `${path}: ${name} is 0 and must be ${wanted[name]}`)
        database.pragma(`${name} = ${wanted[name]}`)
      }
    } finally {
      database.close()
    }
  })
}

const refused = (open: () => unknown, message: string) => expect(open).to.throw().with.property('message', message)

describe('114 The SQLite store', () => {
  rule(
    '114.1',
    'a serving process leaves flushes to the store, and others flush every commit before it is visible; other settings are refused',
    {
      'a process that does not serve': () =>
        keepsItsSettings('each', { synchronous: '2', journal_mode: 'wal', foreign_keys: '1' }),
      'one who serves': () => keepsItsSettings('shared', { synchronous: '1', journal_mode: 'wal', foreign_keys: '1' }),
    },
  )

  rule('114.2', 'written data is there when the database is opened again', () =>
    inFolder(async ({ database: path }) => {
      const first = sandbox(path)
      const { account } = await fundedAccount(first).finally(first.close)
      const second = sandbox(path, { migrate: false })
      try {
        expect(await second.accounts.byId(account.id)).to.deep.equal(account)
        expect((await second.books.balances(account.id))[0]?.availableMinor).to.equal(100_000n)
      } finally {
        second.close()
      }
    }),
  )

  rule('114.3', 'a database and its folders are created for their owner only, and not by every command', {
    'made with its folders': () =>
      inFolder(async ({ path: folder }) => {
        const path = join(folder, 'new', 'data', 'books.db')
        const store = sandbox(path)
        try {
          await fundedAccount(store)
          const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
          expect([dirname(path), dirname(dirname(path))].map(modeOf)).to.deep.equal(['700', '700'])
          expect(['', '-wal', '-shm'].map((end) => modeOf(`${path}${end}`))).to.deep.equal(['600', '600', '600'])
        } finally {
          store.close()
        }
      }),
    'not made by a command': () =>
      inFolder(({ database: path }) => {
        const message = `there is no database at ${path}; start the server first`
        refused(() => sandbox(path, { migrate: false }), message)
        expect(existsSync(path)).to.equal(false)
      }),
  })

  rule('114.4', 'a file that is not a database of sente is refused and left unchanged', {
    'no database': () => refusesFile('hello, '.repeat(200), (path) => `${path} is not a SQLite database`),
    'too small to be one': () => refusesFile('hello', (path) => `${path} is not a SQLite database`),
    "another program's": () =>
      inFolder(({ database: path }) => {
        tamper(path, 'CREATE TABLE theirs (a)')
        const before = readFileSync(path)
        refused(() => sandbox(path), `${path} is a database of another program`)
        expect(readFileSync(path).equals(before)).to.equal(true)
      }),
    'one of a build from before the first release, whichever version its schema had': () =>
      inFolder(({ path: folder }) => {
        for (const [id, version] of [
          [0x73656e74, 1],
          [0x73656e74, 16],
          [0x736e4d56, 16],
        ]) {
          const path = join(folder, `${id}-${version}.db`)
          tamper(path, `CREATE TABLE pages (a); PRAGMA application_id = ${id}; PRAGMA user_version = ${version}`)
          const before = readFileSync(path)
          const message = `${path} is a database of a build of sente from before its first release, which had other tables: begin with a new one`
          for (const mayMigrate of [true, false]) refused(() => sandbox(path, { migrate: mayMigrate }), message)
          expect(readFileSync(path).equals(before)).to.equal(true)
        }
      }),
    'a path below a file': () =>
      inFolder(({ database: file }) => {
        writeFileSync(file, '')
        const below = join(file, 'books.db')
        const found = `${below} cannot be opened: ENOTDIR`
        for (const act of [() => sandbox(below), () => claimServing(below, process.pid)]) {
          expect(act).to.throw(found).with.property('name', 'UnusableDatabase')
        }
      }),
    'a folder': () =>
      inFolder(({ path }) => refused(() => sandbox(path), `${path} cannot be opened: unable to open database file`)),
  })

  rule('114.5', 'a sandbox’s database is not opened live, nor the other way round', () =>
    inFolder(({ path: folder }) => {
      for (const [made, other] of [
        ['sandbox', 'live'],
        ['live', 'sandbox'],
      ] as const) {
        const path = join(folder, made)
        openSqliteStore({ path, purpose: made, migrate: true }).close()
        for (const mayMigrate of [true, false]) {
          refused(
            () => openSqliteStore({ path, purpose: other, migrate: mayMigrate }),
            `${path} is a ${made} database and is not opened as ${other}: use another file, or the settings of its own gateway`,
          )
        }
      }
    }),
  )

  rule('114.6', 'a schema of another version is refused, with both versions and the remedy', {
    older: () =>
      inFolder(({ database: path }) => {
        make(path)
        tamper(path, 'PRAGMA user_version = 0')
        const message = `${path} has schema version 0 and this sente needs version ${versions.length}: run \`sente migrate\``
        refused(() => sandbox(path, { migrate: false }), message)
      }),
    'newer, also with leave to migrate': () =>
      inFolder(({ database: path }) => {
        make(path)
        tamper(path, 'PRAGMA user_version = 99; UPDATE meta SET works_from = 98')
        const message = `${path} has schema version 99 and this sente needs version ${versions.length}: this sente is too old for it, use a newer one`
        for (const mayMigrate of [true, false]) refused(() => sandbox(path, { migrate: mayMigrate }), message)
      }),
  })

  rule('114.7', 'a schema is migrated version by version, each all or nothing and once', () => {
    const database = openDatabase({ path: ':memory:', purpose: 'live', migrate: true, flushes: 'each' })
    try {
      const tables = () =>
        database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE name LIKE 'extra%'`).pluck().all()
      const version = () => Number(database.pragma('user_version', { simple: true }))
      const toys = (...texts: string[]) => [
        ...versions,
        ...texts.map((text) => ({ upgrade: () => text, worksFrom: 1 })),
      ]
      const broken = toys('CREATE TABLE extra_one (a)', 'CREATE TABLE extra_two (a); nonsense')
      expect(() => migrate(database, 'live', broken)).to.throw('syntax error')
      expect([version(), ...tables()]).to.deep.equal([versions.length + 1, 'extra_one'])
      migrate(database, 'live', toys('CREATE TABLE extra_one (a)', 'CREATE TABLE extra_two (a)'))
      expect([version(), ...tables()]).to.deep.equal([versions.length + 2, 'extra_one', 'extra_two'])
    } finally {
      database.close()
    }
  })
})
