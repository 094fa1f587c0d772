import { mkdirSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { UpkeepFolders } from '../../adapters/background/upkeep/upkeepProcess.ts'
import { publicKeyOf, readSigningKey } from '../../adapters/cli/output/signedFile.ts'
import type { Settings } from '../settings/settings.ts'
import { shownUrl, storeKind } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'

/** The folders for closes and backups. Throws a SettingsError for a folder that cannot be used, and for an unusable key. */
export function upkeepFolders(settings: Settings): UpkeepFolders {
  const { closes, backups } = settings.folders
  if (closes) checkFolder('SENTE_CLOSES_FOLDER', closes.folder, settings)
  if (backups !== undefined) checkFolder('SENTE_BACKUPS_FOLDER', backups, settings)
  return { closes: closes && { folder: closes.folder, publicKey: publicKeyIn(closes.signingKey) }, backups }
}

function checkFolder(name: string, folder: string, settings: Settings): void {
  if (!storeKind(settings.scheme).isLasting(settings.databasePath))
    throw new SettingsError(`${name} is set, but DATABASE_URL is ${shownUrl(settings)}, which no command can open`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    readdirSync(folder)
    // Rights alone do not show a disk that is mounted read-only.
    rmdirSync(mkdtempSync(join(folder, '.sente-')))
  } catch (error) {
    throw new SettingsError(
      `${name} is ${JSON.stringify(folder)}, where no files can be written: ${error instanceof Error ? error.message : error}`,
    )
  }
}

function publicKeyIn(pem: string): string {
  const key = readSigningKey(pem)
  if (key) return publicKeyOf(key)
  throw new SettingsError(
    'SENTE_CASE_KEY_FILE is not a private key of Ed25519 in PEM: it signs the closes in SENTE_CLOSES_FOLDER',
  )
}
