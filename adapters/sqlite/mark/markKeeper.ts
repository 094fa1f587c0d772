import type { Database } from 'better-sqlite3'
import { lookOf, markReader, writeMarkAside } from './highWaterMark.ts'

/** Keeps the high-water mark of a served database up to date. */
export type MarkKeeper = {
  /** Writes it a last time; what it describes is on the disk by then. */
  stop(): Promise<void>
}

/** What a mark keeper needs. */
export type MarkKeeperParts = {
  readonly database: Database
  /** Resolves when everything that was visible at the call is on the disk. */
  readonly settled: () => Promise<void>
  /** Called once when the mark can't be written, and once with `undefined` when it can again. */
  readonly onMark: (error: Error | undefined) => void
}

/** How often it is written, if anything has changed, in milliseconds. */
const everyMs = 1_000

/**
 * Starts keeping it. The mark may be behind the disk, by a second or as long as it can't be written, but never ahead.
 */
export function markKeeper({ database, settled, onMark }: MarkKeeperParts): MarkKeeper {
  const read = markReader(database)
  const id = database.prepare<[], string>('SELECT mark_id FROM meta').pluck().get() ?? ''
  let written = ''
  let isFailing = false
  let keeping: Promise<void> = Promise.resolve()

  async function keep() {
    const mark = { id, file: lookOf(database.name), ...read() }
    const text = JSON.stringify(mark)
    if (text === written) return
    await settled()
    await writeMarkAside(database.name, mark)
    written = text
    if (isFailing) onMark(undefined)
    isFailing = false
  }

  function keepOn(): Promise<void> {
    keeping = keeping.then(keep).catch((error: unknown) => {
      if (!isFailing) onMark(error instanceof Error ? error : new Error(String(error)))
      isFailing = true
    })
    return keeping
  }

  const timer = setInterval(keepOn, everyMs).unref()
  void keepOn()
  return {
    stop() {
      clearInterval(timer)
      return keepOn()
    },
  }
}
