import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import type { CheckpointAnswer, CheckpointRequest, CheckpointWorkerData } from './checkpointWorker.ts'

/** Keeps the write-ahead log of a database from growing without end, in a thread of its own. */
export type Checkpoints = {
  /** Looks how long the log is; called often. */
  heed(): void
  /** Ends the thread. */
  close(): Promise<void>
}

/** What checkpoints need. */
export type CheckpointParts = {
  readonly database: Database
  /** Begins no transaction until something has ended. */
  readonly holdDuring: (something: Promise<unknown>) => void
  /** Told when a checkpoint broke: nobody knows then what is on the disk. */
  readonly onLost: (error: unknown) => void
  /** At how many bytes the log is copied into the database; 64 MiB by default. */
  readonly copyAt: number | undefined
}

/** So many times the size at which it is copied a log may have before commits are held until it is begun anew. */
const outgrown = 4

const frameHeaderBytes = 24

/** Makes them; the thread begins with the first log that is large enough. */
export function checkpoints({ database, holdDuring, onLost, copyAt = 64 * 2 ** 20 }: CheckpointParts): Checkpoints {
  let worker: Worker | undefined
  let running: Promise<void> | undefined
  let isHeld = false
  // Where others still read the log can't be begun anew: it is tried again when it has grown by as much once more.
  let base = 0
  // Tells how many frames there are and copies nothing. The file's size would not do: it is written over from its beginning.
  const look = database.prepare<[], { log: bigint }>('PRAGMA wal_checkpoint(NOOP)')
  const frameBytes = Number(database.pragma('page_size', { simple: true })) + frameHeaderBytes

  async function ask(request: CheckpointRequest): Promise<boolean> {
    worker ??= startWorker({ path: database.name, keptBytes: outgrown * copyAt })
    const answered = once(worker, 'message') as Promise<[CheckpointAnswer]>
    worker.postMessage(request)
    const [answer] = await answered
    if ('broke' in answer) throw answer.broke
    return answer.isDone
  }

  async function checkpoint(bytes: number) {
    await ask('copy')
    const begunAnew = ask('beginAnew')
    holdDuring(begunAnew)
    base = (await begunAnew) ? 0 : bytes
  }

  return {
    heed() {
      // SQLite tells nobody in the midst of a transaction; its flush will ask again.
      if (database.inTransaction) return
      const bytes = Number(look.get()?.log) * frameBytes
      if (bytes < base + copyAt) return
      if (running && !isHeld && bytes >= base + outgrown * copyAt) {
        isHeld = true
        holdDuring(running)
      }
      running ??= checkpoint(bytes)
        .catch(onLost)
        .finally(() => {
          running = undefined
          isHeld = false
        })
    },
    async close() {
      await running
      if (worker) await ask('end')
    },
  }
}

function startWorker(workerData: CheckpointWorkerData): Worker {
  const file = new URL(`checkpointWorker${extname(import.meta.url)}`, import.meta.url)
  return new Worker(file, { workerData })
}
