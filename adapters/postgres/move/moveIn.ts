import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Acting, type MoveIn, type MoveSource, UnusableDatabase } from '../../../core/sente.ts'
import { actionBeside } from '../../sql/operators/actions/actionWrites.ts'
import { tables } from '../../sql/schema/tables.ts'
import { countsOf } from '../../sql/store/contents.ts'
import { snapshotWithin } from '../books/snapshot.ts'
import { isLocked, OutcomeUnknown } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { type Address, addressOf } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import { newContinuity } from '../continuity/continuity.ts'
import { postgresDialect } from '../dialect.ts'
import { bringUpToDate } from '../schema/migrate.ts'
import { take } from './take.ts'

const use = { pipeline: false, answerMs: 0 }

/**
 * Makes the schema of a database that is to receive books, and checks whether it may. Rejects with `UnusableDatabase`
 * for one that is not empty, or that another move has begun to fill.
 */
export async function openMoveIn({ path, purpose, ...source }: MoveSource): Promise<MoveIn> {
  const address = addressOf(path)
  await bringUpToDate(address, purpose)
  const client = await connectToPrimary(address, use, newContinuity())
  try {
    const stamp = await stampFor(client, address.name, source)
    return moveInto(client, address, { ...source, ...stamp })
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

type Stamped = { readonly id: string; readonly isReleased: boolean }
type Source = Pick<MoveSource, 'from' | 'movedAs'>

function moveInto(client: pg.Client, address: Address, move: Stamped & Source): MoveIn {
  const { id, isReleased } = move
  return {
    name: `postgres:${address.name}`,
    id,
    isReleased,
    async take(contents, onRows) {
      await stamp(client, address.name, move)
      for (const statement of beginning) await client.query(statement)
      await client.query(lock).catch((error) => {
        throw isLocked(error) ? new UnusableDatabase(`${address.name} is in use: ${whenInUse}`) : error
      })
      // A command may have written to it since the check.
      await refuseFilled(client, address.name).catch(async (error) => {
        await client.query('ROLLBACK')
        if (move.movedAs === undefined) await client.query(removeStamp)
        throw error
      })
      return await take(client, contents, onRows)
    },
    counts: () => countsOf(askOver(client)),
    snapshot: snapshotWithin(askOver(client), address.name),
    async release(acting) {
      await record(client, acting)
      await client.query('UPDATE sente_database SET moving_from = NULL')
      const ended = await client.query('COMMIT').catch(() => undefined)
      if (ended?.command === 'COMMIT' || (await isDone(address, id))) return
      throw new OutcomeUnknown(`${address.name} did not confirm that it has the books: run \`sente move\` again`)
    },
    close: () => client.end().catch(() => {}),
  }
}

/** Writes the action after the copied ones. */
async function record(client: pg.Client, acting: Acting): Promise<void> {
  const ask = askOver(client)
  const { reads, made } = actionBeside(postgresDialect)(acting)
  const rows: unknown[][] = []
  for (const read of reads) rows.push(await ask(read))
  for (const write of made(rows).writes) await ask(write)
}

/** Excludes writes of other sessions. Neither a slow statement nor a pause ends the transaction. */
const beginning: readonly string[] = [
  'BEGIN',
  "SET LOCAL lock_timeout TO '10s'",
  'SET LOCAL statement_timeout TO 0',
  'SET LOCAL idle_in_transaction_session_timeout TO 0',
]

const lock = `LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN EXCLUSIVE MODE`

const whenInUse = 'end the program that uses it, and run `sente move` again'

/** Marks the database, so that no node opens it until the end of the move. */
async function stamp(client: pg.Client, name: string, { id, from }: Stamped & Source): Promise<void> {
  const { rowCount } = await client.query(writeStamp, [id, from])
  if (rowCount !== 1) throw new UnusableDatabase(`another move into ${name} has begun`)
}

const writeStamp = `
  UPDATE sente_database SET move_id = $1, moving_from = $2 WHERE moving_from IS NULL OR moving_from = $2`

const removeStamp = 'UPDATE sente_database SET move_id = NULL, moving_from = NULL'

/** The id of the move: that of earlier runs, or a new one. */
async function stampFor(client: pg.Client, name: string, { from, movedAs }: Source): Promise<Stamped> {
  const { moveId, movingFrom } = await stampIn(client)
  if (movedAs !== undefined) {
    if (movedAs !== moveId)
      throw new UnusableDatabase(`the books of ${from} were moved to another database than ${name}`)
    return { id: movedAs, isReleased: movingFrom === null }
  }
  if (movingFrom !== null && movingFrom !== from) {
    throw new UnusableDatabase(
      `the books of ${movingFrom} are being moved into ${name}: complete that move, or use another database`,
    )
  }
  if (movingFrom !== null && moveId !== null) return { id: moveId, isReleased: false }
  await refuseFilled(client, name)
  return { id: randomUUID(), isReleased: false }
}

async function stampIn(client: pg.Client) {
  const [stamp] = await askOver(client)<{ moveId: string | null; movingFrom: string | null }>({
    text: 'SELECT move_id AS "moveId", moving_from AS "movingFrom" FROM sente_database FOR UPDATE',
  })
  if (!stamp) throw new Error('the database has lost its stamp')
  return stamp
}

async function refuseFilled(client: pg.Client, name: string): Promise<void> {
  for (const { name: table } of tables) {
    const found = await askOver(client)({ text: `SELECT 1 FROM ${table} LIMIT 1` })
    if (found.length === 0) continue
    throw new UnusableDatabase(
      `${name} is not empty, it has ${table.replaceAll('_', ' ')}: books move into an empty one`,
    )
  }
}

/** How often, and how far apart in milliseconds, to ask for the outcome of a COMMIT without an answer. */
const [asks, askPauseMs] = [30, 1_000]

/** Whether a COMMIT without an answer succeeded. The row is locked until the transaction has ended. */
async function isDone(address: Address, id: string): Promise<boolean> {
  for (let ask = 0; ask < asks; ask += 1) {
    const client = await connectToPrimary(address, use, newContinuity()).catch(() => undefined)
    try {
      const found = client && (await stampIn(client).catch(() => undefined))
      if (found) return found.moveId === id && found.movingFrom === null
    } finally {
      await client?.end().catch(() => {})
    }
    await setTimeout(askPauseMs)
  }
  return false
}
