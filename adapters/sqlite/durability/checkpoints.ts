import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'
import type { CheckpointAnswer, CheckpointRequest, CheckpointWorkerData } from './checkpointWorker.ts'

/** Keeps the write-ahead log of a database from growing without bound, in a thread of its own. */
export type Checkpoints = {
  /** Checks the length of the log; called often. */
  checkLength(): void
  /** Ends the thread. */
  close(): Promise<void>
}

/** The dependencies of checkpoints. */
export type CheckpointParts = {
  readonly database: Database
  /** Holds transactions back until the promise settles. */
  readonly holdDuring: (something: Promise<unknown>) => void
  /** Called when a checkpoint broke: the contents of the disk are then unknown. */
  readonly onLost: (error: unknown) => void
  /** The size, in bytes, from which the log is copied into the database; 64 MiB by default. */
  readonly copyAt: number | undefined
}

/** A log this many times larger than `copyAt` holds commits back until it is restarted. */
const outgrown = 4

/**
 * If others kept a log from being restarted, it is tried again after this time even without growth, in milliseconds.
 */
const againMs = 60_000

const frameHeaderBytes = 24

/** Starts watching; the thread starts with the first log that is large enough. */
export function checkpoints({ database, holdDuring, onLost, copyAt = 64 * 2 ** 20 }: CheckpointParts): Checkpoints {
  let worker: Worker | undefined
  let running: Promise<void> | undefined
  let isHeld = false
  // While others read it, the log can't be restarted: that is tried again when it has grown by as much again, or later.
  let base = 0
  let triedMs = 0
  // Counts the frames and copies nothing. The file's size would not do: it is overwritten from its beginning.
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
    triedMs = performance.now()
  }

  function isDue(bytes: number): boolean {
    return bytes >= base + copyAt || (base > 0 && performance.now() - triedMs >= againMs)
  }

  return {
    checkLength() {
      // SQLite does not count within a transaction; the transaction's flush will check again.
      if (database.inTransaction) return
      const bytes = Number(look.get()?.log) * frameBytes
      if (!isDue(bytes)) return
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
