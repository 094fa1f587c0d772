import { existsSync, realpathSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { type Moved, type MoveOut, type Purpose, UnusableDatabase } from '../../../core/sente.ts'
import { contentsOf, countsOf } from '../../sql/store/contents.ts'
import { rowsOver } from '../books/rowsOver.ts'
import { snapshotOf } from '../books/snapshot.ts'
import { connection } from '../engine/connection.ts'
import { assertDurable, openDatabase, openReader } from '../file/database.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { claimMoving } from '../file/servingLock.ts'
import { untilFree } from '../file/untilFree.ts'
import { assertWhole, hasForeignLog, noticeRestore } from '../mark/restoredBooks.ts'
import { refuseOtherPurpose, refuseOtherVersion } from '../schema/migrate.ts'
import { markMoved, movedIn } from '../schema/moved.ts'
import { usable } from '../usable.ts'

/** How long to wait for a command that is writing, in milliseconds. */
const patienceMs = 5_000

/**
 * Opens a database that is to be moved. Rejects with `UnusableDatabase` for one that is served, missing, foreign, or of
 * another version or purpose. It detects a restore like a server.
 */
export async function openMoveOut(path: string, purpose: Purpose): Promise<MoveOut> {
  if (!existsSync(path)) throw new UnusableDatabase(`there is no database at ${path}`)
  const claim = claimMoving(path)
  try {
    const moved = usable(path, () => movedAt(path))
    const database = usable(path, () => (moved ? openMoved(path, purpose) : openWhole(path, purpose)))
    try {
      if (!moved) await lock(database)
      return await moveOutOf(database, { moved, release: claim.release })
    } catch (error) {
      database.close()
      throw error
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

type Held = { readonly moved: Moved | undefined; release(): void }

async function moveOutOf(database: Database, { moved, release }: Held): Promise<MoveOut> {
  const reader = openReader(database)
  const { rowsOf, end } = rowsOver(reader)
  const run = connection(reader)
  reader.exec('BEGIN')
  return {
    name: `sqlite:${realpathSync(database.name)}`,
    moved,
    contents: contentsOf(rowsOf),
    counts: await countsOf(async (statement) => run(statement)),
    snapshot: snapshotOf(database, async (begin) => begin()).snapshot,
    markMoved(mark) {
      if (moved) return
      markMoved(database, mark)
      database.exec('COMMIT')
    },
    close() {
      end()
      reader.close()
      database.close()
      release()
    },
  }
}

/** Takes the lock of a writer and keeps it: a command's writes after the books were read would be lost. */
async function lock(database: Database): Promise<void> {
  await untilFree(() => database.exec('BEGIN IMMEDIATE'), patienceMs)
}

function movedAt(path: string): Moved | undefined {
  const database = keptDatabase(path, { readonly: true })
  try {
    return movedIn(database)
  } finally {
    database.close()
  }
}

/** Opens a database whose move was interrupted after it was marked. It is only read. */
function openMoved(path: string, purpose: Purpose): Database {
  const database = keptDatabase(path, { readonly: true }).defaultSafeIntegers()
  refuseOtherVersion(database, { path, mayMigrate: false })
  refuseOtherPurpose(database, { path, purpose })
  return database
}

/** Opens a database with all of its books. Restored books take their quarantine along. */
function openWhole(path: string, purpose: Purpose): Database {
  const hadForeignLog = hasForeignLog(path)
  const database = openDatabase({ path, purpose, migrate: false, flushes: 'each' })
  try {
    if (hadForeignLog) assertWhole(database)
    noticeRestore(database, { nowMs: Date.now(), hadForeignLog })
    database.pragma('synchronous = FULL')
    assertDurable(database, 'each')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
