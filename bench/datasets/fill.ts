import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { v7 } from 'uuid'
import { uuids } from '../../adapters/node/node.ts'
import { airtelId } from '../../adapters/providers/airtel/id.ts'
import { fillLists } from '../../adapters/sql/books/lists/lists.ts'
import { fillMarks } from '../../adapters/sql/books/marks.ts'
import { sqliteDialect } from '../../adapters/sqlite/dialect.ts'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { drawPayments, keepPayments, workTables } from './rows.ts'

/** The payments of a database: their number, and their beginning. */
export type History = {
  readonly transactions: number
  /** Epoch milliseconds. The payments follow it a second apart. */
  readonly beginMs: number
}

/** The number of the newest payments that are still pending. */
const pending = 100

/** Pending payments are not due until long after, so that a benchmark's network is asked only about its own. */
const askAfterMs = 10 * 365 * 24 * 3_600_000

const batch = 100_000

/** Fills a database with the rows of many payments. */
export function fillWithPayments(path: string, history: History, onProgress: (line: string) => void): void {
  fillHastily(path, (database) => {
    database.exec(workTables)
    addPayments(database, history, onProgress)
    onProgress('lists of them')
    for (const fill of [...fillLists(), ...fillMarks(sqliteDialect)]) database.exec(fill)
  })
}

/**
 * Fills a database, which nothing else may use meanwhile, as fast as possible. Its constraints and triggers stay in
 * force. A process that ends before this returns leaves it broken.
 */
export function fillHastily(path: string, fill: (database: Database) => void): void {
  const database = keptDatabase(path, { fileMustExist: true })
  try {
    makeHasty(database)
    addFunctions(database)
    fill(database)
    database.pragma('journal_mode = WAL')
  } finally {
    database.close()
  }
  flush(path)
}

/** Makes a database write nothing twice and flush nothing: an unfinished one is thrown away anyway. */
function makeHasty(database: Database): void {
  // Otherwise it keeps its journal in spite of the setting.
  database.unsafeMode()
  for (const setting of ['locking_mode = EXCLUSIVE', 'journal_mode = OFF', 'synchronous = OFF']) {
    database.pragma(setting)
  }
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -1000000')
}

/** Adds the functions that make ids. */
function addFunctions(database: Database): void {
  database.function('ordered_id', (msecs) => v7({ msecs: Number(msecs) }))
  database.function('random_id', () => uuids.random())
  database.function('airtel_id', (id) => airtelId(String(id)))
}

function addPayments(database: Database, { transactions, beginMs }: History, onProgress: (line: string) => void): void {
  const draw = database.prepare(drawPayments)
  const keepAll = keepPayments.map((source) => database.prepare(source))
  const clear = database.prepare('DELETE FROM drafts')
  const lastFinal = transactions - Math.min(pending, Math.floor(transactions / 10))
  const askAtMs = beginMs + transactions * 1000 + askAfterMs
  const addBatch = database.transaction((from: number, to: number) => {
    draw.run({ from, to, beginMs, lastFinal, askAtMs })
    for (const keep of keepAll) keep.run()
    clear.run()
  })
  for (let from = 1; from <= transactions; from += batch) {
    const to = Math.min(transactions, from + batch - 1)
    addBatch(from, to)
    onProgress(`${to} of ${transactions} payments`)
  }
}

/** Flushes a file to the disk. */
function flush(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
