import { closeSync, fdatasync, fstatSync, openSync, realpathSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'

/**
 * Flushes commits to the disk. The server's connection commits without a flush (`synchronous=NORMAL`), and nothing that
 * depends on a commit is sent anywhere before the write-ahead log is flushed, by one call off the event loop for all
 * waiting commits. That is sound because
 *
 * - a commit is covered only by a flush that begins after it;
 * - every write and read, refusals included, waits for the newest commit that it could see; a read of only
 *   one account waits for the newest commit that changed that account;
 * - a failed flush ends the process, because the kernel reports an error once and then treats the data as written;
 * - other processes flush each commit before others can see it (`synchronous=FULL`), and flush before they
 *   report anything that they have read;
 * - one descriptor of the log stays open. The database itself and its `-shm` are opened only by SQLite: closing
 *   any other descriptor of them would drop the locks of this process, and the next command to end would delete the
 *   log.
 */
export type WalFlush = {
  /** Records a commit and the accounts that it changed. Flushes that have begun already do not cover it. */
  committed(about: Iterable<About>): void
  /**
   * Resolves when everything that was visible at the call is on the disk; with an account, everything of that account.
   */
  settled(accountId?: string): Promise<void>
  /** Closes the log, after the database is closed. */
  close(): void
}

/** The account whose rows a commit changed; undefined for any account. */
export type About = string | undefined

/** Flushes the file behind a descriptor to the disk. Rejects if the system could not. */
export type FlushFile = (descriptor: number) => Promise<void>

/** The system's flush. */
export const flushFile: FlushFile = promisify(fdatasync)

/** The dependencies of flushing. A commit of ours at `synchronous=FULL` must flush the log at the start. */
export type WalFlushParts = {
  /** The database's file, which SQLite has opened. */
  readonly path: string
  /** Flushes the log; by default the system's fdatasync. */
  readonly flush?: FlushFile | undefined
  /** Called during each flush. */
  readonly onFlush?: () => void
}

/**
 * Flushes for the one process that serves. A failed flush is reported to `onLost` first, and then rejects every later
 * wait.
 */
export function sharedFlush(parts: WalFlushParts & { readonly onLost: (error: unknown) => void }): WalFlush {
  const log = openLog(parts)
  const done = Promise.resolve()
  let uncovered = new Set<About>()
  let covered = new Set<About>()
  let latest = done
  let next: Promise<void> | undefined

  function begin(): Promise<void> {
    next = undefined
    covered = uncovered
    uncovered = new Set()
    latest = log.flush().catch((error: unknown) => {
      covered.add(undefined)
      parts.onLost(error)
      throw error
    })
    return latest
  }

  return {
    committed(about) {
      for (const account of about) uncovered.add(account)
    },
    settled(accountId) {
      if (concerns(uncovered, accountId)) {
        next ??= latest.then(begin)
        return next
      }
      return concerns(covered, accountId) ? latest : done
    },
    close: log.close,
  }
}

/** Whether commits about these accounts concern one account, or any. */
function concerns(about: ReadonlySet<About>, accountId: About): boolean {
  return accountId === undefined ? about.size > 0 : about.has(accountId) || about.has(undefined)
}

/** Flushes for any other process, every time: it can't know which commits the server has not flushed yet. */
export function ownFlush(parts: WalFlushParts): WalFlush {
  const log = openLog(parts)
  return { committed() {}, settled: log.flush, close: log.close }
}

/** For a database in memory. */
export const noFlush: WalFlush = { committed() {}, settled: async () => {}, close() {} }

function openLog({ path, flush = flushFile, onFlush }: WalFlushParts) {
  const descriptor = openSync(`${realpathSync(path)}-wal`, 'r+')
  async function look() {
    if (fstatSync(descriptor).nlink === 0) throw new Error(`the write-ahead log of ${path} was deleted`)
    onFlush?.()
  }
  return {
    async flush() {
      // Starts the flush first, since callers wait for it.
      await Promise.all([flush(descriptor), look()])
    },
    close: () => closeSync(descriptor),
  }
}

/** Whether SQLite's own flush failed, for example when it starts a log or commits for other processes. */
export function isFailedFlush(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_IOERR_(DIR_)?FSYNC$/.test(error.code)
}
