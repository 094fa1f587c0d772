import { readFile, readlink, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Concern } from '../../../core/sente.ts'

/** Another program keeps the write lock of a database. */
export class LockHeld extends Error {
  override readonly name = 'LockHeld'
}

/** The error for a database whose write lock another program keeps. It names that program, if Linux shows it. */
export async function lockHeld(path: string): Promise<LockHeld> {
  const holder = await lockHolder(path)
  return new LockHeld(`another program keeps the write lock of the database${holder ? `: ${holder}` : ''}`)
}

/** The pause between two looks at the lock, in milliseconds: far longer than a usual write. */
const pauseMs = 2_000

/** The operator's concerns about the write lock of a database: none, unless one program keeps it. */
export async function lockConcerns(path: string, pause = () => setTimeout(pauseMs)): Promise<Concern[]> {
  const holder = await lockHolder(path)
  if (holder === undefined) return []
  await pause()
  if ((await lockHolder(path)) !== holder) return []
  return [
    {
      isFault: true,
      found: `nothing can be written to ${path}: ${holder} keeps its write lock`,
      fix: 'let that program finish, or end it; never end the server for this',
      runbook: 'docs/operating/incidents/database-locked.md',
    },
  ]
}

/** The process that has the write lock of a database without serving it, if Linux shows it. */
async function lockHolder(path: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => path)
  const [log, claim] = await Promise.all([`${real}-shm`, `${real}-serving`].map(fileOf))
  const table = await readFile('/proc/locks', 'utf8').catch(() => '')
  const locks = Array.from(table.matchAll(lockLine), ({ groups = {} }) => groups)
  const servers = locks.filter(({ file }) => file === claim).map(({ id }) => id)
  const holder = locks.find(
    ({ file, id, first, last }) =>
      file === log && Number(first) <= writeByte && Number(last) >= writeByte && !servers.includes(id),
  )
  if (holder === undefined) return undefined
  return processName(String(holder.id))
}

/** The byte of the file `-shm` that SQLite locks for writing to its log. */
const writeByte = 120

/** A line of an exclusive lock. It has the file's device and inode, and the first and last locked byte. */
const lockLine = /^\d+: POSIX +ADVISORY +WRITE (?<id>[1-9]\d*) (?<file>\S+) (?<first>\d+) (?<last>\d+)$/gm

/** A file's device and inode as Linux writes them in its table of locks. */
async function fileOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return undefined
  const { dev, ino } = found
  const numbers = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)]
  return [...numbers.map((number) => number.toString(16).padStart(2, '0')), ino].join(':')
}

/** A process as messages name it, with its program where this user may see it; on Linux alone. */
export async function processName(id: string): Promise<string> {
  // `comm` comes second: Node 24 calls all its processes MainThread there.
  const program = await readlink(`/proc/${id}/exe`).catch(() => undefined)
  const name = program ? basename(program) : await readFile(`/proc/${id}/comm`, 'utf8').catch(() => 'unknown')
  return `process ${id} (${name.trim()})`
}
