import {
  type BooksPoint,
  type Changes,
  runStep,
  type Scope,
  type StepRows,
  type Transaction,
  type UnitOfWork,
} from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Decision, StoreClock, Writing } from '../engine/sqlStatement.ts'
import { type BatchRows, batchRows } from './batchRows.ts'
import { lockAndLoad } from './load.ts'
import { writesOf } from './writes.ts'

/** Runs steps one after the other. Steps that wait together run in one database transaction. */
export type Lane = <T>(scope: Scope, step: (work: UnitOfWork) => T) => Promise<T>

/**
 * The effect of the failure of a batch. It runs `again`, because of other transactions. Or `each` of its steps runs
 * separately, because of the writes of one of them. Or steps whose time is up, which are `late`, are rejected and the
 * others run again, because the database is away. Otherwise all are rejected.
 */
export type Verdict = 'again' | 'each' | 'late' | undefined

/** The parts of a lane. */
export type LaneOptions = {
  readonly dialect: Dialect
  /** The clock of the steps. */
  readonly clock: StoreClock
  /** How long a step waits at most for the database, unless its scope has a shorter time, in milliseconds. */
  readonly patienceMs: number
  /** How many share a database transaction at most; 64 by default. */
  readonly mostTogether?: number
  /**
   * Runs a transaction, which must begin until a time by `performance.now()`. Resolves with its value once that is
   * durable.
   */
  commit<T>(writing: Writing<T>, untilMs: number): Promise<T>
  /** Judges the failure of a batch. */
  verdict(error: unknown): Verdict
  /**
   * Resolves when the next batch may begin, with the steps that wait by then; by default once the previous batch is
   * durable. `waiting` returns how many steps wait; of each account at most its share, if there are several.
   */
  ready?(waiting: () => number): Promise<unknown>
}

/** How many steps of one account share a transaction with steps of others. */
const shareOfAccount = 8

/** How often a batch is run because of other transactions, before each of its steps runs separately. */
const mostRuns = 5

/** A step that waits for its turn, or has had it. */
type Task = {
  readonly scope: Scope
  run(rows: StepRows): { readonly result: unknown; readonly changes: Changes | undefined }
  resolve(result: unknown): void
  reject(error: unknown): void
  /** On the monotonic clock. */
  readonly giveUpAtMs: number
}

/** Makes a lane. */
export function lane(options: LaneOptions): Lane {
  const { dialect, clock, patienceMs, mostTogether = 64, commit, verdict } = options
  const load = lockAndLoad(dialect)
  const write = writesOf(dialect)
  const waiting = waitingSteps()
  let performed: Promise<void> = Promise.resolve()
  let isDraining = false
  const { ready = () => performed } = options

  async function drain() {
    if (isDraining) return
    isDraining = true
    while (!waiting.isEmpty()) {
      await ready(waiting.shared)
      performed = perform(waiting.take(mostTogether))
    }
    isDraining = false
  }

  /** Never rejects: each task gets its outcome. */
  async function perform(together: readonly Task[]): Promise<void> {
    let waiting = together
    for (let runs = 1; waiting.length > 0; runs += 1) {
      try {
        const tell = await commit(batchOf(waiting), Math.min(...waiting.map(({ giveUpAtMs }) => giveUpAtMs)))
        return tell()
      } catch (error) {
        const follows = verdict(error)
        if (follows === 'again' && runs < mostRuns) await pause(Math.random() * 10 * runs)
        else if ((follows === 'again' || follows === 'each') && waiting.length > 1) return performEach(waiting)
        else {
          const given = follows === 'late' ? waiting.filter(isLate) : waiting
          for (const { reject } of given) reject(error)
          waiting = waiting.filter((task) => !given.includes(task))
        }
      }
    }
  }

  async function performEach(together: readonly Task[]): Promise<void> {
    for (const task of together) await perform([task])
  }

  /** Runs the steps over the locked rows. A step that throws is rejected alone. */
  function batchOf(together: readonly Task[]): Writing<() => void> {
    const scopes = together.map(({ scope }) => scope)
    const { reads, loadedOf } = load(scopes)
    function decide(found: readonly (readonly unknown[])[], nowMs: number): Decision<() => void> {
      const rows = batchRows(loadedOf(found), { clock, nowMs })
      const settled = together.map((task) => settle(task, rows))
      const value = () => {
        for (const tell of settled) tell()
      }
      return { value, writes: write(rows.changes), opened: latestOf([...rows.changes.opened.values()]) }
    }
    return { reads, decide, accounts: scopes.map(({ account }) => account) }
  }

  return <T>(scope: Scope, step: (work: UnitOfWork) => T) =>
    new Promise<T>((resolve, reject) => {
      const giveUpAtMs = performance.now() + Math.min(scope.withinMs ?? patienceMs, patienceMs)
      const run: Task['run'] = (rows) => runStep(rows, scope, step)
      waiting.add({ scope, run, resolve: (result) => resolve(result as T), reject, giveUpAtMs })
      void drain()
    })
}

/** Steps that wait. */
type WaitingSteps = {
  readonly isEmpty: () => boolean
  /** How many wait; of each account at most its share, if there are several. */
  readonly shared: () => number
  add(task: Task): void
  /**
   * Takes the steps of the next transaction. Accounts take turns, so that no step waits for many of another account. An
   * account whose steps wait alone may fill the transaction.
   */
  take(most: number): readonly Task[]
}

function waitingSteps(): WaitingSteps {
  const byAccount = new Map<string, Task[]>()
  const share = () => (byAccount.size === 1 ? Number.POSITIVE_INFINITY : shareOfAccount)
  return {
    isEmpty: () => byAccount.size === 0,
    shared: () => [...byAccount.values()].reduce((sum, { length }) => sum + Math.min(length, share()), 0),
    add(task) {
      const own = byAccount.get(task.scope.account) ?? []
      own.push(task)
      byAccount.set(task.scope.account, own)
    },
    take(most) {
      const taken: Task[] = []
      const each = share()
      for (let nth = 0; nth < each && byAccount.size > 0 && taken.length < most; nth += 1) {
        for (const [account, own] of byAccount) {
          if (taken.length < most) taken.push(...own.splice(0, 1))
          if (own.length === 0) byAccount.delete(account)
        }
      }
      return taken
    },
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function isLate({ giveUpAtMs }: Task): boolean {
  return performance.now() >= giveUpAtMs
}

/** Ids begin with their times. */
function latestOf(opened: readonly Transaction[]): BooksPoint | undefined {
  const [first, ...others] = opened
  if (!first) return undefined
  const { id, createdAtMs } = others.reduce((latest, one) => (one.id > latest.id ? one : latest), first)
  return { transactionId: id, createdAtMs }
}

/** Runs one step. Calling the returned function resolves or rejects it. */
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
