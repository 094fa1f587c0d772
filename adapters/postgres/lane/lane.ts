import { setTimeout } from 'node:timers/promises'
import {
  type BooksPoint,
  type Changes,
  runStep,
  type Scope,
  type StepRows,
  type Transaction,
  type UnitOfWork,
} from '../../../core/sente.ts'
import { isConflict, isRefusedStatement, isTaken, Unreachable } from '../connection/errors.ts'
import type { KeptConnection } from '../connection/keptConnection.ts'
import type { Ask, StoreClock } from '../connection/statement.ts'
import { type Decision, transact } from '../connection/transact.ts'
import { writesEvents } from '../schema/events.ts'
import { writesLists } from '../schema/lists.ts'
import { type BatchRows, batchRows } from './batchRows.ts'
import { lockAndLoad } from './load.ts'
import { writesOf } from './write.ts'

/** A step that waits for its turn, or has had it. */
type Task = {
  readonly scope: Scope
  run(rows: StepRows): { readonly result: unknown; readonly changes: Changes | undefined }
  resolve(result: unknown): void
  reject(error: unknown): void
  /** On the monotonic clock. */
  readonly giveUpAtMs: number
}

/** Runs steps one after the other, those that wait together in one database transaction. */
export type Lane = {
  run<T>(scope: Scope, step: (work: UnitOfWork) => T): Promise<T>
}

/**
 * What the connection of a lane begins with. What was planned for small tables stays bad for large ones, so that joins
 * are always by index; and a node that stands still in the middle of a transaction must not keep accounts locked.
 */
export const laneSettings = [
  'SET enable_hashjoin TO off',
  'SET enable_mergejoin TO off',
  'SET enable_seqscan TO off',
  'SET idle_in_transaction_session_timeout TO 10000',
  writesEvents,
  writesLists,
]

/** How often a batch is run again because of other transactions, before each of its steps runs by itself. */
const mostRuns = 5

/** How a lane runs steps. */
export type LaneOptions = {
  /** How long a step waits at most for the database, unless its scope says less, in milliseconds. */
  readonly patienceMs: number
  /** By whose clock steps go. */
  readonly clock: StoreClock
  /** How many share a database transaction at most; 64 by default. */
  readonly mostTogether?: number
}

/** A lane over a connection of its own. */
export function lane(connection: KeptConnection, { patienceMs, clock, mostTogether = 64 }: LaneOptions): Lane {
  const tasks: Task[] = []
  let isDraining = false

  async function drain() {
    if (isDraining) return
    isDraining = true
    while (tasks.length > 0) await perform(tasks.splice(0, mostTogether))
    isDraining = false
  }

  /** Never rejects: each task is told what became of it. */
  async function perform(together: readonly Task[]): Promise<void> {
    let waiting = together
    for (let runs = 1; waiting.length > 0; runs += 1) {
      try {
        const untilMs = Math.min(...waiting.map(({ giveUpAtMs }) => giveUpAtMs))
        const tell = await transact(connection, (ask) => runBatch(ask, waiting, clock), untilMs)
        return tell()
      } catch (error) {
        if ((isConflict(error) || isTaken(error)) && runs < mostRuns) {
          await setTimeout(Math.random() * 10 * runs)
        } else if (isRefusedStatement(error) && waiting.length > 1) {
          return performEach(waiting)
        } else {
          const given = error instanceof Unreachable ? waiting.filter(isLate) : waiting
          rejectAll(given, error)
          waiting = waiting.filter((task) => !given.includes(task))
        }
      }
    }
  }

  async function performEach(together: readonly Task[]): Promise<void> {
    for (const task of together) await perform([task])
  }

  return {
    run: <T>(scope: Scope, step: (work: UnitOfWork) => T) =>
      new Promise<T>((resolve, reject) => {
        const giveUpAtMs = performance.now() + Math.min(scope.withinMs ?? patienceMs, patienceMs)
        const run: Task['run'] = (rows) => runStep(rows, scope, step)
        tasks.push({ scope, run, resolve: (result) => resolve(result as T), reject, giveUpAtMs })
        void drain()
      }),
  }
}

function isLate({ giveUpAtMs }: Task): boolean {
  return performance.now() >= giveUpAtMs
}

/** Runs the steps of a batch over the rows that it has locked; one that throws is rejected alone. */
async function runBatch(ask: Ask, together: readonly Task[], clock: StoreClock): Promise<Decision<() => void>> {
  const scopes = together.map(({ scope }) => scope)
  const rows = batchRows(await lockAndLoad(ask, scopes), clock)
  const settled = together.map((task) => settle(task, rows))
  const value = () => {
    for (const tell of settled) tell()
  }
  return { value, writes: writesOf(rows.changes), opened: latestOf([...rows.changes.opened.values()]) }
}

/** Ids begin with their times. */
function latestOf(opened: readonly Transaction[]): BooksPoint | undefined {
  const [first, ...others] = opened
  if (!first) return undefined
  const { id, createdAtMs } = others.reduce((latest, one) => (one.id > latest.id ? one : latest), first)
  return { transactionId: id, createdAtMs }
}

/** Runs one step; resolves or rejects it when what is returned is called. */
function settle(task: Task, rows: BatchRows): () => void {
  const { scope, run, resolve, reject } = task
  if (isLate(task)) return () => reject(new Error('the database did not begin the step in time'))
  try {
    const { result, changes } = run(rows)
    rows.apply(scope, changes)
    return () => resolve(result)
  } catch (error) {
    return () => reject(error)
  }
}

function rejectAll(tasks: readonly Task[], error: unknown): void {
  for (const { reject } of tasks) reject(error)
}
