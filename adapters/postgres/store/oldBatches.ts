import { batchTime } from '../connection/transact.ts'
import type { Write } from '../connection/writer.ts'

/** For how long the outcomes of batches are kept: far longer than any connection outlives its commit. */
const keptMs = 24 * 3_600_000

/** How many are dropped at once: so few that it takes no time that payments would notice. */
const droppedAtOnce = 10_000

/** More often than a node can make so many, in milliseconds. */
const usuallyEveryMs = 10_000

/** Drops old batches now and then, some of the oldest each time, until it is stopped. */
export function dropOldBatches(write: Write, everyMs = usuallyEveryMs): { stop(): void } {
  const text = `DELETE FROM batches WHERE id IN (SELECT id FROM batches WHERE id < $1 ORDER BY id LIMIT ${droppedAtOnce})`
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function drop() {
    const values = [batchTime(Date.now() - keptMs)]
    // What is wrong with the database is reported by the connection itself.
    await write(async () => ({ value: undefined, writes: [{ text, values }] })).catch(() => {})
    if (!isStopped) wait()
  }

  function wait() {
    timer = setTimeout(drop, everyMs).unref()
  }

  wait()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
