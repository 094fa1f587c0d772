import { closeSync, fdatasync, fstatSync, openSync, realpathSync } from 'node:fs'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'

/**
 * How commits get to the disk. The server's connection commits without a flush (`synchronous=NORMAL`), and nothing that
 * rests on a commit is sent to anyone before the write-ahead log was flushed: by one call off the event loop for all
 * commits that wait. That is sound because
 *
 * - a commit is covered only by a flush that was begun after it;
 * - whoever wrote or read waits for the newest commit that was there to be seen, also to be told no; whoever read only what
 *   an account has waits for the newest that changed any of that;
 * - a flush that fails ends the process, for the kernel reports an error once and then takes the data for written;
 * - other processes flush each of their commits before anyone can see it (`synchronous=FULL`), and flush before they
 *   tell what they have read;
 * - one descriptor of the log is held all the time. The database itself and its `-shm` are opened by SQLite alone: closing
 *   any other descriptor of them would drop the locks of this process, and the next command to end would delete the log.
 */
export type WalFlush = {
  /** Takes note of a commit that no flush begun so far covers, and of the accounts that it was about. */
  committed(about: Iterable<About>): void
  /** Resolves when everything that could be seen when it was called is on the disk; of an account, all that it has. */
  settled(accountId?: string): Promise<void>
  /** Lets go of the log, once the database is closed. */
  close(): void
}

/** The account whose rows a commit changed; undefined: it may be anyone's. */
export type About = string | undefined

/** Flushes the file behind a descriptor to the disk; rejects when the system could not. */
export type FlushFile = (descriptor: number) => Promise<void>

const flushFile: FlushFile = promisify(fdatasync)

/** What flushing needs; it begins with the log flushed, by a commit of ours at `synchronous=FULL`. */
export type WalFlushParts = {
  /** The database's file, which SQLite has opened. */
  readonly path: string
  /** How it is done, unless by the system's own call. */
  readonly flush?: FlushFile | undefined
  /** Called each time while the log is being flushed. */
  readonly onFlush?: () => void
}

/** Flushes for the one process that serves. One that fails is told to `onLost` first, and then to everyone, for ever. */
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

/** Whether commits about these accounts changed what is asked for: what one has, or anything. */
function concerns(about: ReadonlySet<About>, accountId: About): boolean {
  return accountId === undefined ? about.size > 0 : about.has(accountId) || about.has(undefined)
}

/** Flushes for a process beside it, which can't know what the server has not flushed yet: always. */
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
      // The disk is at work first, since whoever waits waits for it.
      await Promise.all([flush(descriptor), look()])
    },
    close: () => closeSync(descriptor),
  }
}

/** Whether SQLite's own flush failed, with which it begins a log or commits for other processes. */
export function isFailedFlush(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_IOERR_(DIR_)?FSYNC$/.test(error.code)
}
