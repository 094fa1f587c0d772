import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FlushFile } from '../../../adapters/sqlite/durability/walFlush.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { Store } from '../../../core/sente.ts'

/** A database and its log at one moment, and the part of the log that is certain to be on the disk. */
export type Picture = { readonly database: string; readonly log: Buffer; readonly flushed: Buffer }

/** The disk under a database that this process serves: it keeps flushed data, and perhaps more. */
export type PowerDisk = {
  /** For the store: a slow flush, which covers the log at its beginning. */
  readonly flush: FlushFile
  /** Takes a picture; not to be called while the log is being copied into the database. */
  picture(): Picture
}

/** The length of a log, and of its part that no completed flush covers, in bytes. */
export type LogLength = { readonly bytes: number; readonly unflushedBytes: number }

const headerBytes = 32
const frameBytes = 24 + 4096

/** Watches a database; `onFlush` gets the length of the log before a flush ends. */
export function powerDisk(path: string, delayMs: number, onFlush: (log: LogLength) => void = () => {}): PowerDisk {
  let flushed: Buffer = Buffer.alloc(0)
  let pictures = 0
  const logNow = () => readFileSync(`${path}-wal`)

  /** The part of a log that is certain to be on the disk: after a restart of the log its first frame is flushed. */
  function flushedOf(log: Buffer): Buffer {
    if (log.subarray(0, headerBytes).equals(flushed.subarray(0, headerBytes))) return flushed
    const begun = headerBytes + frameBytes
    return Buffer.concat([log.subarray(0, begun), flushed.subarray(begun)])
  }

  return {
    async flush() {
      const before = logNow()
      await pause(delayMs)
      const log = logNow()
      const sectors = unflushedSectors({ log, flushed: flushedOf(log) })
      onFlush({ bytes: endOfLog(path), unflushedBytes: sectors.length * sectorBytes })
      flushed = before
    },
    picture() {
      pictures += 1
      const folder = join(dirname(path), `picture-${pictures}`)
      mkdirSync(folder)
      const database = join(folder, 'books.db')
      // Another process copies it: closing a descriptor of it here would drop the locks of this one.
      execFileSync('cp', [path, database])
      const log = logNow()
      return { database, log, flushed: flushedOf(log) }
    },
  }
}

/** Opens a database after a power loss, with this much of its log, and inspects it. */
export async function afterPowerLoss<Seen>(
  { database }: Picture,
  log: Uint8Array,
  look: (store: Store) => Promise<Seen>,
): Promise<Seen> {
  const folder = mkdtempSync(join(dirname(database), 'restart-'))
  const path = join(folder, 'books.db')
  copyFileSync(database, path)
  writeFileSync(`${path}-wal`, log)
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  try {
    return await look(store)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

export const sectorBytes = 512

/** The offsets of a log's sectors that differ from the flushed ones. */
export function unflushedSectors({ log, flushed }: Pick<Picture, 'log' | 'flushed'>): number[] {
  const sector = (of: Buffer, begin: number) => of.subarray(begin, begin + sectorBytes)
  const begins = Array.from({ length: Math.ceil(log.length / sectorBytes) }, (_, index) => index * sectorBytes)
  return begins.filter((begin) => !sector(log, begin).equals(sector(flushed, begin)))
}

/** The end of the latest log, in bytes: the rest of its file belongs to an earlier one. */
export function endOfLog(path: string): number {
  const log = readFileSync(`${path}-wal`)
  // Header and frames carry the same two numbers, which are new ones each time
  // (https://sqlite.org/fileformat2.html#walformat).
  const isOfThisLog = (frame: number) => log.compare(log, 16, 24, frame + 8, frame + 16) === 0
  let end = headerBytes
  while (end + frameBytes <= log.length && isOfThisLog(end)) end += frameBytes
  return end
}
