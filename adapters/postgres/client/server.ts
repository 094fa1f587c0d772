import type pg from 'pg'
import { isLost, isRefusedStatement } from './errors.ts'

/** A database server, for as long as it runs. */
export type Server = {
  /** The identifier of its cluster, which its standbys and copies have, too. */
  readonly system: string
  /** What its primary writes on: a standby that becomes one begins a higher timeline. */
  readonly timeline: number
  /** Distinguishes it from copies of its files, and the database from one that is put in its place. */
  readonly run: string
}

type Row = Omit<Server, 'timeline'> & { readonly timeline: string; readonly version: string }

/** Asks a primary who it is; undefined where it cannot tell, or is of another kind, such as many servers at once. */
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

/** Whether two are one server. */
export function isSame(one: Server | undefined, other: Server | undefined): boolean {
  return one?.system === other?.system && one?.timeline === other?.timeline && one?.run === other?.run
}

/** Whether a server was the primary before another one was. */
export function isOlder({ system, timeline }: Server, than: Pick<Server, 'system' | 'timeline'>): boolean {
  return system === than.system && timeline < than.timeline
}

const select = `
  SELECT version(), system_identifier::text AS system, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
    concat(extract(epoch FROM pg_postmaster_start_time()), ' ',
      (SELECT oid FROM pg_database WHERE datname = current_database())) AS run
  FROM pg_control_system()`
