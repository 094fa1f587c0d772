/**
 * The store in one SQLite file.
 *
 * @module sente/sqlite
 */

import { existsSync } from 'node:fs'
import type { StoreKind } from '../../core/sente.ts'
import { backUpFile } from './backup/backupFile.ts'
import { restoreFile } from './backup/restoreFile.ts'
import { diskConcerns } from './file/diskRoom.ts'
import { logConcerns } from './file/grownLog.ts'
import { damageConcerns } from './file/intactDatabase.ts'
import { moduleConcerns } from './file/keptDatabase.ts'
import { migrateFile } from './file/migrateFile.ts'
import { claimServing, isClaimed } from './file/servingLock.ts'
import { lockConcerns } from './file/writeLock.ts'
import { openMoveOut } from './move/moveOut.ts'
import { openSqliteStore } from './store/sqliteStore.ts'
import { remedyFor } from './store/trouble.ts'

export type { FlushFile } from './durability/walFlush.ts'
export { openSqliteStore, type SqliteServing, type SqliteStoreOptions } from './store/sqliteStore.ts'

/** Suffixes of the files of a database. */
const endings = ['', '-wal', '-shm', '-serving', '-found-damaged']

/** The store in one SQLite file, or in memory: `sqlite:PATH`, `sqlite::memory:`. */
export const sqlite: StoreKind & Required<Omit<StoreKind, 'moveIn' | 'declareMoved' | 'identityOf'>> = {
  schemes: ['sqlite'],
  form: 'sqlite:PATH or sqlite::memory:',
  isShared: false,
  isLasting: (path) => path !== ':memory:',
  nameOf: (path) => path,
  open: async (path, { purpose, serving }) =>
    openSqliteStore({ path, purpose, ...(serving ? { migrate: true, serving } : { migrate: false }) }),
  claim: async (path, pid) => claimServing(path, pid),
  remedyFor,
  isClaimed: async (path) => isClaimed(path),
  async concerns(path) {
    if (!existsSync(path)) return moduleConcerns()
    const about = [await diskConcerns(path), await lockConcerns(path), await logConcerns(path), damageConcerns(path)]
    return about.flat()
  },
  migrate: async (path, purpose) => migrateFile({ path, purpose }),
  moveOut: openMoveOut,
  inFiles: {
    files: (path) => endings.map((ending) => `${path}${ending}`),
    backUp: backUpFile,
    restore: restoreFile,
  },
}
