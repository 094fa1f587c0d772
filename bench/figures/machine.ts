import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, cpus, release, totalmem, type } from 'node:os'
import { resolve } from 'node:path'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'

const packages = ['koa', '@koa/router', 'koa-bodyparser', 'ajv', 'got', 'better-sqlite3', 'pg', 'pino', 'inversify']

/** The conditions of the figures besides the code, by name. */
export function machine(folder: string): Record<string, string> {
  const { fileSystem, device } = mountOf(folder)
  const [cpu] = cpus()
  return {
    Processor: `${cpu?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    System: `${type()} ${release()} ${arch()}`,
    Node: `${process.version}, V8 ${process.versions.v8}`,
    Packages: packages.map((name) => `${name} ${versionOf(name)}`).join(', '),
    SQLite: sqliteVersion(),
    Disk: `${fileSystem} on ${device}`,
    Durability: 'write-ahead log; fdatasync before the network is called and before the merchant is answered, shared',
    Log: 'pino at level info into a file, a line a payment; none in the pass-through',
  }
}

/** The mount of a folder. `fileSystem` is `tmpfs` for one in memory, and `unknown` if the system does not say. */
export function mountOf(folder: string): { fileSystem: string; device: string } {
  const mounts = readMounts()
    .map((line) => line.split(' '))
    .filter(([, point = '']) => `${resolve(folder)}/`.startsWith(point.endsWith('/') ? point : `${point}/`))
    .sort(([, one = ''], [, other = '']) => other.length - one.length)
  const [device = 'an unknown device', , fileSystem = 'unknown'] = mounts[0] ?? []
  return { fileSystem, device }
}

function readMounts(): string[] {
  try {
    return readFileSync('/proc/self/mounts', 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function versionOf(name: string): string {
  const lock = createRequire(import.meta.url)('../../../package-lock.json')
  return lock.packages[`node_modules/${name}`].version
}

function sqliteVersion(): string {
  const database = keptDatabase(':memory:')
  const version = database.prepare('SELECT sqlite_version()').pluck().get()
  database.close()
  return String(version)
}
