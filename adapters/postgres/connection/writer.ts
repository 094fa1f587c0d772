import { setTimeout } from 'node:timers/promises'
import type { Write, Writing } from '../../sql/engine/sqlStatement.ts'
import { isConflict, isTaken } from '../client/errors.ts'
import type { PrimaryConnection } from './primaryConnection.ts'
import { transact } from './transact.ts'

const mostRuns = 5

/** Runs transactions one after the other, for rare writes. Each waits for the database `patienceMs` at most. */
export function writer(connection: PrimaryConnection, patienceMs: number): Write {
  let last: Promise<unknown> = Promise.resolve()

  async function run<T>(writing: Writing<T>): Promise<T> {
    const untilMs = performance.now() + patienceMs
    for (let runs = 1; ; runs += 1) {
      try {
        return await transact(connection, writing, untilMs)
      } catch (error) {
        if (!(isConflict(error) || isTaken(error)) || runs === mostRuns) throw error
        await setTimeout(Math.random() * 10 * runs)
      }
    }
  }

  return (writing) => {
    const done = last.then(() => run(writing))
    last = done.catch(() => {})
    return done
  }
}
