import { chmodSync, closeSync, existsSync, fdatasyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type CheckedCopy, continueAudit, type StoreBackup, UnusableDatabase } from '../../../core/sente.ts'
import type { Write } from '../../sql/engine/sqlStatement.ts'
import { snapshotOf } from '../books/snapshot.ts'
import { ownFlush } from '../durability/walFlush.ts'
import { connection } from '../engine/connection.ts'
import { performed } from '../engine/engine.ts'
import { openDatabase, openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { untilFree } from '../file/untilFree.ts'
import { flushFolder, markReader } from '../mark/highWaterMark.ts'
import { usable } from '../usable.ts'

/**
 * Copies a database at one moment while others write, marks the copy, checks its pages, audits its books, and names it
 * once it is on the disk. Throws `UnusableDatabase`, and leaves nothing, when any of that fails. Damaged books are
 * copied only if that is allowed.
 */
export async function backUpFile(copying: StoreBackup): Promise<CheckedCopy> {
  const { path, file, purpose, say } = copying
  const part = `${file}.part`
  refuseExisting(file)
  const source = openDatabase({ path, purpose, migrate: false, flushes: 'each' })
  try {
    usable(part, () => closeSync(openSync(part, 'wx', 0o600)))
    try {
      say(`copying ${path}`)
      await copy(source, part)
      say('checking the copy')
      const copied = await check(part, { ...copying, source })
      takeName(part, file)
      return copied
    } catch (error) {
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${end}`, { force: true })
      throw error
    }
  } finally {
    source.close()
  }
}

/**
 * VACUUM INTO reads at one moment, holds no lock that a writer would wait for, and never restarts when others write.
 */
async function copy(source: Database, part: string): Promise<void> {
  const reader = openReader(source)
  const flush = ownFlush({ path: source.name })
  try {
    usable(part, () => reader.exec(`VACUUM INTO '${resolve(part).replaceAll("'", "''")}'`))
    // A copy must not contain data that a power failure could still take from the database.
    await flush.settled()
  } finally {
    flush.close()
    reader.close()
  }
  mark(part, null)
}

/** Marks a database as a copy, with its damage, if any, so that a server that opens it knows that it was restored. */
function mark(part: string, damage: string | null): void {
  const copied = keptDatabase(part, { fileMustExist: true })
  try {
    copied.pragma('synchronous = FULL')
    copied.prepare('UPDATE meta SET copied_at_ms = ?, copied_damage = ?').run(Date.now(), damage)
  } finally {
    copied.close()
  }
}

/** Audits a copy. If it may be damaged, its damage is marked. */
async function check(part: string, copying: StoreBackup & { readonly source: Database }): Promise<CheckedCopy> {
  const { mayBeDamaged = false } = copying
  // Before the audit: only a connection that may write leaves no log beside the file.
  const latest = latestIn(part)
  const { checked, damage } = await audited(part, copying)
  if (damage !== null && !mayBeDamaged)
    throw new UnusableDatabase(
      `the books do not agree, and were not backed up: ${damage}; see \`sente audit\`, or keep a copy with --damaged`,
    )
  if (damage !== null) mark(part, damage)
  return { checked, damage, latest }
}

type Audited = Pick<StoreBackup, 'purpose' | 'onProgress'> & { readonly source: Database }

/**
 * How many rows of a copy were checked, and the first damage. A network's contradiction is not damage. The copy has the
 * mark of the books' last audit, and the books are marked by this one.
 */
async function audited(
  part: string,
  { purpose, source, onProgress }: Audited,
): Promise<Pick<CheckedCopy, 'checked' | 'damage'>> {
  const copied = openDatabase({ path: part, purpose, migrate: false, flushes: 'each' })
  try {
    const write = writing(source)
    const books = snapshotOf(copied, async (begin) => begin(), write)
    const { checked, broken, since } = await continueAudit({ books, clock: { nowMs: Date.now }, onProgress })({
      all: false,
    })
    if (since) assertIntact(copied)
    const [first] = broken
    return { checked, damage: first ? `${first.row}: ${first.problem}` : null }
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error
    return { checked: 0, damage: error.message }
  } finally {
    copied.close()
  }
}

/** How long to wait for another process's lock, in milliseconds. */
const patienceMs = 30_000

/** Writes into a database. */
function writing(database: Database): Write {
  const run = connection(database)
  return async (writing) => {
    const write = database.transaction(() => performed(run, writing))
    return untilFree(() => write.immediate(), patienceMs)
  }
}

/** The id of the latest transaction in a database. */
export function latestIn(path: string): string | undefined {
  const database = keptDatabase(path, { readonly: true })
  try {
    return markReader(database)().transaction?.id
  } finally {
    database.close()
  }
}

function takeName(part: string, file: string): void {
  refuseExisting(file)
  chmodSync(part, 0o600)
  const descriptor = openSync(part, 'r+')
  try {
    fdatasyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(part, file)
  flushFolder(dirname(resolve(file)))
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new UnusableDatabase(`${file} already exists: a backup replaces nothing`)
}
