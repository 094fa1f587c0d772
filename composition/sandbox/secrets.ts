import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sandboxKeyPrefix } from '../settings/settings.ts'

/** The secrets that a sandbox stores next to its database, because it has no operator to keep them. */
export type SandboxSecrets = {
  readonly pinKey: string
  readonly callbackSecret: string
  /** The key from which the secrets of webhook endpoints are made. */
  readonly webhookKey: string
  /** The port of the simulated networks: on another one they would count as other networks. */
  readonly simulatorPort?: number
  readonly demo?: DemoKeys
}

/** The demo account and its keys in clear. */
export type DemoKeys = { readonly accountId: string; readonly secretKey: string; readonly publicKey: string }

/**
 * The secrets of the sandbox whose database is at a path. They are made and stored (mode 0600) if there are none yet.
 */
export function sandboxSecrets(databasePath: string): SandboxSecrets {
  const kept = readKept(databasePath)
  const { pinKey, callbackSecret, webhookKey } = kept ?? {}
  if (pinKey && callbackSecret && webhookKey) return { ...kept, pinKey, callbackSecret, webhookKey }
  // An older sandbox has made fewer.
  const made = { pinKey: newKey(), callbackSecret: newKey(), webhookKey: newKey() }
  return keepSandboxSecrets(databasePath, { ...made, ...kept })
}

/** Stores them next to the database. A sandbox in memory stores nothing. */
export function keepSandboxSecrets(databasePath: string, secrets: SandboxSecrets): SandboxSecrets {
  if (databasePath === ':memory:') return secrets
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 })
  writeSecretFile(pathBeside(databasePath), `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

/** Writes a file that only its owner can read, in place of an existing one. It does not follow a symbolic link. */
export function writeSecretFile(path: string, text: string): void {
  // Other processes may write it at the same time.
  const made = `${path}.${process.pid}.new`
  rmSync(made, { force: true })
  writeFileSync(made, text, { flag: 'wx', mode: 0o600 })
  renameSync(made, path)
}

function newKey(): string {
  return `${sandboxKeyPrefix}${randomBytes(32).toString('hex')}`
}

function readKept(databasePath: string): Partial<SandboxSecrets> | undefined {
  if (databasePath === ':memory:') return undefined
  try {
    return JSON.parse(readFileSync(pathBeside(databasePath), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function pathBeside(databasePath: string): string {
  return `${databasePath}-secrets.json`
}
