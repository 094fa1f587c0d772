import type { Serving, StoreKind } from '../../core/sente.ts'
import { form, nameOf } from './connection/databaseUrl.ts'
import { remedyFor } from './store/remedies.ts'

/**
 * The store in PostgreSQL: `postgres://USER:PASSWORD@HOST/DATABASE`, with more hosts after commas. Its parts are loaded
 * when they are used: a gateway with another store needs none of them.
 */
export const postgres: StoreKind & Required<Pick<StoreKind, 'concerns' | 'moveIn'>> = {
  schemes: ['postgres', 'postgresql'],
  form,
  isShared: true,
  isLasting: () => true,
  nameOf,
  async open(path, { purpose, serving }) {
    const { openPostgresStore } = await import('./store/postgresStore.ts')
    return openPostgresStore({ path, purpose, ...(serving ? servingOptions(serving) : { migrate: false }) })
  },
  migrate: async (path, purpose) => (await import('./schema/migrate.ts')).migrateDatabase(path, purpose),
  concerns: async (path) => (await import('./store/concerns.ts')).concernsAbout(path),
  remedyFor,
  moveIn: async (source) => (await import('./move/moveIn.ts')).openMoveIn(source),
}

function servingOptions({ onTrouble, markPath: path, onMark, onWeakness, onQuarantine, meter }: Serving) {
  return { migrate: true, onTrouble, meter, mark: { path, onMark, onWeakness, onQuarantine } }
}
