import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { msPerTick, statOf } from '../processes/processTimes.ts'

/** A PostgreSQL server of the benchmark's own, with one empty database. */
export type DatabaseServer = {
  /** The URL of the database. */
  readonly url: string
  /** The URL without `postgres:`. */
  readonly path: string
  /** CPU time of all its processes since it began, in milliseconds. */
  cpuMs(): number
  close(): Promise<void>
}

/** The options of a server. */
export type DatabaseOptions = {
  /** The folder of its files. */
  readonly folder: string
  /** How long each flush of the log waits before it begins, in milliseconds. */
  readonly flushDelayMs?: number
}

/**
 * Memory as in the advice on sizing; no checkpoint during a measurement, since the first change of a page after each is
 * written whole; and times of flushes, which are read once in a run.
 */
export const measuredSettings = [
  'shared_buffers=4GB',
  'max_wal_size=24GB',
  'checkpoint_timeout=1h',
  'maintenance_work_mem=512MB',
  'max_connections=500',
  'track_wal_io_timing=on',
]

const script = fileURLToPath(new URL('../../../spec/fixtures/postgres/serverProcess.ts', import.meta.url))

/** Starts a server. It ends with this process. */
export async function startDatabase({ folder, flushDelayMs = 0 }: DatabaseOptions): Promise<DatabaseServer> {
  const flags = measuredSettings.flatMap((setting) => ['-c', setting])
  const [command, ...given] = [...slowly(flushDelayMs), process.execPath, '--import', 'tsx', script, ...flags]
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(command as string, given, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  const [path] = first as [unknown]
  if (typeof path !== 'string') throw new Error('PostgreSQL did not start')
  const url = `postgres:${path}`
  const postmaster = await postmasterOf(url)
  return {
    url,
    path,
    cpuMs: () => cpuOf(postmaster),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

/**
 * The command that runs another one, and lets it wait before it flushes the log: strace, which stops its processes for
 * nothing else. The other processes go on meanwhile, as they do when a disk is slow.
 */
function slowly(delayMs: number): string[] {
  if (delayMs === 0) return []
  const delay = `inject=fdatasync:delay_enter=${delayMs * 1000}`
  return ['strace', '-f', '--seccomp-bpf', '-qqq', '-o', '/dev/null', '-e', 'trace=fdatasync', '-e', delay]
}

/** Creates a database in a server, and returns its URL without `postgres:`. */
export async function newDatabase({ url, path }: DatabaseServer, name: string): Promise<string> {
  await onDatabase(url, `CREATE DATABASE ${name}`)
  return path.replace(/[^/]*$/, name)
}

/** Runs statements over a connection of their own, one after the other, and returns the rows of the last. */
export async function onDatabase<Row extends object>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return statOf(rows[0]?.pid ?? 0).parent
  } finally {
    await client.end()
  }
}

/** The CPU time of a process, of its children that have ended, and of its running children. */
function cpuOf(postmaster: number): number {
  const { own, ofEnded } = statOf(postmaster)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => childOf(postmaster, Number(name)))
  return [own, ofEnded, ...children].reduce((sum, ticks) => sum + ticks, 0) * msPerTick
}

function childOf(postmaster: number, pid: number): number {
  try {
    const { parent, own } = statOf(pid)
    return parent === postmaster ? own : 0
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
