import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { emptyCommit } from '../file/emptyCommit.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { isBusy } from '../file/untilFree.ts'

/**
 * A request to the worker. First it copies the log into the database, while commits go on. Then, while commits are
 * held, it copies the rest and restarts the log from its beginning. The file keeps its size: truncating it takes the
 * disk long, and overwriting costs one flush less than appending.
 */
export type CheckpointRequest = 'copy' | 'beginAnew' | 'end'

/** The worker's answer: whether it succeeded, which other readers or a full disk may prevent for now; or the error. */
export type CheckpointAnswer = { readonly isDone: boolean } | { readonly broke: unknown }

/** The database, and the size to which the log's file is cut when it is restarted, in bytes. */
export type CheckpointWorkerData = { readonly path: string; readonly keptBytes: number }

/** How long to wait for other readers and writers, in milliseconds. */
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
  // A reader at the end of the log keeps the other thread from restarting the log, which would flush there.
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
      // The first commit after a full copy of the log flushes its header.
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

/** A plain copy of an error: one of SQLite's own class would reach the other thread without its message. */
function plain(error: unknown): Error {
  const code = error instanceof Database.SqliteError ? ` (${error.code})` : ''
  return new Error(`a checkpoint broke: ${error instanceof Error ? error.message : String(error)}${code}`)
}

/**
 * Whether an error lost nothing. If a page could not be written to the database, for example because the disk is full,
 * it is still in the log: nothing in the log counts as copied before all of it is written and flushed. A failed flush
 * is not such an error.
 */
function isForNow(error: unknown): boolean {
  if (isBusy(error)) return true
  return error instanceof Database.SqliteError && /^SQLITE_(FULL|IOERR_WRITE)$/.test(error.code)
}
