import type { Migrated } from '../../adapters/cli/deps.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'
import { shownUrl, storeKind } from '../stores/registry.ts'

/** Brings the database of the settings up to date; rejects with a SettingsError for one in memory. */
export async function migrateDatabase(settings: Settings): Promise<Migrated> {
  const { scheme, databasePath, purpose } = settings
  const { isLasting, nameOf, migrate } = storeKind(scheme)
  if (!isLasting(databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which has nothing to migrate`)
  }
  const { from, to } = await migrate(databasePath, purpose)
  return { path: nameOf(databasePath), from, to }
}
