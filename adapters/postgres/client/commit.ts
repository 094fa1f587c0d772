import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { SqlStatement } from '../../sql/engine/sqlStatement.ts'
import { versions } from '../../sql/schema/versions.ts'
import { postgresDialect } from '../dialect.ts'
import { Elsewhere, isMoved, isOutdated, isRefusedStatement, Outdated } from './errors.ts'
import { askOver, inOneWrite, send } from './send.ts'

/** How long the rows of batches are kept, by the database's clock: far longer than a connection outlives its commit. */
export const batchesKeptMs = 24 * 3_600_000

/** The outcome of a commit: void when nothing was written, doubtful when it is not known. */
export type Outcome = 'done' | 'void' | 'doubtful'

/** The time of the database, in milliseconds since the Unix epoch, as one of the columns of a statement. */
export const nowMsColumn = `${postgresDialect.nowMs} AS "nowMs"`

/** Ends a transaction. */
export const commitNow = { text: 'COMMIT' }

/** Sends the writes and COMMIT at once; rejects with the error of a write that the server refused. */
export async function commit(client: pg.Client, id: string, writes: readonly SqlStatement[]): Promise<Outcome> {
  const ask = askOver(client)
  const { result: warned, stop } = warnings(client)
  const sent = inOneWrite(client, () => {
    const all = [insertBatch(id, 'done'), ...writes].map(ask)
    return [send(client, commitNow), ...all] as const
  })
  const [answered, ...written] = await Promise.allSettled(sent)
  stop()
  const refused = written.find((one) => one.status === 'rejected')
  // Statements after a refused one are refused too, and COMMIT answers ROLLBACK.
  if (refused && isRefusedStatement(refused.reason)) throw refusalOf(refused.reason)
  if (refused || answered.status === 'rejected' || warned()) return 'doubtful'
  return answered.value.command === 'COMMIT' ? 'done' : 'void'
}

function refusalOf(error: unknown): unknown {
  if (isOutdated(error)) return new Outdated()
  return isMoved(error) ? new Elsewhere('the books were moved to another database while this one was open') : error
}

/**
 * Watches for a warning: a COMMIT that was cancelled while it waited for the standby answers as usual, but with one.
 */
export function warnings(client: pg.Client): { result: () => boolean; stop: () => void } {
  let warned = false
  const onNotice = ({ code }: { readonly code: string | undefined }) => {
    if (code === '01000') warned = true
  }
  client.on('notice', onNotice)
  return { result: () => warned, stop: () => void client.off('notice', onNotice) }
}

/** Writes the outcome of a batch, with the latest version of the schema that the program knows. */
export function insertBatch(id: string, outcome: 'done' | 'void'): SqlStatement {
  const text = 'INSERT INTO batches (id, outcome, program) VALUES ($1, $2, $3)'
  return { name: 'batch', text, values: [id, outcome, versions.length] }
}

/** An id for a batch, with its time by the database's clock first, so that old batches are found by their ids. */
export function newBatchId(atMs: bigint): string {
  return `${atMs.toString(16).padStart(12, '0')}-${randomUUID()}`
}

/** Whether a value has the form of such an id. */
export function isBatchId(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{12,}-/.test(value)
}

/** The time in the id of a batch. */
export function batchTime(id: string): bigint {
  return BigInt(`0x${id.slice(0, id.indexOf('-'))}`)
}
