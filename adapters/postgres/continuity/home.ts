import { Elsewhere } from '../client/errors.ts'
import type { Server } from '../client/server.ts'

/** The books' own record of their database, and of the one that they were moved to. */
export type Home = {
  /** The database that they are served from; null before a server that can identify itself has served them. */
  readonly home: string | null
  /** Its name for people. */
  readonly homeName: string | null
  readonly movedTo: string | null
  readonly movedName: string | null
  readonly movedAtMs: bigint | null
}

/** The record, as columns of the row `d` of `sente_database`. */
export const homeColumns = `d.home, d.home_name AS "homeName", d.moved_to AS "movedTo", d.moved_name AS "movedName",
  d.moved_at_ms AS "movedAtMs"`

/** Identifies a database among all: its standbys and base backups are the same one, and a dump's copy is another. */
export function homeIn({ system, database }: Server): string {
  return `${system}/${database}`
}

/** The name of a database for people, with the major version of its server. */
export function homeNameOf(name: string, { major }: Server): string {
  return `${name} (PostgreSQL ${major})`
}

/** Writes a database that can identify itself into books that have no record yet. */
export function claimHome(server: Server, name: string) {
  const text = 'UPDATE sente_database SET home = $1, home_name = $2 WHERE home IS NULL'
  return { text, values: [homeIn(server), homeNameOf(name, server)] }
}

/** Throws `Elsewhere` for books that were moved away, or copied from another database. */
export function refuseElsewhere(found: Home | undefined, server: Server | undefined, name: string): void {
  if (!found) return
  const { home, homeName, movedTo, movedName, movedAtMs } = found
  if (movedTo !== null) {
    const at = new Date(Number(movedAtMs)).toISOString()
    throw new Elsewhere(`the books in ${name} were moved to ${movedName} at ${at}: set DATABASE_URL to that database`)
  }
  if (!server || home === null || home === homeIn(server)) return
  throw new Elsewhere(
    `the books in ${homeNameOf(name, server)} are a copy of those in ${homeName}: ` +
      'if they were moved, run `sente database moved --from OLD_URL --because "..."`',
  )
}
