import { existsSync } from 'node:fs'
import type { Migrated } from '../../adapters/cli/deps.ts'
import type { Settings } from '../settings/settings.ts'
import { shownUrl, storeKind } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'

/** Brings the database of the settings up to date, and makes it if it is live; rejects for one that only a server makes. */
export async function migrateDatabase(settings: Settings): Promise<Migrated> {
  const { scheme, databasePath, purpose } = settings
  const { isLasting, inFiles, nameOf, migrate } = storeKind(scheme)
  if (!isLasting(databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which has nothing to migrate`)
  }
  if (purpose === 'sandbox' && inFiles && !existsSync(databasePath)) {
    throw new SettingsError(`there is no database at ${databasePath}; start the sandbox first`)
  }
  const { from, to } = await migrate(databasePath, purpose)
  return { path: nameOf(databasePath), from, to }
}
