import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { emptyCommit } from './emptyCommit.ts'
import { keptDatabase } from './keptDatabase.ts'
import { isBusy } from './untilFree.ts'

/**
 * What the worker is asked: to copy what the log holds into the database, while commits go on; then, while none comes, to
 * copy the rest and empty the log.
 */
export type CheckpointRequest = 'copy' | 'empty' | 'end'

/** What it answers: whether it could, which others or a full disk may prevent for now, or what broke. */
export type CheckpointAnswer = { readonly isDone: boolean } | { readonly broke: unknown }

/** How long others who read or write are waited for, in milliseconds. */
const busyMs = 100

if (parentPort) answer(parentPort, workerData as { path: string })

/** Answers one request after the other. */
function answer(port: NonNullable<typeof parentPort>, { path }: { path: string }): void {
  const deeds = checkpointer(path)
  port.on('message', (request: CheckpointRequest) => {
    try {
      port.postMessage({ isDone: deeds[request]() } satisfies CheckpointAnswer)
    } catch (error) {
      port.postMessage((isForNow(error) ? { isDone: false } : { broke: error }) satisfies CheckpointAnswer)
    }
    if (request === 'end') port.close()
  })
}

function checkpointer(path: string): Record<CheckpointRequest, () => boolean> {
  const database = keptDatabase(path, { timeout: busyMs })
  database.pragma('synchronous = FULL')
  const copy = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const empty = database.prepare<[], { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
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
    empty() {
      if (reader.inTransaction) reader.exec('COMMIT')
      const isDone = empty.get()?.busy === 0
      // The first commit of a log, also of one that was copied whole and not emptied, flushes its header.
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

function isForNow(error: unknown): boolean {
  return isBusy(error) || (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL')
}
