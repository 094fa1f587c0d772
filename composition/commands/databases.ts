import { existsSync } from 'node:fs'
import type {
  BackedUp,
  BackupOptions,
  HomeDeclared,
  Migrated,
  Move,
  MovedBooks,
  Progress,
  Restored,
} from '../../adapters/cli/deps.ts'
import { nodeHashing, systemClock } from '../../adapters/node/node.ts'
import {
  type Attribution,
  declareMoved,
  isRefusal,
  type MovedHome,
  moveBooks,
  type OperatorRefusal,
  restoreBooks,
  type Say,
  type StoreFiles,
  type StoreKind,
} from '../../core/sente.ts'
import type { Settings } from '../settings/settings.ts'
import { shownUrl, storeKind, storeKinds } from '../settings/storeKinds.ts'
import { SettingsError } from '../settings/validated.ts'

/**
 * Brings the database of the settings up to date, and creates it for a live gateway. Rejects for a database that only a
 * server creates.
 */
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

/** Copies the database of the settings, also while a server uses it. */
export async function backupDatabase(
  settings: Settings,
  { file, ...how }: BackupOptions & { readonly file: string; readonly say: Say },
): Promise<BackedUp> {
  const { databasePath: path, purpose } = settings
  const { checked, damage, latest } = await filesOf(settings).backUp({ path, file, purpose, ...how })
  return { file, rows: checked, damage, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

/** Replaces the database of the settings by a backup. */
export async function restoreDatabase(
  settings: Settings,
  { file, say, ...who }: Attribution & { readonly file: string; readonly say: Say },
): Promise<Restored | OperatorRefusal> {
  const { databasePath: path, purpose } = settings
  const ports = { files: filesOf(settings), clock: systemClock, secrets: nodeHashing }
  const restored = await restoreBooks(ports)({ copy: { path, file, purpose, say }, ...who })
  if (isRefusal(restored)) return restored
  const { aside, latest, isRecorded } = restored
  return { path, file, aside, isRecorded, ...(latest !== undefined && { latest }), keepToo: keepToo(settings) }
}

/** Moves the books of one live database into another; a sandbox has no store that could take its books. */
export async function moveDatabase(
  { from, to, ...who }: Move & Attribution,
  onProgress: (progress: Progress) => void,
): Promise<MovedBooks | OperatorRefusal> {
  const [out, into] = [databaseIn('--from', from, 'moveOut'), databaseIn('--to', to, 'moveIn')]
  const source = await out.open(out.path, 'live')
  try {
    const movedAs = source.moved?.id
    const target = await into.open({ path: into.path, purpose: 'live', from: source.name, movedAs })
    try {
      return await moveBooks({ source, target, clock: systemClock, secrets: nodeHashing })({ ...who, onProgress })
    } finally {
      await target.close()
    }
  } finally {
    source.close()
  }
}

/** Accepts the database of the settings as the one that books were moved to. */
export async function declareDatabaseMoved(
  settings: Settings,
  { from, ...who }: HomeDeclared & Attribution,
): Promise<MovedHome | OperatorRefusal> {
  const { scheme, databasePath: path, purpose } = settings
  const kind = storeKind(scheme)
  const { declareMoved: declare } = kind
  if (!declare) throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, but must be ${formsOf('declareMoved')}`)
  const old = from === undefined ? undefined : databaseIn('--from', from, 'declareMoved').path
  const ports = { kind: { declareMoved: declare }, clock: systemClock, secrets: nodeHashing }
  return declareMoved(ports)({ path, purpose, from: old, ...who })
}

function filesOf(settings: Settings): StoreFiles {
  const { inFiles, isLasting } = storeKind(settings.scheme)
  if (!isLasting(settings.databasePath)) {
    throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which cannot be backed up`)
  }
  if (inFiles) return inFiles
  throw new SettingsError(`DATABASE_URL is ${shownUrl(settings)}, which is backed up by its own tools`)
}

/**
 * The files and secrets to keep besides a backup. The backup does not contain the keys, so that a lost copy does not
 * expose them.
 */
function keepToo(settings: Settings): string[] {
  if (settings.purpose === 'sandbox') {
    const files = [`${settings.databasePath}-secrets.json`, `${settings.databasePath}-networks.jsonl`]
    return files.filter((file) => existsSync(file))
  }
  return [
    'SENTE_PIN_KEY, and SENTE_PIN_KEY_PREVIOUS while it is set',
    ...(settings.callbackSecret === undefined ? [] : ['SENTE_CALLBACK_SECRET']),
    ...(settings.webhookKeys === undefined
      ? []
      : ['SENTE_WEBHOOK_KEY, and SENTE_WEBHOOK_KEY_PREVIOUS while it is set']),
    ...(settings.pseudonymKey === undefined ? [] : ['SENTE_PSEUDONYM_KEY']),
    `the configuration file ${settings.configPath}`,
    "the networks' credentials, from the environment",
  ]
}

/** The database of a URL, and its kind's part of a move. Throws a SettingsError when it has none. */
function databaseIn<Part extends 'moveOut' | 'moveIn' | 'declareMoved'>(option: string, url: string, part: Part) {
  const end = url.indexOf(':')
  const [scheme, path] = [url.slice(0, end), url.slice(end + 1)]
  const kind = storeKinds.find(({ schemes }) => schemes.includes(scheme))
  if (!kind || path === '') throw new SettingsError(`${option} must be ${formsOf(part)}`)
  const open: StoreKind[Part] = kind[part]
  if (!open || !kind.isLasting(path)) {
    const shown = shownUrl({ scheme, databasePath: path })
    throw new SettingsError(`${option} is ${shown}, but must be ${formsOf(part)}`)
  }
  return { path, open }
}

/** The forms of URLs of the kinds that can do this. */
function formsOf(part: keyof StoreKind): string {
  return storeKinds
    .filter((one) => one[part])
    .map(({ form }) => form)
    .join(', or ')
}
