import pg from 'pg'
import { ConnectionLost } from './errors.ts'
import type { Ask, Statement } from './statement.ts'

/** Asks over a connection; rejects with the server's error, or with `ConnectionLost`. */
export function asking(client: pg.Client): Ask {
  return async <Row>(statement: Statement) => {
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

/** Sends a statement and resolves with all of its result. */
export async function send(client: pg.Client, { values = [], ...statement }: Statement): Promise<pg.QueryResult> {
  try {
    return await client.query({ ...statement, values: [...values] })
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new ConnectionLost('the connection was lost', { cause: error })
  }
}
