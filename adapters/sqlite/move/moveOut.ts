import { existsSync, realpathSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { Books, StoreContents, StoreCounts } from '../../../core/sente.ts'
import { readSnapshot } from '../books/snapshot.ts'
import { assertDurable, openDatabase, openReader } from '../file/database.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { claimMoving } from '../file/servingLock.ts'
import { untilFree } from '../file/untilFree.ts'
import { assertWhole, hasForeignLog, heedRestore } from '../mark/restoredBooks.ts'
import { refuseOtherPurpose, refuseOtherVersion } from '../schema/migrate.ts'
import { markMoved, movedIn } from '../schema/moved.ts'
import type { Moved } from '../schema/movedTo.ts'
import type { Purpose } from '../schema/purpose.ts'
import { UnusableDatabase, usable } from '../unusableDatabase.ts'
import { contentsOf, countsOf } from './contents.ts'

/** A database whose books move out; until it is closed nothing else writes to it, and no server can start with it. */
export type MoveOut = {
  /** What names it, wherever it is looked at from. */
  readonly name: string
  /** Where an earlier run has moved it to already, if it had come so far. */
  readonly moved: Moved | undefined
  readonly contents: StoreContents
  readonly counts: StoreCounts
  /** For an audit, which checks the file's pages and indexes as well. */
  readonly snapshot: Books['snapshot']
  /** Marks it as moved for good, durably: from then on every version of sente refuses to open it. */
  markMoved(moved: Moved): void
  /** Gives it back; unless it was marked, it is as it was. */
  close(): void
}

/** How long to wait for a command that is writing, in milliseconds. */
const patienceMs = 5_000

/**
 * Opens a database that is to be moved. Rejects with `UnusableDatabase` for one that is served, missing, foreign, or of
 * another version or purpose. A restore is noticed as a server would notice it.
 */
export async function openMoveOut(path: string, purpose: Purpose): Promise<MoveOut> {
  if (!existsSync(path)) throw new UnusableDatabase(`there is no database at ${path}`)
  const claim = claimMoving(path)
  try {
    const moved = usable(path, () => movedAt(path))
    const database = usable(path, () => (moved ? openMoved(path, purpose) : openWhole(path, purpose)))
    try {
      if (!moved) await lock(database)
      return moveOutOf(database, { moved, release: claim.release })
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

function moveOutOf(database: Database, { moved, release }: Held): MoveOut {
  const reader = openReader(database)
  const unfinished = new Set<Iterator<unknown>>()
  reader.exec('BEGIN')
  return {
    name: `sqlite:${realpathSync(database.name)}`,
    moved,
    contents: contentsOf(reader, unfinished),
    counts: countsOf(reader),
    snapshot: (use) => readSnapshot({ database, read: async (rows) => rows() }, use),
    markMoved(mark) {
      if (moved) return
      markMoved(database, mark)
      database.exec('COMMIT')
    },
    close() {
      for (const rows of unfinished) rows.return?.()
      reader.close()
      database.close()
      release()
    },
  }
}

/** Takes the lock of a writer and keeps it: what a command wrote after the books were read would be lost. */
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

/** Opens a database whose move was interrupted after it was marked; it is only read. */
function openMoved(path: string, purpose: Purpose): Database {
  const database = keptDatabase(path, { readonly: true }).defaultSafeIntegers()
  refuseOtherVersion(database, { path, mayMigrate: false })
  refuseOtherPurpose(database, { path, purpose })
  return database
}

/** Books that were restored take their quarantine along. */
function openWhole(path: string, purpose: Purpose): Database {
  const hadForeignLog = hasForeignLog(path)
  const database = openDatabase({ path, purpose, migrate: false, flushes: 'each' })
  try {
    if (hadForeignLog) assertWhole(database)
    heedRestore(database, { nowMs: Date.now(), hadForeignLog })
    database.pragma('synchronous = FULL')
    assertDurable(database, 'each')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
