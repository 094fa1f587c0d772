import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { QuarantineCause } from '../../../core/sente.ts'
import { openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { type HighWaterMark, lookOf, markPath, markReader, readMark, writeMark } from './highWaterMark.ts'
import { placeOf } from './place.ts'

type Meta = { markId: string | null; marked: bigint; copiedAtMs: bigint | null }

/** How long after writing its mark a killed server may have gone on copying its log into the database. */
const lateMs = 10_000

/**
 * Whether the log next to a database's file belongs to another file; SQLite would apply it nevertheless. Call it before
 * SQLite opens the file. A server changes its file by copying the log into it, which never makes it smaller, and marks
 * that within a second.
 */
export function hasForeignLog(path: string): boolean {
  const mark = existsSync(path) ? readMark(path) : undefined
  if (!mark?.file || !existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0) return false
  const { inode, bytes, writtenMs } = lookOf(path)
  const lastMs = lookOf(markPath(path)).writtenMs + lateMs
  return inode !== mark.file.inode || bytes < mark.file.bytes || writtenMs < mark.file.writtenMs || writtenMs > lastMs
}

/** Throws `UnusableDatabase` for a database whose file and log do not belong together. */
export function assertWhole(database: Database): void {
  const reader = openReader(database)
  try {
    assertIntact(reader)
  } finally {
    reader.close()
  }
}

/**
 * Begins a quarantine if a database has lost entries: it is a marked copy, it is behind its high-water mark, its mark
 * is missing, or the mark or the log belongs to another database. So it does if the files were copied with their mark,
 * since the original may be in use, unless `isTheBooks`. Afterwards it has an id for its mark. Each quarantine
 * begins with a new id, so that a copy from before it is detected, whatever point it had reached.
 */
export function noticeRestore(
  database: Database,
  {
    nowMs,
    hadForeignLog,
    isTheBooks = false,
  }: { nowMs: number; hadForeignLog: boolean; isTheBooks?: boolean | undefined },
): void {
  const path = database.name
  const mark = readMark(path)
  const here = markReader(database)()
  const meta = metaOf(database)
  const isCopied = mark !== undefined && mark.id === meta.markId && isElsewhere(mark, path)
  const ofFiles = hadForeignLog ? 'other_log' : isCopied && !isTheBooks ? 'copied' : undefined
  const why = causeOf({ database, meta, mark, here }) ?? ofFiles
  if (why === undefined && !isCopied && meta.markId !== null && meta.marked === 1n) return
  const id = why === undefined && meta.markId !== null ? meta.markId : randomUUID()
  // SQLite flushes both: a missing mark that the database knows of would mean a restore.
  database.pragma('synchronous = FULL')
  database
    .transaction(() => {
      if (why) begin(database, { why, nowMs, here, mark })
      database.prepare('UPDATE meta SET mark_id = ?, marked = 0, copied_at_ms = NULL').run(id)
    })
    .immediate()
  writeMark(path, { id, ...here, file: lookOf(path), place: placeOf(path) })
  database.prepare('UPDATE meta SET marked = 1').run()
  database.pragma('synchronous = NORMAL')
}

type Found = {
  readonly database: Database
  readonly meta: Meta
  readonly mark: HighWaterMark | undefined
  readonly here: Omit<HighWaterMark, 'id'>
}

function causeOf({ database, meta, mark, here }: Found): QuarantineCause | undefined {
  if (meta.copiedAtMs !== null) return 'restored_backup'
  if (!mark) return meta.marked === 1n ? 'mark_missing' : undefined
  if (mark.id !== meta.markId) return isNew(database) ? undefined : 'other_mark'
  const isBehind = here.commits < mark.commits || (here.transaction?.sequence ?? 0) < (mark.transaction?.sequence ?? 0)
  if (isBehind) return 'behind_mark'
  return mark.transaction && !holds(database, mark.transaction) ? 'other_mark' : undefined
}

/** Whether a file is not the one that was marked, or its disk is in another machine. */
function isElsewhere({ file, place }: HighWaterMark, path: string): boolean {
  const { inode, bornMs } = lookOf(path)
  const isSameFile = file?.bornMs === undefined || file.inode === inode || (bornMs !== 0 && file.bornMs === bornMs)
  const { machine } = placeOf(path)
  return !isSameFile || (machine !== undefined && place?.machine !== undefined && place.machine !== machine)
}

/** Whether a database is new: then the mark next to it, for example of a removed one, does not matter. */
function isNew(database: Database): boolean {
  return database.prepare('SELECT 1 FROM accounts LIMIT 1').get() === undefined
}

function holds(database: Database, { sequence, id }: NonNullable<HighWaterMark['transaction']>): boolean {
  return (
    database.prepare<[number], string>('SELECT id FROM transactions WHERE sequence = ?').pluck().get(sequence) === id
  )
}

function metaOf(database: Database): Meta {
  const meta = database
    .prepare<[], Meta>('SELECT mark_id AS markId, marked, copied_at_ms AS copiedAtMs FROM meta')
    .get()
  if (!meta) throw new Error(`${database.name} has lost its stamps`)
  return meta
}

function begin(
  database: Database,
  { why, nowMs, here, mark }: { why: QuarantineCause; nowMs: number } & Pick<Found, 'here' | 'mark'>,
): void {
  const points = [here.transaction, mark?.transaction]
  database
    .prepare(
      `INSERT INTO quarantines (why, begun_at_ms, known_id, known_at_ms, reached_id, reached_at_ms)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(why, nowMs, ...points.flatMap((point) => [point?.id ?? null, point?.createdAtMs ?? null]))
}
