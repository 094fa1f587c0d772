import type pg from 'pg'
import { batchesKeptMs, batchTime, commit, newBatchId, nowMsColumn } from '../client/commit.ts'
import { ConnectionLost } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { type Home, homeColumns } from './home.ts'
import type { Mark } from './mark.ts'

/** The result of comparing a database with a mark. */
export type Comparison = {
  /** Whether something of the mark is missing. */
  readonly isBehind: boolean
  /** Whether the database holds no account, so that no payment can have been made. */
  readonly isEmpty: boolean
  /** The time of the database, in milliseconds since the Unix epoch. */
  readonly nowMs: bigint
  /** The books' own record of their database. */
  readonly home: Home
}

type Row = Omit<Comparison, 'isBehind' | 'home'> &
  Home & { readonly found: readonly string[]; readonly hasTransaction: boolean }

/** How much younger a batch must be than the deleted ones, because the clocks of servers differ, in milliseconds. */
const marginMs = 3_600_000

/** Looks for the commits that a mark knows. */
export async function compareWith(client: pg.Client, { batches, transaction }: Mark): Promise<Comparison> {
  const [row] = await askOver(client)<Row>({
    text: select,
    values: [batches, transaction?.transactionId ?? null],
  })
  if (!row) throw new Error('the database did not answer')
  const { found, hasTransaction, isEmpty, nowMs, ...home } = row
  const heldSince = nowMs - BigInt(batchesKeptMs - marginMs)
  const isLost = (id: string) => !found.includes(id) && batchTime(id) > heldSince
  return { isBehind: !hasTransaction || batches.some(isLost), isEmpty, nowMs, home }
}

const select = `
  SELECT ${nowMsColumn}, NOT EXISTS (SELECT 1 FROM accounts) AS "isEmpty",
    ARRAY(SELECT id FROM batches WHERE id = ANY($1::text[]) AND outcome = 'done') AS found,
    $2::text IS NULL OR EXISTS (SELECT 1 FROM transactions WHERE id = $2) AS "hasTransaction", ${homeColumns}
  FROM sente_database d`

/**
 * Begins a quarantine, for all nodes, in a database that lacks commits of a mark. A quarantine that has already begun
 * receives the latest point of the books. Resolves with the id of the batch that committed it.
 */
export async function beginQuarantine(client: pg.Client, { transaction }: Mark, nowMs: bigint): Promise<string> {
  const id = newBatchId(nowMs)
  const reached = [transaction?.transactionId ?? null, transaction?.createdAtMs ?? null]
  await askOver(client)({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED' })
  const outcome = await commit(client, id, [
    { text: insert, values: [nowMs, ...reached] },
    { text: update, values: reached },
  ])
  if (outcome === 'done') return id
  throw new ConnectionLost('it is not known whether a quarantine has begun')
}

const insert = `
  INSERT INTO quarantines (why, begun_at_ms, known_id, known_at_ms, reached_id, reached_at_ms)
  SELECT 'behind_mark', $1::bigint, t.id, t.created_at_ms, $2::text, $3::bigint
  FROM (SELECT 1) AS always LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY id DESC LIMIT 1) t ON TRUE
  ON CONFLICT DO NOTHING`

const update = `
  UPDATE quarantines SET reached_id = $1, reached_at_ms = $2
  WHERE ended_at_ms IS NULL AND why = 'behind_mark' AND (reached_id IS NULL OR reached_id < $1)`
