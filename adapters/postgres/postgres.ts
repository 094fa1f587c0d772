/**
 * The store in PostgreSQL, which several nodes share.
 *
 * @module sente/postgres
 */

import { form, nameOf } from './connection/address.ts'
import type { MoveIn, MoveSource } from './move/move.ts'
import { openMoveIn } from './move/moveIn.ts'
import { migrateDatabase } from './schema/migrate.ts'
import type { Migration, Purpose } from './schema/purpose.ts'
import { concernsAbout } from './store/concerns.ts'
import type { Trouble } from './store/health.ts'
import { openPostgresStore, type PostgresStore, type Weakness } from './store/postgresStore.ts'

export { OutcomeUnknown, StoreClosed, Unreachable } from './connection/errors.ts'
export type { StoreClock } from './connection/statement.ts'
export type { MarkKeeping } from './mark/markKeeping.ts'
export type { MoveIn, MoveSource, OnRows } from './move/move.ts'
export type { Migration, Purpose } from './schema/purpose.ts'
export type { Concern } from './store/concerns.ts'
export type { Trouble } from './store/health.ts'
export {
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
  type Weakness,
} from './store/postgresStore.ts'
export { UnusableDatabase } from './unusableDatabase.ts'

/** What the store of a node that serves payments is given. */
export type PostgresServing = {
  /** Called once when the database cannot be reached or written, and once with `undefined` when it can again. */
  readonly onTrouble: (trouble: Trouble | undefined) => void
  /** The path of the file in which the node keeps what it knows to be committed. */
  readonly markPath: string
  /** Called once when that cannot be written, and once with `undefined` when it can again. */
  readonly onMark: (error: Error | undefined) => void
  /** Called at the start with each reason why a database that went back may go unnoticed. */
  readonly onWeakness: (weakness: Weakness) => void
  /** Called when the books are quarantined because the database lacks what the node knows. */
  readonly onQuarantine: () => void
}

/** The store in PostgreSQL: `postgres://USER:PASSWORD@HOST/DATABASE`, with more hosts after commas. */
export const postgres = {
  /** What a database's URL begins with. */
  schemes: ['postgres', 'postgresql'],
  /** The URLs that lead to it. */
  form,
  /** Whether several processes may serve it at once. */
  isShared: true,
  /** Whether what it holds outlives the process. */
  isLasting: () => true,
  /** What messages and logs call it. */
  nameOf,
  /** Opens it, for a node that serves payments (`serving`), which migrates it, or for a command. */
  open: (path: string, { purpose, serving }: { purpose: Purpose; serving?: PostgresServing }): Promise<PostgresStore> =>
    openPostgresStore({
      path,
      purpose,
      ...(serving ? servingOptions(serving) : { migrate: false }),
    }),
  /** Creates its schema, or brings it up to date. */
  migrate: (path: string, purpose: Purpose): Promise<Migration> => migrateDatabase(path, purpose),
  /** What an operator should know about it and the way to it. */
  concerns: concernsAbout,
  /** Opens an empty one to take the books of another store. */
  moveIn: (source: MoveSource): Promise<MoveIn> => openMoveIn(source),
}

function servingOptions({ onTrouble, markPath: path, onMark, onWeakness, onQuarantine }: PostgresServing) {
  return { migrate: true, onTrouble, mark: { path, onMark, onWeakness, onQuarantine } }
}
