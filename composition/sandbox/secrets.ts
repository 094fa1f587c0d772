import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { sandboxKeyPrefix } from '../settings/settings.ts'
import { writeSecretFile } from './secretFile.ts'

/** What a sandbox keeps beside its database, since it has no operator to keep it. */
export type SandboxSecrets = {
  readonly pinKey: string
  readonly callbackSecret: string
  /** Where the simulated networks were reached: under another port they would be other networks. */
  readonly simulatorPort?: number
  readonly demo?: DemoKeys
}

/** The demo account and its keys in clear. */
export type DemoKeys = { readonly accountId: string; readonly secretKey: string; readonly publicKey: string }

/** The secrets of the sandbox whose database stands at a path; made and kept (mode 0600) where there are none yet. */
export function sandboxSecrets(databasePath: string): SandboxSecrets {
  const kept = readKept(databasePath)
  return kept ?? keepSandboxSecrets(databasePath, { pinKey: newKey(), callbackSecret: newKey() })
}

/** Keeps them beside the database; a sandbox in memory keeps nothing. */
export function keepSandboxSecrets(databasePath: string, secrets: SandboxSecrets): SandboxSecrets {
  if (databasePath === ':memory:') return secrets
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 })
  writeSecretFile(pathBeside(databasePath), `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function newKey(): string {
  return `${sandboxKeyPrefix}${randomBytes(32).toString('hex')}`
}

function readKept(databasePath: string): SandboxSecrets | undefined {
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
