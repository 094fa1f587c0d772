import type { Dialect } from '../engine/dialect.ts'
import { tables } from './tables.ts'

/** A version of the schema. */
export type SchemaVersion = {
  /** The statements that make it from the previous version, or from an empty database. */
  upgrade(dialect: Dialect): string
  /**
   * The oldest version whose programs work on it. Programs of the previous release do, so that nodes are upgraded in
   * turn.
   */
  readonly worksFrom: number
}

/**
 * Every version of the schema. A released version is never edited. A later version contains its changes, and a spec
 * compares its resulting tables with the declared ones.
 */
export const versions: readonly SchemaVersion[] = [{ upgrade: createAll, worksFrom: 1 }]

function createAll(dialect: Dialect): string {
  return tables.map((table) => dialect.create(table)).join('\n')
}
