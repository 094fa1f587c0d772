import type pg from 'pg'
import { booksMoved } from '../client/errors.ts'

/** The identity of a database, and its name for people. */
type Place = { readonly key: string; readonly name: string }

/**
 * Closes books that were moved: the database refuses every commit, whatever program makes it. The outcome of an earlier commit can still be found out.
 */
export async function closeBooks(client: pg.Client, { key, name, atMs }: Place & { atMs: number }): Promise<void> {
  await client.query(`ALTER TABLE batches DROP CONSTRAINT IF EXISTS ${booksMoved},
    ADD CONSTRAINT ${booksMoved} CHECK (outcome = 'void') NOT VALID`)
  await client.query('UPDATE sente_database SET moved_to = $1, moved_name = $2, moved_at_ms = $3', [key, name, atMs])
}

/** Ends the connections of nodes to books that were closed. They connect again, and find out why. */
export async function endNodes(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND application_name LIKE 'sente %'`)
}

/** Opens books in the database that they have been moved to. A copy of closed books is closed, too. */
export async function openBooks(client: pg.Client, { key, name }: Place): Promise<void> {
  await client.query(`ALTER TABLE batches DROP CONSTRAINT IF EXISTS ${booksMoved}`)
  const opened = 'home = $1, home_name = $2, moved_to = NULL, moved_name = NULL, moved_at_ms = NULL'
  await client.query(`UPDATE sente_database SET ${opened}`, [key, name])
}
