import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { UnusableDatabase } from '../unusableDatabase.ts'
import { asking, inOneWrite, send } from './asking.ts'
import { isLost, isRefusedStatement, OutcomeUnknown, StoreClosed, Unreachable } from './errors.ts'
import type { KeptConnection } from './keptConnection.ts'
import type { Ask, Statement } from './statement.ts'

/** What a transaction has come to: its value, and what has to be written for it, all or nothing. */
export type Decision<T> = { readonly value: T; readonly writes: readonly Statement[] }

/** How long to look for the outcome of a commit whose answer was lost, in milliseconds. */
const resolveMs = 30_000

/** How long to wait after an attempt that found nothing out, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [50, 1_000]

const begin = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED' }
const commitNow = { text: 'COMMIT' }
const rollback = { text: 'ROLLBACK' }

/**
 * Runs `decide` in a transaction of two round trips: it may ask and locks, and what it wants written is sent with the
 * COMMIT. Resolves with its value once that is durable. When the connection is lost `decide` runs again, until
 * `untilMs`; a COMMIT whose answer is lost is never repeated before it is known to have failed. Rejects with the error
 * of a statement, after which nothing was written, and with `OutcomeUnknown`.
 */
export async function transact<T>(
  connection: KeptConnection,
  decide: (ask: Ask) => Promise<Decision<T>>,
  untilMs: number,
): Promise<T> {
  for (;;) {
    const client = await connection.client(untilMs)
    try {
      const decision = await decided(client, decide)
      if (decision.writes.length === 0) {
        send(client, rollback).catch(() => connection.drop(client))
        return decision.value
      }
      const id = newBatchId()
      const outcome = await commit(client, id, decision.writes)
      if (outcome === 'doubtful') connection.drop(client)
      const known = outcome === 'doubtful' ? await resolveOutcome(connection, id) : outcome
      if (known === 'done') return decision.value
    } catch (error) {
      if (!isLost(error)) throw error
      connection.drop(client)
    }
    if (performance.now() >= untilMs) throw new Unreachable('the connection to the database was lost')
  }
}

async function decided<T>(client: pg.Client, decide: (ask: Ask) => Promise<Decision<T>>): Promise<Decision<T>> {
  const ask = asking(client)
  try {
    const [, decision] = await Promise.all(inOneWrite(client, () => [ask(begin), decide(ask)] as const))
    return decision
  } catch (error) {
    if (!isLost(error)) await send(client, rollback)
    throw error
  }
}

type Outcome = 'done' | 'void' | 'doubtful'

/** Sends the writes and COMMIT at once; rejects with the error of a write that the server refused. */
async function commit(client: pg.Client, id: string, writes: readonly Statement[]): Promise<Outcome> {
  const ask = asking(client)
  const { result: warned, stop } = warnings(client)
  const sent = inOneWrite(client, () => {
    const all = [insertBatch(id, 'done'), ...writes].map(ask)
    return [send(client, commitNow), ...all] as const
  })
  const [answered, ...written] = await Promise.allSettled(sent)
  stop()
  const refused = written.find((one) => one.status === 'rejected')
  // What follows a refused statement is refused too, and COMMIT answers ROLLBACK.
  if (refused && isRefusedStatement(refused.reason)) throw refused.reason
  if (refused || answered.status === 'rejected' || warned()) return 'doubtful'
  return answered.value.command === 'COMMIT' ? 'done' : 'void'
}

/** A COMMIT that was cancelled while it waited for the standby answers as usual, with a warning. */
function warnings(client: pg.Client): { result: () => boolean; stop: () => void } {
  let warned = false
  const heed = ({ code }: { readonly code: string | undefined }) => {
    if (code === '01000') warned = true
  }
  client.on('notice', heed)
  return { result: () => warned, stop: () => void client.off('notice', heed) }
}

/**
 * Finds out whether a batch was committed, and makes sure that it never is if it was not: its row is inserted as void,
 * and that waits for, or excludes, the late insertion by the batch itself. A fresh row makes this COMMIT one that has to
 * reach the standby after the batch's.
 */
async function resolveOutcome(connection: KeptConnection, id: string): Promise<'done' | 'void'> {
  const untilMs = performance.now() + resolveMs
  let cause: unknown
  for (let pauseMs = firstPauseMs; performance.now() < untilMs; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const outcome = await askOutcome(await connection.client(untilMs), connection, id)
      if (outcome) return outcome
    } catch (error) {
      cause = error
      if (error instanceof StoreClosed || error instanceof UnusableDatabase) break
    }
    await setTimeout(pauseMs)
  }
  throw new OutcomeUnknown('it is not known whether a commit succeeded: the database did not answer', { cause })
}

/** Undefined when this commit is in doubt itself. */
async function askOutcome(client: pg.Client, connection: KeptConnection, id: string) {
  const { result: warned, stop } = warnings(client)
  try {
    const [, , , [found], { command }] = await Promise.all(resolving(client, id))
    return command === 'COMMIT' && !warned() ? found?.outcome : undefined
  } catch (error) {
    connection.drop(client)
    throw error
  } finally {
    stop()
  }
}

function resolving(client: pg.Client, id: string) {
  const ask = asking(client)
  return [
    ask(begin),
    ask({ ...insertBatch(id, 'void'), name: 'void batch', text: `${insertBatchText} ON CONFLICT DO NOTHING` }),
    ask(insertBatch(newBatchId(), 'void')),
    ask<{ outcome: 'done' | 'void' }>({ text: 'SELECT outcome FROM batches WHERE id = $1', values: [id] }),
    send(client, commitNow),
  ] as const
}

const insertBatchText = 'INSERT INTO batches (id, outcome) VALUES ($1, $2)'

function insertBatch(id: string, outcome: 'done' | 'void'): Statement {
  return { name: 'batch', text: insertBatchText, values: [id, outcome] }
}

/** The time first, so that old ones are found by their ids. */
function newBatchId(): string {
  return `${batchTime(Date.now())}-${randomUUID()}`
}

/** The beginning of the ids of batches of a time. */
export function batchTime(ms: number): string {
  return ms.toString(16).padStart(12, '0')
}
