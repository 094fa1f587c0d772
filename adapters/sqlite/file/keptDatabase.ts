import Database from 'better-sqlite3'
import type { Concern } from '../../../core/sente.ts'
import { loaded, ModuleUnusable } from './nativeModule.ts'

/**
 * better-sqlite3 12 on Node 24.19 and later: when one of its objects is garbage collected while no JavaScript runs, the
 * process aborts (`Assertion failed: (env) != nullptr`). Version 13 fixes that, but does not run on Node 20. So none of
 * its objects is ever released; there are a few dozen in a process. Besides, the garbage collector closes a connection
 * without references, and releases its locks.
 */
const kept: object[] = []

/** Keeps an object of better-sqlite3 from being garbage collected. */
export function keep<T extends object>(thing: T): T {
  kept.push(thing)
  return thing
}

/** Opens a database that is kept, together with every statement that it prepares. */
export function keptDatabase(path: string | Buffer, options: Database.Options = {}): Database.Database {
  const database = keep(loaded(() => new Database(path, options)))
  const { prepare } = database
  database.prepare = ((source: string) => keep(prepare.call(database, source))) as typeof prepare
  // Its own `pragma` would prepare a statement that cannot be kept.
  database.pragma = (source, { simple = false } = {}) => {
    const statement = database.prepare(`PRAGMA ${source}`)
    if (!statement.reader) return statement.run()
    return simple ? statement.pluck().get() : statement.all()
  }
  return database
}

/** The operator's concern about a module with which no database can be opened. */
export function moduleConcerns(): Concern[] {
  try {
    keptDatabase(':memory:').close()
    return []
  } catch (error) {
    if (error instanceof ModuleUnusable) return [{ isFault: true, found: error.message, ...error.remedy }]
    throw error
  }
}
