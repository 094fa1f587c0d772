import pg from 'pg'
import type { Ask, SqlStatement } from '../../sql/engine/sqlStatement.ts'
import { ConnectionLost } from './errors.ts'

/** Asks over a connection; rejects with the server's error, or with `ConnectionLost`. */
export function askOver(client: pg.Client): Ask {
  return async <Row>(statement: SqlStatement) => {
    const { rows } = await send(client, statement)
    return rows as Row[]
  }
}

/** Writes the statements that `sendAll` sends to the socket together: a write costs more than a statement's bytes. */
export function inOneWrite<T>({ connection: { stream } }: pg.Client, sendAll: () => T): T {
  stream.cork()
  try {
    return sendAll()
  } finally {
    stream.uncork()
  }
}

/** Sends a statement and resolves with its whole result. */
export async function send(client: pg.Client, { values = [], ...statement }: SqlStatement): Promise<pg.QueryResult> {
  try {
    const result = await client.query({ ...statement, values: values.map(storable) })
    if (isGivenUp(client)) throw new Error('the server is no longer the primary')
    return result
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new ConnectionLost('the connection was lost', { cause: error })
  }
}

const givenUp = new WeakSet<pg.Client>()

/** Breaks a connection to a server that is no longer trusted. Its later answers are ignored. */
export function giveUp(client: pg.Client): void {
  givenUp.add(client)
  client.connection.stream.destroy()
}

/** Whether a connection was given up. */
export function isGivenUp(client: pg.Client): boolean {
  return givenUp.has(client)
}

/** A value in a form that PostgreSQL can store: U+FFFD replaces each NUL, which its texts can't hold. */
export function storable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storable)
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
