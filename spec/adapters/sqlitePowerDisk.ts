import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSqliteStore, type SqliteStore } from '../../adapters/sqlite/sqliteStore.ts'
import type { FlushFile } from '../../adapters/sqlite/walFlush.ts'

/** A database and its log as they are at one moment, and how much of the log is sure to be on the disk, in bytes. */
export type Picture = { readonly database: string; readonly log: Buffer; readonly flushedBytes: number }

/** The disk under a database that this process serves: it keeps what was flushed, and perhaps more. */
export type PowerDisk = {
  /** For the store: a flush that takes its time, and covers what was there when it began. */
  readonly flush: FlushFile
  /** Takes a picture; not while the log is being copied into the database. */
  picture(): Picture
}

/** How long a log is, and how much of it no flush that has ended covers, in bytes. */
export type LogLength = { readonly bytes: number; readonly unflushedBytes: number }

/** Watches a database; `onFlush` is told how long the log is before a flush ends. */
export function powerDisk(path: string, delayMs: number, onFlush: (log: LogLength) => void = () => {}): PowerDisk {
  let flushedBytes = 0
  let pictures = 0
  // A log that is shorter than what was flushed of it was emptied since.
  const flushedOf = (bytes: number) => (bytes < flushedBytes ? 0 : flushedBytes)
  return {
    async flush() {
      const { size } = statSync(`${path}-wal`)
      await pause(delayMs)
      const bytes = statSync(`${path}-wal`).size
      onFlush({ bytes, unflushedBytes: bytes - flushedOf(bytes) })
      flushedBytes = size
    },
    picture() {
      pictures += 1
      const folder = join(dirname(path), `picture-${pictures}`)
      mkdirSync(folder)
      const database = join(folder, 'books.db')
      // Another process copies it: closing a descriptor of it here would drop the locks of this one.
      execFileSync('cp', [path, database])
      const log = readFileSync(`${path}-wal`)
      return { database, log, flushedBytes: flushedOf(log.length) }
    },
  }
}

/** Opens a database as a power loss leaves it, with so much of its log, and looks at it. */
export async function afterPowerLoss<Seen>(
  { database }: Picture,
  log: Uint8Array,
  look: (store: SqliteStore) => Promise<Seen>,
): Promise<Seen> {
  const folder = mkdtempSync(join(dirname(database), 'restart-'))
  const path = join(folder, 'books.db')
  copyFileSync(database, path)
  writeFileSync(`${path}-wal`, log)
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  try {
    return await look(store)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

/** What of a picture's log is sure to be on the disk. */
export function flushedLog({ log, flushedBytes }: Picture): Uint8Array {
  return log.subarray(0, flushedBytes)
}
