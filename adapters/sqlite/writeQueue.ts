import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { untilFree } from './untilFree.ts'

/**
 * Runs work in a database transaction of its own, after what was asked for before it; resolves once that is committed.
 * Work that throws is rolled back and rejects alone.
 */
export type Write = <T>(work: () => T) => Promise<T>

type Task = {
  /** Does the work; what it hands back tells the caller, once the work is committed. */
  run(): () => void
  reject(error: unknown): void
}

/** Makes the queue of a connection. Another process's lock is waited for without holding up the event loop. */
export function writeQueue(database: Database, patienceMs: number): Write {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const tasks: Task[] = []
  let isDraining = false

  async function drain() {
    if (isDraining) return
    isDraining = true
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      await perform(task)
      // Requests and timers get their turn between two transactions, however long the queue is.
      await setImmediate()
    }
    isDraining = false
  }

  async function perform(task: Task) {
    try {
      await untilFree(() => begin.run(), patienceMs)
      committed(task.run)()
    } catch (error) {
      task.reject(error)
    }
  }

  function committed(run: Task['run']): () => void {
    try {
      const tell = run()
      commit.run()
      return tell
    } catch (error) {
      if (database.inTransaction) rollback.run()
      throw error
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      tasks.push({ run: () => tellingLater(work(), resolve), reject })
      void drain()
    })
}

function tellingLater<T>(result: T, resolve: (result: T) => void): () => void {
  return () => resolve(result)
}
