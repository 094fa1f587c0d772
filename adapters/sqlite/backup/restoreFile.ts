import { chmodSync, constants, copyFileSync, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Acting, type Purpose, type RestoredFile, type StoreCopy, UnusableDatabase } from '../../../core/sente.ts'
import { removing } from '../../sql/books/audit/marks.ts'
import { actionBeside } from '../../sql/operators/actions/actionWrites.ts'
import { versions } from '../../sql/schema/versions.ts'
import { sqliteDialect } from '../dialect.ts'
import { connection } from '../engine/connection.ts'
import { openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { keptDatabase } from '../file/keptDatabase.ts'
import { makeOwnerOnlyFile } from '../file/ownerOnlyFile.ts'
import { claimRestoring } from '../file/servingLock.ts'
import { flushFolder } from '../mark/highWaterMark.ts'
import { refuseForeign, refuseOtherPurpose, refuseOtherVersion, versionOf } from '../schema/migrate.ts'
import { usable } from '../usable.ts'
import { latestIn } from './backupFile.ts'

type Recorded = Acting<[latest: string | undefined]>
type Restore = StoreCopy & { readonly acting: Recorded }

/**
 * Replaces a database that no process serves with a backup. Existing files are renamed, the log too, which would
 * otherwise be applied to the backup; its high-water mark stays. Throws `UnusableDatabase`, and changes nothing, for a
 * file that is not a backup.
 */
export function restoreFile({ path, file, purpose, say, acting }: Restore): RestoredFile {
  if (!existsSync(file)) throw new UnusableDatabase(`there is no backup at ${file}`)
  if (!statSync(file).isFile()) throw new UnusableDatabase(`${file} is not a file`)
  const target = existsSync(path) ? realpathSync(path) : path
  if (existsSync(path) && realpathSync(file) === target) throw new UnusableDatabase(`${file} is the database itself`)
  const claim = claimRestoring(target)
  const part = `${target}-restoring`
  try {
    say(`copying ${file}`)
    usable(file, () => copyOwnerOnly(file, part))
    say('checking the copy')
    usable(file, () => assertBackup(part, { file, purpose }))
    const damage = damageOf(part)
    if (damage !== null) say(`its books were damaged when it was made: ${damage}`)
    const latest = latestIn(part)
    const isRecorded = record(part, { acting, latest })
    const aside = setAside(target)
    renameSync(part, target)
    flushFolder(dirname(target))
    return { aside, latest, isRecorded }
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true })
    claim.release()
  }
}

function copyOwnerOnly(file: string, part: string): void {
  rmSync(part, { force: true })
  makeOwnerOnlyFile(part)
  copyFileSync(file, part, constants.COPYFILE_FICLONE)
  chmodSync(part, 0o600)
}

function assertBackup(part: string, { file, purpose }: { file: string; purpose: Purpose }): void {
  const database = keptDatabase(part, { fileMustExist: true }).defaultSafeIntegers()
  try {
    refuseForeign(database, file)
    refuseOtherVersion(database, { path: file, mayMigrate: true })
    refuseOtherPurpose(database, { path: file, purpose })
    if (copiedAt(database) === null)
      throw new UnusableDatabase(
        `${file} is not a backup that \`sente backup\` made; see docs/backups/restoring.md for other copies`,
      )
    // Flushes the copy, however it was made.
    database.pragma('synchronous = FULL')
    database.prepare('UPDATE meta SET copied_at_ms = copied_at_ms').run()
    const reader = openReader(database)
    try {
      assertIntact(reader)
    } finally {
      reader.close()
    }
  } finally {
    database.close()
  }
}

/**
 * Writes the action into the copy and removes the mark of its audit, so that the next one reads everything. Not if its
 * schema is an older one: the later columns exist in this version alone.
 */
function record(part: string, { acting, latest }: { acting: Recorded; latest: string | undefined }): boolean {
  const database = keptDatabase(part, { fileMustExist: true }).defaultSafeIntegers()
  try {
    if (versionOf(database) < versions.length) return false
    database.pragma('synchronous = FULL')
    const run = connection(database)
    const { reads, made } = actionBeside(sqliteDialect)(acting)
    const write = database.transaction(() => {
      const found = reads.map((read) => run(read))
      for (const statement of [...made(found, latest).writes, ...removing]) run(statement)
    })
    write.immediate()
    return true
  } finally {
    database.close()
  }
}

/** The damage in a backup at the time of its making. An older backup does not record it. */
function damageOf(part: string): string | null {
  const database = keptDatabase(part, { readonly: true })
  try {
    return has(database, 'copied_damage')
      ? (database.prepare<[], string | null>('SELECT copied_damage FROM meta').pluck().get() ?? null)
      : null
  } finally {
    database.close()
  }
}

function has(database: ReturnType<typeof keptDatabase>, column: string): boolean {
  return database.prepare("SELECT 1 FROM pragma_table_info('meta') WHERE name = ?").get(column) !== undefined
}

function copiedAt(database: ReturnType<typeof keptDatabase>): bigint | null {
  return has(database, 'copied_at_ms')
    ? (database.prepare<[], bigint | null>('SELECT copied_at_ms FROM meta').pluck().get() ?? null)
    : null
}

/** Renames a database and its log, so that they are neither lost nor applied to the backup. */
function setAside(target: string): string[] {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const name = freeName(`${target}-before-restore-${stamp}`)
  return ['', '-wal', '-shm', '-found-damaged'].flatMap((end) => {
    if (!existsSync(`${target}${end}`)) return []
    renameSync(`${target}${end}`, `${name}${end}`)
    return [`${name}${end}`]
  })
}

function freeName(name: string, number = 2): string {
  const isTaken = ['', '-wal', '-shm'].some((end) => existsSync(`${name}${end}`))
  return isTaken ? freeName(`${name.replace(/_\d+$/, '')}_${number}`, number + 1) : name
}
