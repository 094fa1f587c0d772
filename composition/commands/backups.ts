import { existsSync } from 'node:fs'
import type { BackedUp, Restored } from '../../adapters/cli/deps.ts'
import type { Say, StoreFiles } from '../../core/sente.ts'
import type { Settings } from '../settings/settings.ts'
import { shownUrl, storeKind } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'

/** Copies the database of the settings, also while a server uses it. */
export async function backupDatabase(settings: Settings, file: string, say: Say): Promise<BackedUp> {
  const { databasePath: path } = settings
  const { audit, latest } = await filesOf(settings).backUp({ path, file, purpose: settings.purpose, say })
  return { file, rows: audit.checked, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

/** Replaces the database of the settings by a backup. */
export async function restoreDatabase(settings: Settings, file: string, say: Say): Promise<Restored> {
  const { databasePath: path } = settings
  const { aside, latest } = filesOf(settings).restore({ path, file, purpose: settings.purpose, say })
  return { path, file, aside, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

function filesOf(settings: Settings): StoreFiles {
  const { inFiles, isLasting } = storeKind(settings.scheme)
  if (!isLasting(settings.databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which cannot be backed up`)
  }
  if (inFiles) return inFiles
  throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which is backed up by its own tools`)
}

/** What has to be kept besides a backup, which does not contain the keys, so that a lost copy does not expose them. */
function keepToo(settings: Settings): string[] {
  if (settings.purpose === 'sandbox') {
    const files = [`${settings.databasePath}-secrets.json`, `${settings.databasePath}-networks.jsonl`]
    return files.filter((file) => existsSync(file))
  }
  return [
    'SENTE_PIN_KEY, and SENTE_PIN_KEY_PREVIOUS while it is set',
    ...(settings.callbackSecret === undefined ? [] : ['SENTE_CALLBACK_SECRET']),
    ...(settings.webhookKey === undefined ? [] : ['SENTE_WEBHOOK_KEY']),
    `the configuration file ${settings.configPath}`,
    "the networks' credentials, from the environment",
  ]
}
