import type { Dialect } from '../engine/dialect.ts'
import { tables } from './tables.ts'

/** A version of the schema. */
export type SchemaVersion = {
  /** The statements that make it of the version before, or of an empty database. */
  upgrade(dialect: Dialect): string
  /**
   * The oldest version whose programs work on it, so that nodes are upgraded in turn: those of the release before do.
   */
  readonly worksFrom: number
}

/**
 * Every version of the schema. A released version is never edited: what a later one changes is also what it says, and a
 * spec compares the tables that it leaves with those that are declared.
 */
export const versions: readonly SchemaVersion[] = [{ upgrade: createAll, worksFrom: 1 }]

function createAll(dialect: Dialect): string {
  return tables.map((table) => dialect.create(table)).join('\n')
}
