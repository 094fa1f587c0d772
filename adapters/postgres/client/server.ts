import type pg from 'pg'
import { isLost, isRefusedStatement } from './errors.ts'

/** A database server, for as long as it runs. */
export type Server = {
  /** The identifier of its cluster. Its standbys and copies have the same one. */
  readonly system: string
  /** The timeline of its primary: a standby that becomes the primary begins a higher one. */
  readonly timeline: number
  /** Distinguishes it from copies of its files, and the database from a replacement. */
  readonly run: string
}

type Row = Omit<Server, 'timeline'> & { readonly timeline: string; readonly version: string }

/**
 * The identity of a primary. Undefined if the server cannot identify itself, or is of another kind, such as many
 * servers at once.
 */
export async function serverOf(client: pg.Client): Promise<Server | undefined> {
  try {
    const { rows } = await client.query<Row>(select)
    const [row] = rows
    if (!row || !/^PostgreSQL (?!.*YB)/.test(row.version)) return undefined
    return { system: row.system, timeline: Number.parseInt(row.timeline, 16), run: row.run }
  } catch (error) {
    if (isRefusedStatement(error) && !isLost(error)) return undefined
    throw error
  }
}

/** Whether two identities belong to the same server. */
export function isSame(one: Server | undefined, other: Server | undefined): boolean {
  return one?.system === other?.system && one?.timeline === other?.timeline && one?.run === other?.run
}

/** Whether a server was the primary before another one. */
export function isOlder({ system, timeline }: Server, than: Pick<Server, 'system' | 'timeline'>): boolean {
  return system === than.system && timeline < than.timeline
}

const select = `
  SELECT version(), system_identifier::text AS system, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
    concat(extract(epoch FROM pg_postmaster_start_time()), ' ',
      (SELECT oid FROM pg_database WHERE datname = current_database())) AS run
  FROM pg_control_system()`
