import { setTimeout } from 'node:timers/promises'
import { isConflict } from './errors.ts'
import type { KeptConnection } from './keptConnection.ts'
import type { Ask } from './statement.ts'
import { type Decision, transact } from './transact.ts'

/** Runs a transaction; resolves with its value once that is durable. */
export type Write = <T>(decide: (ask: Ask) => Promise<Decision<T>>) => Promise<T>

const mostRuns = 5

/** Runs transactions one after the other, for what is written rarely; each waits for the database `patienceMs` at most. */
export function writer(connection: KeptConnection, patienceMs: number): Write {
  let last: Promise<unknown> = Promise.resolve()

  async function run<T>(decide: (ask: Ask) => Promise<Decision<T>>): Promise<T> {
    const untilMs = performance.now() + patienceMs
    for (let runs = 1; ; runs += 1) {
      try {
        return await transact(connection, decide, untilMs)
      } catch (error) {
        if (!isConflict(error) || runs === mostRuns) throw error
        await setTimeout(Math.random() * 10 * runs)
      }
    }
  }

  return (decide) => {
    const done = last.then(() => run(decide))
    last = done.catch(() => {})
    return done
  }
}
