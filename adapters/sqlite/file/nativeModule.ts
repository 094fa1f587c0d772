import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, version, versions } from 'node:process'
import { UnusableDatabase } from '../../../core/sente.ts'

const page = 'docs/live.md#without-a-compiler'

/** SQLite's native module is missing, or was built for another platform. */
export class ModuleUnusable extends UnusableDatabase {
  readonly remedy = { fix: 'install sente for this platform', runbook: page }
}

/** Runs a function that loads SQLite. Throws `ModuleUnusable`, with the reason in one line, if it cannot be loaded. */
export function loaded<T>(load: () => T): T {
  try {
    return load()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    throw new ModuleUnusable(`${reason}; this is ${here()} (see ${page})`, { cause: error })
  }
}

function reasonOf(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (message.startsWith('Could not locate the bindings file')) {
    return "SQLite's native module is missing: it was not compiled when sente was installed"
  }
  if (code !== 'ERR_DLOPEN_FAILED') return undefined
  const [, abi] = /using\s+NODE_MODULE_VERSION (\d+)/.exec(message) ?? []
  const built = builtFor() ?? (abi && `Node's ABI ${abi}`)
  const why = built ? `was built for ${built}` : `cannot be loaded: ${message.split('\n')[0]}`
  return `SQLite's native module ${why}`
}

function here(): string {
  return `${platform} ${arch}, Node ${version.slice(1)} with the ABI ${versions.modules}`
}

/** The platform in the archive for servers that this was installed from. */
function builtFor(): string | undefined {
  const path = createRequire(import.meta.url).resolve('better-sqlite3/package.json')
  return JSON.parse(readFileSync(path, 'utf8')).builtFor
}
