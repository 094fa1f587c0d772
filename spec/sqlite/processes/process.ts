import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'better-sqlite3'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { claimServing } from '../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { Store } from '../../../core/sente.ts'
import { fund } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'

/** A process for the tests of SQLite: runs one act on a database, reports it line by line, and ends with the test. */
const [action = '', path = '', accountId = '', count = ''] = process.argv.slice(2)

const actions: Record<string, () => unknown> = {
  /** Funds the account, eight at a time, and prints each reference once it is answered. */
  async write() {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
    await fundOften(store, Number(count), console.log)
    store.close()
    process.exit()
  },
  /**
   * Serves the database, and copies the log at this many bytes. Each line of its input is a count: it funds the account
   * that many times, and prints "written". It ends with its input.
   */
  async fund() {
    const serving = { copyAt: Number(count), onLost: () => process.exit(74) }
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false, serving })
    console.log('serving')
    for await (const line of createInterface({ input: process.stdin })) {
      await fundOften(store, Number(line))
      console.log('written')
    }
    await store.close()
  },
  /** Holds the write lock until it gets input. */
  lock() {
    const database = keptDatabase(path)
    database.exec('BEGIN IMMEDIATE')
    console.log('locked')
    // The handler refers to the database, since a garbage-collected one is closed, and its lock released.
    process.stdin.once('data', () => process.exit(database.open ? 0 : 1))
  },
  /** Claims the database as its server does, and holds the write lock until it gets input. */
  serveLocked() {
    claimServing(path, process.pid)
    actions.lock?.()
  },
  /** Tries to get exclusive use of the database, and prints whether it did. */
  takeExclusive() {
    const database = keptDatabase(path, { timeout: 0 })
    try {
      console.log(database.pragma('journal_mode = DELETE', { simple: true }))
    } catch (error) {
      console.log(error instanceof Database.SqliteError ? error.code : error)
    }
    process.exit()
  },
  /** Serves until it dies, without a reference to the claim: garbage is collected before it reports. */
  async serve() {
    claimServing(path, process.pid)
    setFlagsFromString('--expose-gc')
    for (let time = 0; time < 3; time += 1) {
      await setTimeout(1)
      runInNewContext('gc')()
    }
    console.log('serving')
  },
}

async function fundOften(store: Store, times: number, answered: (reference: string) => void = () => {}) {
  let left = times
  const writer = async () => {
    while (left-- > 0) {
      const funding = aFunding(accountId, { amountMinor: 1n })
      await fund(store, funding)
      answered(funding.reference)
    }
  }
  await Promise.all(Array.from({ length: 8 }, writer))
}

if (action !== 'fund') process.stdin.resume().on('end', () => process.exit())
await actions[action]?.()
