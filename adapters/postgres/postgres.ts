/**
 * The store in PostgreSQL, which several nodes share.
 *
 * @module sente/postgres
 */

import type { Serving, StoreKind } from '../../core/sente.ts'
import { form, nameOf } from './connection/databaseUrl.ts'
import { declareMoved } from './home/declareMoved.ts'
import { openMoveIn } from './move/moveIn.ts'
import { migrateDatabase } from './schema/migrate.ts'
import { concernsAbout } from './store/concerns.ts'
import { identityOf } from './store/identity.ts'
import { openPostgresStore } from './store/postgresStore.ts'
import { remedyFor } from './store/remedies.ts'

export type { StoreClock } from '../sql/engine/sqlStatement.ts'
export { OutcomeUnknown, StoreClosed, Unreachable } from './client/errors.ts'
export { openPostgresStore, type PostgresStoreOptions } from './store/postgresStore.ts'

/** The store in PostgreSQL: `postgres://USER:PASSWORD@HOST/DATABASE`, with more hosts after commas. */
export const postgres: StoreKind & Required<Pick<StoreKind, 'concerns' | 'moveIn' | 'declareMoved' | 'identityOf'>> = {
  schemes: ['postgres', 'postgresql'],
  form,
  isShared: true,
  isLasting: () => true,
  nameOf,
  open: (path, { purpose, serving }) =>
    openPostgresStore({ path, purpose, ...(serving ? servingOptions(serving) : { migrate: false }) }),
  migrate: (path, purpose) => migrateDatabase(path, purpose),
  concerns: concernsAbout,
  remedyFor,
  moveIn: openMoveIn,
  declareMoved,
  identityOf,
}

function servingOptions({ onTrouble, markPath: path, onMark, onWeakness, onQuarantine, meter }: Serving) {
  return { migrate: true, onTrouble, meter, mark: { path, onMark, onWeakness, onQuarantine } }
}
