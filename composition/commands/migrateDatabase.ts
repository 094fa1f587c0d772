import type { Migrated } from '../../adapters/cli/deps.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'
import { storeKind } from '../stores/registry.ts'

/** Brings the database of the settings up to date; throws a SettingsError for one in memory. */
export async function migrateDatabase({ scheme, databasePath: path, purpose }: Settings): Promise<Migrated> {
  const store = storeKind(scheme)
  if (!store.isLasting(path)) throw new SettingsError(`DATABASE_URL is ${scheme}:${path}, which has nothing to migrate`)
  return store.migrate(path, purpose)
}
