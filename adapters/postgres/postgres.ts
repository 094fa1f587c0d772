/**
 * The store in PostgreSQL, which several nodes share.
 *
 * @module sente/postgres
 */

export type { StoreClock } from '../sql/engine/sqlStatement.ts'
export { OutcomeUnknown, StoreClosed } from './client/errors.ts'
export { Unreachable } from './client/unreachable.ts'
export { postgres } from './kind.ts'
export { openPostgresStore, type PostgresStoreOptions } from './store/postgresStore.ts'
