import { type Migration, migrateFile } from '../../adapters/sqlite/file/migrateFile.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'

/** Brings the database of the settings up to date; throws a SettingsError for one in memory. */
export async function migrateDatabase({ databasePath: path, purpose }: Settings): Promise<Migration> {
  if (path === ':memory:') throw new SettingsError('DATABASE_URL is sqlite::memory:, which has nothing to migrate')
  return migrateFile({ path, purpose })
}
