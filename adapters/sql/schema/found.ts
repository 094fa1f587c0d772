import { type Remedy, UnusableDatabase } from '../../../core/sente.ts'

/** The schema of a database. Both are 0 before there is one. */
export type SchemaFound = {
  readonly version: number
  /** The oldest version whose programs work on it. */
  readonly worksFrom: number
}

/**
 * Refuses a schema on which a program with this many versions does not work. The program works on a newer one that
 * allows it.
 */
export function refuseOtherVersion({ version, worksFrom }: SchemaFound, name: string, known: number): void {
  const versionsText = `${name} has schema version ${version} and this sente needs version ${known}`
  if (version < known) throw new OtherVersion(`${versionsText}: run \`sente migrate\``, 'run sente migrate')
  if (worksFrom > known)
    throw new OtherVersion(
      `${versionsText}: this sente is too old for it, use a newer one`,
      'install the version of sente that has served it last',
    )
}

/** A database whose schema is of another version than this program works on. */
export class OtherVersion extends UnusableDatabase {
  /** The remedy. */
  readonly remedy: Remedy

  constructor(message: string, fix: string) {
    super(message)
    this.remedy = { fix, runbook: 'docs/operating/incidents/upgrade-and-back.md' }
  }
}

/** Refuses a database with the tables of a build that was never released. */
export function refuseUnreleased(name: string): never {
  throw new UnusableDatabase(
    `${name} is a database of a build of sente from before its first release, which had other tables: begin with a new one`,
  )
}
