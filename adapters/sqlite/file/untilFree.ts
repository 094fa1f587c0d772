import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'

const longestPauseMs = 50

/** Another process held its lock beyond the time limit. */
export class StillLocked extends Error {
  override readonly name = 'StillLocked'
}

/**
 * Repeats an attempt until no other process's lock prevents it, and leaves the event loop free in between. Throws the
 * attempt's own error, and `StillLocked` when the lock is still held after `patienceMs`.
 */
export async function untilFree<T>(attempt: () => T, patienceMs: number): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= giveUpAt) {
        const message = `the database was still locked by another process after ${Math.round(patienceMs)} ms`
        throw new StillLocked(message, { cause: error })
      }
    }
    await setTimeout(jittered(pauseMs))
  }
}

/** Whether an error only means that another process holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Between half of a pause and one and a half, so that waiting processes do not stay in step. */
function jittered(pauseMs: number): number {
  return pauseMs * (0.5 + Math.random())
}
