import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { type Place, placeOf } from './place.ts'

/** The point that a database had reached on the disk. */
export type HighWaterMark = {
  /** The id of its database. */
  readonly id: string
  /** Its latest transaction. */
  readonly transaction: { readonly sequence: number; readonly id: string; readonly createdAtMs: number } | null
  /** How many commits have changed anything in it. */
  readonly commits: number
  /** Distinguishes the database's file from any replacement; absent until it was first determined. */
  readonly file?: FileLook
  /** Where it was served; absent in a mark of an earlier version. */
  readonly place?: Place
}

/** A file's metadata; times in milliseconds since the Unix epoch. `bornMs` is 0 on a disk that does not record it. */
export type FileLook = {
  readonly inode: string
  readonly bytes: number
  readonly writtenMs: number
  readonly bornMs?: number
}

/** The path of a database's mark. */
export function markPath(databasePath: string): string {
  return `${databasePath}-mark`
}

/** Reads the mark of a database; undefined if it is missing or unreadable. */
export function readMark(databasePath: string): HighWaterMark | undefined {
  try {
    const mark = JSON.parse(readFileSync(markPath(databasePath), 'utf8')) as HighWaterMark
    return typeof mark.id === 'string' && Number.isInteger(mark.commits) ? mark : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the mark of a database atomically. The point in the mark must already be on the disk. */
export function writeMark(databasePath: string, mark: HighWaterMark): void {
  const path = markPath(databasePath)
  const descriptor = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(descriptor, textOf(mark))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(`${path}.new`, path)
  flushFolder(dirname(path))
}

/** Does the same off the event loop, which a flush would block. */
export async function writeMarkAside(databasePath: string, mark: HighWaterMark): Promise<void> {
  const path = markPath(databasePath)
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(textOf(mark))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function textOf(mark: HighWaterMark): string {
  return `${JSON.stringify(mark)}\n`
}

/** Flushes created or renamed files in a folder. */
export function flushFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Reads a file's metadata. */
export function lookOf(path: string): FileLook {
  const { ino, size, mtimeNs, birthtimeNs } = statSync(path, { bigint: true })
  const [writtenMs, bornMs] = [mtimeNs, birthtimeNs].map((ns) => Number(ns / 1_000_000n)) as [number, number]
  return { inode: String(ino), bytes: Number(size), writtenMs, bornMs }
}

/** Prepares the reading of a database's point. */
export function markReader(database: Database): () => Omit<HighWaterMark, 'id'> {
  const latest = database.prepare<[], { sequence: bigint | number; id: string; createdAtMs: bigint | number }>(
    'SELECT sequence, id, created_at_ms AS createdAtMs FROM transactions ORDER BY sequence DESC LIMIT 1',
  )
  const commits = database.prepare<[], bigint | number>('SELECT commits FROM meta').pluck()
  return () => {
    const row = latest.get()
    const transaction = row ? { ...row, sequence: Number(row.sequence), createdAtMs: Number(row.createdAtMs) } : null
    return { transaction, commits: Number(commits.get()) }
  }
}

/** Prepares the current mark of a served database. */
export function currentMark(database: Database): () => HighWaterMark {
  const read = markReader(database)
  const id = database.prepare<[], string>('SELECT mark_id FROM meta').pluck().get() ?? ''
  const place = placeOf(database.name)
  return () => ({ id, file: lookOf(database.name), place, ...read() })
}
