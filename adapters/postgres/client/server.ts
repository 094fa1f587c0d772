import type pg from 'pg'
import { isLost, isRefusedStatement } from './errors.ts'

/** A database server, for as long as it runs. */
export type Server = {
  /** The identifier of its cluster. Its standbys and copies have the same one. */
  readonly system: string
  /** The timeline of its primary: a standby that becomes the primary begins a higher one. */
  readonly timeline: number
  /** The id of the database within the cluster. */
  readonly database: string
  /** The major version of PostgreSQL. */
  readonly major: number
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
    const { version, timeline, ...server } = row
    return { ...server, timeline: Number.parseInt(timeline, 16) }
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
    d.oid::text AS database, current_setting('server_version_num')::integer / 10000 AS major,
    concat(extract(epoch FROM pg_postmaster_start_time()), ' ', d.oid) AS run
  FROM pg_control_system(), pg_database d WHERE d.datname = current_database()`
