import { existsSync } from 'node:fs'
import type { BackedUp, Restored } from '../../adapters/cli/deps.ts'
import { backUpFile } from '../../adapters/sqlite/backup/backupFile.ts'
import { restoreFile } from '../../adapters/sqlite/backup/restoreFile.ts'
import type { Settings } from '../settings/settings.ts'
import { SettingsError } from '../settings/validated.ts'

type Say = (line: string) => void

/** Copies the database of the settings, also while a server works on it. */
export async function backupDatabase(settings: Settings, file: string, say: Say): Promise<BackedUp> {
  const path = pathIn(settings)
  const { audit, latest } = await backUpFile({ path, file, purpose: settings.purpose, say })
  return { file, rows: audit.checked, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

/** Puts a backup into the place of the database of the settings. */
export async function restoreDatabase(settings: Settings, file: string, say: Say): Promise<Restored> {
  const path = pathIn(settings)
  const { aside, latest } = restoreFile({ path, file, purpose: settings.purpose, say })
  return { path, file, aside, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

function pathIn({ databasePath }: Settings): string {
  if (databasePath !== ':memory:') return databasePath
  throw new SettingsError('DATABASE_URL is sqlite::memory:, of which there is no backup')
}

/** What a backup does not hold: whoever finds a copy must not find the keys with it. */
function keepToo(settings: Settings): string[] {
  if (settings.purpose === 'sandbox') {
    const files = [`${settings.databasePath}-secrets.json`, `${settings.databasePath}-networks.jsonl`]
    return files.filter((file) => existsSync(file))
  }
  return [
    'SENTE_PIN_KEY, and SENTE_PIN_KEY_PREVIOUS while it is set',
    ...(settings.callbackSecret === undefined ? [] : ['SENTE_CALLBACK_SECRET']),
    `the configuration file ${settings.configPath}`,
    "the networks' credentials, from the environment",
  ]
}
