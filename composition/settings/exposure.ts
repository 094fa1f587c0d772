import { existsSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretNames } from './configuration.ts'
import { secretFiles, type Variables } from './secretFiles.ts'
import type { Settings } from './settings.ts'
import { storeKind } from './storeKinds.ts'
import { isSafeAddress } from './validated.ts'

/** A part of the gateway that is open to others, and the command that closes it. */
export type Exposure = { readonly found: string; readonly fix: string }

/** All exposures, for the log at the start. */
export function exposures(settings: Settings, environment: Variables): readonly Exposure[] {
  const live =
    settings.purpose === 'live'
      ? [exposedConfiguration(settings.configPath), exposedSecrets(filesOfSecrets(settings.configPath, environment))]
      : []
  const all = [...live, exposedFiles(settings), exposedCallbacks(settings.publicUrl)]
  return all.filter((exposure) => exposure !== undefined)
}

/** The files that a live gateway reads its secrets from. */
export function filesOfSecrets(configPath: string, environment: Variables): readonly string[] {
  return secretFiles(environment, secretNames(configPath))
}

/** Finds the folders where other users may replace a secret; undefined if none. */
export function exposedSecrets(files: readonly string[]): Exposure | undefined {
  const folders = [...new Set(files.map(dirname))].filter((folder) => has(folder, mayBeChangedByAnybody))
  if (folders.length === 0) return undefined
  return {
    found: `anybody may put other secrets into ${folders.join(', ')}`,
    fix: folders.map((folder) => `chmod o-w ${folder}`).join(' && '),
  }
}

/**
 * Finds whether other users may change the configuration, and with it the addresses that get credentials; undefined if
 * not.
 */
export function exposedConfiguration(path: string): Exposure | undefined {
  if (!has(path, ({ mode }) => (mode & 0o002) !== 0)) return undefined
  return { found: `anybody may change ${path}`, fix: `chmod o-w ${path}` }
}

/** Finds whether callbacks cross the network unencrypted; undefined if not. */
export function exposedCallbacks(publicUrl: string | undefined): Exposure | undefined {
  if (publicUrl === undefined || isSafeAddress(publicUrl)) return undefined
  const found = `SENTE_PUBLIC_URL is ${publicUrl}, without TLS: anybody in between can read and forge callbacks`
  return { found, fix: 'put a TLS proxy in front, and let SENTE_PUBLIC_URL begin with https://' }
}

/** Endings of the files beside a database that hold its sandbox's secrets. */
const endings = ['-secrets.json', '-networks.jsonl']

/**
 * Finds the files of a database that others may read or change, and its folder if others may change it; undefined if
 * none.
 */
export function exposedFiles({
  scheme,
  databasePath,
}: Pick<Settings, 'scheme' | 'databasePath'>): Exposure | undefined {
  const { inFiles, isLasting } = storeKind(scheme)
  if (!inFiles || !isLasting(databasePath)) return undefined
  const path = existsSync(databasePath) ? realpathSync(databasePath) : databasePath
  const files = [...inFiles.files(path), ...endings.map((ending) => `${path}${ending}`)].filter((file) =>
    has(file, ({ mode }) => (mode & 0o077) !== 0),
  )
  const folders = [dirname(path)].filter((folder) => has(folder, mayBeChangedByAnybody))
  if (files.length + folders.length === 0) return undefined
  const fixes = [
    ...(files.length > 0 ? [`chmod 600 ${files.join(' ')}`] : []),
    ...folders.map((folder) => `chmod o-w ${folder}`),
  ]
  return { found: `others may read or change ${[...files, ...folders].join(', ')}`, fix: fixes.join(' && ') }
}

/** In a folder with the sticky bit, such as /tmp, other users cannot replace a user's files. */
function mayBeChangedByAnybody({ mode }: Stats): boolean {
  return (mode & 0o002) !== 0 && (mode & 0o1000) === 0
}

function has(path: string, property: (stats: Stats) => boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && property(stats)
}
