import { resolve } from 'node:path'
import type { Environment } from './environment.ts'
import { storeKind } from './storeKinds.ts'
import { SettingsError } from './validated.ts'

/** The folders for closes and backups that operators ask for on pages; without one, pages do not do it. */
export type UpkeepSettings = {
  readonly closes?: { readonly folder: string; readonly signingKey: string } | undefined
  readonly backups?: string | undefined
}

/** Closes are signed, and only a database in files has backups of ours. Throws a SettingsError for a missing part. */
export function upkeepOf(
  { SENTE_CLOSES_FOLDER: closes, SENTE_BACKUPS_FOLDER: backups, SENTE_CASE_KEY: signingKey }: Environment,
  { scheme }: { readonly scheme: string },
): UpkeepSettings {
  if (closes !== undefined && signingKey === undefined)
    throw new SettingsError('SENTE_CASE_KEY_FILE is missing: it signs the closes in SENTE_CLOSES_FOLDER')
  if (backups !== undefined && !storeKind(scheme).inFiles)
    throw new SettingsError(`SENTE_BACKUPS_FOLDER is set, but ${scheme} is backed up by its own tools: remove it`)
  return {
    ...(closes !== undefined && signingKey !== undefined && { closes: { folder: resolve(closes), signingKey } }),
    ...(backups !== undefined && { backups: resolve(backups) }),
  }
}
