import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SharedSession } from './errors.ts'

/** A session on the server: its process, and the mark that its connection has set in it. */
export type Session = { readonly pid: number; readonly mark: string | null }

/** The session of a statement, as columns of it. */
export const sessionColumns = `pg_backend_pid() AS pid, current_setting('sente.connection', true) AS mark`

const sessions = new WeakMap<pg.Client, Session>()

/**
 * Marks the session of a new connection. A pooler that shares sessions gives a later statement of the connection
 * another session, or the same one to another connection, which marks it anew.
 */
export async function markSession(client: pg.Client): Promise<void> {
  const mark = randomUUID()
  const { rows } = await client.query<Pick<Session, 'pid'>>(
    `SELECT pg_backend_pid() AS pid, set_config('sente.connection', $1, false)`,
    [mark],
  )
  const [{ pid } = { pid: 0 }] = rows
  sessions.set(client, { pid, mark })
}

/** Whether the server knows a marked connection by another process than the connection itself, as behind a pooler. */
export function isBehindPooler(client: pg.Client): boolean {
  return sessions.get(client)?.pid !== (client as pg.Client & { readonly processID: number | null }).processID
}

/** Throws `SharedSession` if a statement of a marked connection ran in another session. */
export function assertOwnSession(client: pg.Client, { pid, mark }: Session): void {
  const own = sessions.get(client)
  if (own?.pid !== pid || own.mark !== mark) throw new SharedSession()
}

/** Asks for the session of a connection, and throws `SharedSession` if it is another one. */
export async function checkSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Session>(`SELECT ${sessionColumns}`)
  assertOwnSession(client, rows[0] ?? { pid: 0, mark: null })
}
