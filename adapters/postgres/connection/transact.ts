import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { UnusableDatabase } from '../../../core/sente.ts'
import type { Decision, Writing } from '../../sql/engine/sqlStatement.ts'
import { batchTime, commit, commitNow, insertBatch, newBatchId, nowMsColumn, warnings } from '../client/commit.ts'
import {
  isLocked,
  isLost,
  isShared,
  OutcomeUnknown,
  SharedSession,
  StoreClosed,
  Unreachable,
} from '../client/errors.ts'
import { askOver, inOneWrite, isGivenUp, send } from '../client/send.ts'
import { assertOwnSession, type Session, sessionColumns } from '../client/session.ts'
import type { Batch } from '../continuity/mark.ts'
import type { PrimaryConnection } from './primaryConnection.ts'

/** How long to look for the outcome of a commit whose answer was lost, in milliseconds. */
const resolveMs = 30_000

/** The pauses after attempts without a result, in milliseconds. */
const [firstPauseMs, longestPauseMs] = [50, 1_000]

const begin = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED' }
const now = { name: 'now', text: `SELECT ${nowMsColumn}, ${sessionColumns}` }
const rollback = { text: 'ROLLBACK' }

/**
 * Runs a transaction in two round trips: the reads are sent with the BEGIN, and the writes with the COMMIT. Resolves
 * with its value once that is durable. When the connection is lost, or others keep the locks that it needs, it runs
 * again, until `untilMs`. A COMMIT whose answer is lost is never repeated before it is known to have failed. Rejects
 * with the error of a statement, after which nothing was written, and with `OutcomeUnknown`.
 */
export async function transact<T>(connection: PrimaryConnection, writing: Writing<T>, untilMs: number): Promise<T> {
  for (let cause: unknown; ; ) {
    const client = await connection.client(untilMs)
    try {
      const { nowMs, value, writes, opened } = await decided(client, writing)
      if (writes.length === 0) {
        send(client, rollback).catch(() => connection.drop(client))
        return value
      }
      const batch = { id: newBatchId(nowMs), opened }
      const begunMs = performance.now()
      const outcome = await commit(client, batch.id, writes)
      if (outcome === 'done' && connection.acknowledge(client, batch)) {
        connection.meter?.committed()
        connection.meter?.flushed(performance.now() - begunMs)
        return value
      }
      if (outcome !== 'void') {
        connection.drop(client)
        if ((await resolveOutcome(connection, batch)) === 'done') return value
      }
    } catch (error) {
      if (isLost(error) || isShared(error)) connection.drop(client)
      if (isShared(error)) throw new SharedSession()
      if (!isLost(error) && !isLocked(error)) throw error
      cause = error
    }
    if (performance.now() >= untilMs) throw new Unreachable('the database did not answer in time', { cause })
  }
}

type Decided<T> = Decision<T> & { readonly nowMs: bigint }

/** The decision, with the time of the database once everything was locked. */
async function decided<T>(client: pg.Client, { reads, decide }: Writing<T>): Promise<Decided<T>> {
  const ask = askOver(client)
  try {
    // In the order of sending: after a statement that fails, the later ones fail, too, with another error.
    const asked = inOneWrite(client, () => [begin, ...reads, now].map((statement) => ask(statement)))
    const [, ...rows] = await Promise.all(asked)
    const [time] = (rows.pop() ?? []) as readonly ({ readonly nowMs: bigint } & Session)[]
    if (!time) throw new Error('the database did not return the time')
    assertOwnSession(client, time)
    return { ...decide(rows, Number(time.nowMs)), nowMs: time.nowMs }
  } catch (error) {
    if (!isLost(error)) await send(client, rollback)
    throw error
  }
}

/**
 * Finds out whether a batch was committed. If it was not, this makes sure that it never is: its row is inserted as
 * void, and that waits for, or excludes, the late insertion by the batch itself. A fresh row means that this COMMIT,
 * too, must reach the standby, and after the batch's.
 */
async function resolveOutcome(connection: PrimaryConnection, batch: Batch): Promise<'done' | 'void'> {
  const untilMs = performance.now() + resolveMs
  let cause: unknown
  for (let pauseMs = firstPauseMs; performance.now() < untilMs; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const client = await connection.client(untilMs)
      const outcome = await askOutcome(client, connection, batch.id)
      if (outcome === 'void' && !isGivenUp(client)) return outcome
      if (outcome === 'done' && connection.acknowledge(client, batch)) return outcome
    } catch (error) {
      cause = error
      if (error instanceof StoreClosed || error instanceof UnusableDatabase) break
    }
    await setTimeout(pauseMs)
  }
  throw new OutcomeUnknown('it is not known whether a commit succeeded: the database did not answer', { cause })
}

/** Undefined when this commit is in doubt itself. */
async function askOutcome(client: pg.Client, connection: PrimaryConnection, id: string) {
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
  const ask = askOver(client)
  const voided = insertBatch(id, 'void')
  return [
    ask(begin),
    ask({ ...voided, name: 'void batch', text: `${voided.text} ON CONFLICT DO NOTHING` }),
    ask(insertBatch(newBatchId(batchTime(id)), 'void')),
    ask<{ outcome: 'done' | 'void' }>({ text: 'SELECT outcome FROM batches WHERE id = $1', values: [id] }),
    send(client, commitNow),
  ] as const
}
