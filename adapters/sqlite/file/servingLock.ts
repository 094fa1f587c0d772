import { existsSync, realpathSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { type StoreClaim, UnusableDatabase } from '../../../core/sente.ts'
import { usable } from '../usable.ts'
import { keptDatabase } from './keptDatabase.ts'
import { makeOwnerOnlyFile } from './ownerOnlyFile.ts'
import { isBusy } from './untilFree.ts'

/** How long to wait for a process that is still claiming. */
const claimingBusyMs = 200

/**
 * Claims a database for the server of this process, whose id is `pid`, until `release` or any end of the process.
 * Throws `UnusableDatabase`, with the name of the process, if another one serves it already. `:memory:` always belongs
 * to this process.
 */
export function claimServing(path: string, pid: number): StoreClaim {
  if (path === ':memory:') return { release() {} }
  return held(path, (claims) => claim(claims, { path, pid }))
}

/**
 * Claims a database for a change of its schema. No server may use it: its statements were prepared for the schema that
 * it found. Throws `UnusableDatabase` with the name of the process that serves it.
 */
export function claimMigrating(path: string): StoreClaim {
  return claimAlone(path, { pid: migration, why: 'a schema can only be changed while nothing uses the database' })
}

/** Claims a database for its replacement. Throws `UnusableDatabase` with the name of the process that serves it. */
export function claimRestoring(path: string): StoreClaim {
  return claimAlone(path, { pid: restoration, why: 'a database can only be replaced while nothing uses it' })
}

/**
 * Claims a database whose books move into another store. Throws `UnusableDatabase` with the name of the process that
 * serves it.
 */
export function claimMoving(path: string): StoreClaim {
  return claimAlone(path, { pid: moving, why: 'books can only be moved while nothing serves them' })
}

/** Written instead of a process id, for a migration, a restore and a move. */
const migration = 0
const restoration = -1
const moving = -2

function claimAlone(path: string, { pid, why }: { pid: number; why: string }): StoreClaim {
  return held(path, (claims) => {
    try {
      claim(claims, { path, pid })
    } catch (error) {
      if (!(error instanceof UnusableDatabase)) throw error
      throw new UnusableDatabase(`${error.message}: ${why}`, { cause: error })
    }
  })
}

/** Whether a process holds the claim on a database now. Claims nothing. Throws if that can't be determined. */
export function isClaimed(path: string): boolean {
  const file = claimsFile(path)
  if (path === ':memory:' || !existsSync(file)) return false
  const claims = keptDatabase(file, { timeout: 0, fileMustExist: true })
  try {
    claims.exec('BEGIN IMMEDIATE')
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    claims.close()
  }
}

function held(path: string, take: (claims: Database.Database) => void): StoreClaim {
  return usable(path, () => {
    const claims = openClaims(path)
    try {
      take(claims)
    } catch (error) {
      claims.close()
      throw error
    }
    return { release: () => void claims.close() }
  })
}

/**
 * The claim is a write lock of SQLite on a file next to the database; the system drops it with the process. A rollback
 * journal, unlike a WAL, keeps only the lock open and still lets others read the holder's id.
 */
function openClaims(path: string): Database.Database {
  const file = claimsFile(path)
  makeOwnerOnlyFile(file)
  const claims = keptDatabase(file, { timeout: claimingBusyMs })
  claims.exec(
    'CREATE TABLE IF NOT EXISTS server (one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL) STRICT',
  )
  return claims
}

function claimsFile(path: string): string {
  return `${existsSync(path) ? realpathSync(path) : path}-serving`
}

/** Writes our process id, then takes the lock until the end. Another process may have come in between. */
function claim(claims: Database.Database, { path, pid }: { path: string; pid: number }): void {
  try {
    claims.prepare('INSERT INTO server VALUES (1, ?) ON CONFLICT DO UPDATE SET pid = excluded.pid').run(pid)
    claims.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (!isBusy(error)) throw error
    const holder = pidIn(claims)
    throw new UnusableDatabase(`${path} ${doingOf(holder)}`, { cause: error })
  }
  if (pidIn(claims) === pid) return
  claims.exec('ROLLBACK')
  claim(claims, { path, pid })
}

function doingOf(holder: number | undefined): string {
  if (holder === migration) return 'is being migrated'
  if (holder === moving) return 'is being moved into another store'
  return holder === restoration ? 'is being restored' : `is served already by process ${holder}`
}

function pidIn(claims: Database.Database): number | undefined {
  return claims.prepare<[], number>('SELECT pid FROM server').pluck().get()
}
