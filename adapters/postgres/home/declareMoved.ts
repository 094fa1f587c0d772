import type pg from 'pg'
import { type HomeMove, type MovedHome, UnusableDatabase } from '../../../core/sente.ts'
import { actionBeside } from '../../sql/operators/actions/actionWrites.ts'
import { insertNew } from '../../sql/operators/quarantines/quarantines.ts'
import { tables } from '../../sql/schema/tables.ts'
import { isLocked, OutcomeUnknown } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { type Server, serverOf } from '../client/server.ts'
import { addressOf } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import { newContinuity } from '../continuity/continuity.ts'
import { type Home, homeColumns, homeIn, homeNameOf } from '../continuity/home.ts'
import { postgresDialect } from '../dialect.ts'
import { refuseMissing } from './compareCopies.ts'
import { closeBooks, endNodes, openBooks } from './fence.ts'

/** Counting all rows of large books takes minutes. */
const use = { pipeline: false, answerMs: 0 }

/** The books in one database, within a transaction that has locked their stamp. */
type Books = {
  readonly client: pg.Client
  /** The identity of the database, and its name for people. */
  readonly key: string
  readonly name: string
  readonly stamp: Home & { readonly purpose: string; readonly version: bigint }
}

/**
 * Makes a database the one that its books are served from. The old one is closed first, once the new one is known to
 * lack nothing. If it is off for good, nothing can be compared, and the books are quarantined. After an interruption the
 * same call continues. Rejects with `UnusableDatabase` for books that did not come from the old database, or not whole.
 */
export async function declareMoved(move: HomeMove): Promise<MovedHome> {
  const here = await openedIn(move.path, move.purpose)
  try {
    const from = here.stamp.homeName ?? 'an unknown database'
    const done = { from, to: here.name, isQuarantined: false }
    if (here.stamp.movedTo === null && here.stamp.home === here.key) return { ...done, already: true }
    await refuseFollowing(here)
    if (move.from !== undefined) await leave(move.from, here, move)
    const isQuarantined = await settle(here, { ...move, origin: from })
    return { ...done, isQuarantined, already: false }
  } finally {
    await here.client.end().catch(() => {})
  }
}

/** Opens books in another database than the one with this identity. */
async function openedIn(path: string, purpose: string, than?: string): Promise<Books> {
  const address = addressOf(path)
  const client = await connectToPrimary(address, use, newContinuity())
  try {
    const server = await serverOf(client)
    if (!server) throw new UnusableDatabase(`${address.name} cannot identify itself, so no move from or to it is known`)
    if (homeIn(server) === than) throw new UnusableDatabase('--from is the same database as DATABASE_URL')
    for (const statement of beginning) await client.query(statement)
    return await lockedIn(client, { server, name: address.name, purpose })
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Neither a slow statement nor a pause ends the transaction. */
const beginning: readonly string[] = [
  'BEGIN',
  "SET LOCAL lock_timeout TO '10s'",
  'SET LOCAL statement_timeout TO 0',
  'SET LOCAL idle_in_transaction_session_timeout TO 0',
]

type Opening = { readonly server: Server; readonly name: string; readonly purpose: string }

async function lockedIn(client: pg.Client, { server, name, purpose }: Opening): Promise<Books> {
  const { rows } = await client.query<Books['stamp']>(
    `SELECT d.purpose, d.version, ${homeColumns} FROM sente_database d FOR UPDATE`,
  )
  const [stamp] = rows
  if (stamp?.purpose !== purpose) throw new UnusableDatabase(`${name} holds no ${purpose} books`)
  return { client, key: homeIn(server), name: homeNameOf(name, server), stamp }
}

/** A subscription would go on writing the old books into these. */
async function refuseFollowing({ client, name }: Books): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT subname AS name FROM pg_stat_subscription')
  if (rows[0]) throw new UnusableDatabase(`${name} still receives changes by the subscription ${rows[0].name}: drop it`)
}

/** Closes the old books, if they are the origin of these and hold nothing more. */
async function leave(path: string, here: Books, { purpose, atMs }: HomeMove): Promise<void> {
  const old = await openedIn(path, purpose, here.key)
  try {
    refuseOther(old, here)
    // Every commit begins with a row in it.
    await old.client.query('LOCK TABLE batches IN EXCLUSIVE MODE')
    await refuseMissing({ from: old.client, to: here.client, name: here.name })
    await closeBooks(old.client, { key: here.key, name: here.name, atMs })
    await commit(old.client)
    await endNodes(old.client)
  } catch (error) {
    throw isLocked(error) ? new UnusableDatabase(`${old.name} is in use: stop all nodes, and try again`) : error
  } finally {
    await old.client.end().catch(() => {})
  }
}

function refuseOther(old: Books, here: Books): void {
  const isOrigin = old.stamp.home === old.key && here.stamp.home === old.key
  if (!isOrigin || old.stamp.version !== here.stamp.version)
    throw new UnusableDatabase(`the books in ${here.name} are no copy of those in ${old.name}`)
  if (old.stamp.movedTo !== null && old.stamp.movedTo !== here.key)
    throw new UnusableDatabase(`the books in ${old.name} were moved to ${old.stamp.movedName}`)
}

/** Opens the new books. Resolves with whether that has quarantined them. */
async function settle({ client, key, name }: Books, move: HomeMove & { readonly origin: string }): Promise<boolean> {
  const { from, origin, acting, explanation, atMs } = move
  const ask = askOver(client)
  const { reads, made } = actionBeside(postgresDialect)(acting)
  const rows: unknown[][] = []
  for (const read of reads) rows.push(await ask(read))
  for (const write of made(rows, name, origin).writes) await ask(write)
  await openBooks(client, { key, name })
  for (const table of tables) if (table.key === 'arrival') await client.query(continueNumbers(table.name))
  const isProven = from !== undefined
  const lasting = isProven ? [] : await ask({ text: 'SELECT 1 FROM quarantines WHERE ended_at_ms IS NULL' })
  if (!isProven && lasting.length === 0)
    await ask({ text: insertNew(postgresDialect.types.integer), values: [atMs, explanation] })
  await commit(client)
  return !isProven
}

/** Logical replication copies the rows, and leaves the counter of their numbers at its beginning. */
function continueNumbers(table: string): string {
  const counter = `pg_get_serial_sequence('${table}', 'sequence')::regclass`
  return `SELECT setval(${counter}, last) FROM (SELECT max(sequence) AS last FROM ${table}) AS found
    WHERE last > coalesce(pg_sequence_last_value(${counter}), 0)`
}

async function commit(client: pg.Client): Promise<void> {
  const ended = await client.query('COMMIT').catch(() => undefined)
  if (ended?.command !== 'COMMIT')
    throw new OutcomeUnknown('the database did not confirm the move: run `sente database moved` again')
}
