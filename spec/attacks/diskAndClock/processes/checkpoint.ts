import { join } from 'node:path'
import Database from 'better-sqlite3'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { balanceOf, fund, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { reached } from '../../../fixtures/until.ts'
import { isNight } from '../../../night.ts'
import { disks } from './fullDisk.ts'

/**
 * A store that can write its log but not its database, in a process of its own: the log's file exists, and the database
 * would have to grow. It prints the results as one line of JSON; a lost database ends it with exit code 74.
 */
const [folder = '', means = ''] = process.argv.slice(2)
const path = join(folder, 'books.db')
const disk = disks(folder, path)[means === 'small' ? 'small' : 'limit']
process.stdin.resume().on('end', () => process.exit(1))
const onLost = (error: unknown) => {
  console.log(JSON.stringify({ lost: String(error) }))
  process.exit(74)
}
const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving: { copyAt: 128 * 1024, onLost } })
const { account } = await fundedAccount(store)

async function fundOften(count: number) {
  for (let done = 0; done < count; done += 1) await fund(store, aFunding(account.id, { amountMinor: 1n }))
}

/**
 * Copies as much of the log as another process might; returns the error's code, or the number of frames left to copy.
 */
function copyLog(): string | number {
  const other = keptDatabase(path)
  try {
    const [copied] = other.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[]
    return (copied?.log ?? 0) - (copied?.checkpointed ?? 0)
  } catch (error) {
    return error instanceof Database.SqliteError ? error.code : String(error)
  } finally {
    other.close()
  }
}

/** Copies it until this condition is true: the store's own reader may block copying for a moment. */
async function copyUntil(isSo: (copied: string | number) => boolean): Promise<string | number> {
  let copied: string | number = ''
  await reached('the log is copied, or cannot be', () => {
    copied = copyLog()
    return isSo(copied)
  })
  return copied
}

/** The number of commits before the disk is full, at most while it is full, and once it is free. */
const [before, most, after] = isNight ? [200, 1_000, 100] : [60, 100, 30]

await fundOften(before)
disk.fill()
let whileFull = 0
try {
  for (; whileFull < most; whileFull += 1) await fundOften(1)
} catch {
  // The log is full too.
}
const code = await copyUntil((copied) => typeof copied === 'string')
disk.free()
await fundOften(after)
const left = await copyUntil((copied) => copied === 0)
const { broken } = await auditBooks(store)()
const [available] = await balanceOf(store, account.id)
const isAllThere = available === 100_000n + BigInt(before + whileFull + after)
console.log(JSON.stringify({ hasGoneOn: whileFull > 0, code, left, isAllThere, broken: broken.length }))
await store.close()
process.exit()
