import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { fund, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { disks } from './fullDisk.ts'
import './endsWithParent.ts'

/**
 * A store whose log can be written while the database can't, in a process of its own: the log's file is there, and the
 * database would have to grow. It prints what happened as one line of JSON; a lost database ends it with exit code 74.
 */
const [folder = '', means = ''] = process.argv.slice(2)
const path = join(folder, 'books.db')
const disk = disks(folder, path)[means === 'small' ? 'small' : 'limit']
const onLost = (error: unknown) => {
  console.log(JSON.stringify({ lost: String(error) }))
  process.exit(74)
}
const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving: { copyAt: 128 * 1024, onLost } })
const { account } = await fundedAccount(store)

async function fundOften(times: number) {
  for (let done = 0; done < times; done += 1) await fund(store, aFunding(account.id, { amountMinor: 1n }))
}

/** Copies as much of the log as another process might; returns the error's code, or how much is left to copy. */
function copyLog(): string | number {
  const other = keptDatabase(path)
  try {
    const [{ log = 0, checkpointed = 0 } = {}] = other.pragma('wal_checkpoint(PASSIVE)') as Copied[]
    return log - checkpointed
  } catch (error) {
    return error instanceof Database.SqliteError ? error.code : String(error)
  } finally {
    other.close()
  }
}

type Copied = { log: number; checkpointed: number }

await fundOften(200)
disk.fill()
let whileFull = 0
try {
  for (; whileFull < 1_000; whileFull += 1) await fundOften(1)
} catch {
  // The log is full too.
}
// The store's own reader may block copying for a moment.
let code = copyLog()
for (let time = 0; time < 100 && typeof code === 'number'; time += 1) {
  await setTimeout(20)
  code = copyLog()
}
disk.free()
await fundOften(100)
let left = copyLog()
for (let time = 0; time < 100 && left !== 0; time += 1) {
  await setTimeout(20)
  left = copyLog()
}
const { broken } = await auditBooks(store)()
const [row] = await store.books.balances(account.id)
const isAllThere = row?.availableMinor === 100_000n + 300n + BigInt(whileFull)
console.log(JSON.stringify({ hasGoneOn: whileFull > 0, code, left, isAllThere, broken: broken.length }))
await store.close()
process.exit()
