import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { emptyCommit } from '../file/emptyCommit.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { isBusy } from '../file/untilFree.ts'

/**
 * What the worker is asked: to copy what the log holds into the database, while commits go on; then, while none comes, to
 * copy the rest and have the log written from its beginning again. The file keeps its size: to cut it takes the disk long, and
 * to write over it costs a flush less than to append.
 */
export type CheckpointRequest = 'copy' | 'beginAnew' | 'end'

/** What it answers: whether it could, which others or a full disk may prevent for now, or what broke. */
export type CheckpointAnswer = { readonly isDone: boolean } | { readonly broke: unknown }

/** Which database it is, and how large the file of a log that is begun anew may stay, in bytes. */
export type CheckpointWorkerData = { readonly path: string; readonly keptBytes: number }

/** How long others who read or write are waited for, in milliseconds. */
const busyMs = 100

if (parentPort) answer(parentPort, workerData as CheckpointWorkerData)

/** Answers one request after the other. */
function answer(port: NonNullable<typeof parentPort>, data: CheckpointWorkerData): void {
  const deeds = checkpointer(data)
  port.on('message', (request: CheckpointRequest) => {
    try {
      port.postMessage({ isDone: deeds[request]() } satisfies CheckpointAnswer)
    } catch (error) {
      port.postMessage((isForNow(error) ? { isDone: false } : { broke: plain(error) }) satisfies CheckpointAnswer)
    }
    if (request === 'end') port.close()
  })
}

function checkpointer({ path, keptBytes }: CheckpointWorkerData): Record<CheckpointRequest, () => boolean> {
  const database = keptDatabase(path, { timeout: busyMs })
  database.pragma('synchronous = FULL')
  database.pragma(`journal_size_limit = ${keptBytes}`)
  const copy = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const restart = database.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(RESTART)')
  const commitNothing = emptyCommit(database)
  // A reader that stays where the log ended keeps the other thread from beginning the log anew, which would flush there.
  const reader = keptDatabase(path, { readonly: true, timeout: busyMs })
  const read = reader.prepare('SELECT count(*) FROM meta')
  return {
    copy() {
      reader.exec('BEGIN')
      read.get()
      copy.get()
      return true
    },
    beginAnew() {
      if (reader.inTransaction) reader.exec('COMMIT')
      const isDone = restart.get()?.busy === 0
      // The first commit of a log, also of one that was copied whole and not begun anew, flushes its header.
      commitNothing()
      return isDone
    },
    end() {
      reader.close()
      database.close()
      return true
    },
  }
}

/** An error of SQLite's own class would come to the other thread without its message. */
function plain(error: unknown): Error {
  const code = error instanceof Database.SqliteError ? ` (${error.code})` : ''
  return new Error(`a checkpoint broke: ${error instanceof Error ? error.message : String(error)}${code}`)
}

/**
 * Whether nothing is lost by what broke: a page that could not be written to the database, because the disk is full say,
 * is still in the log, of which nothing counts as copied before all was written and flushed. A flush that fails is no such case.
 */
function isForNow(error: unknown): boolean {
  if (isBusy(error)) return true
  return error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR_WRITE)$/.test(error.code)
}
