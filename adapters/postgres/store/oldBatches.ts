import type { Write } from '../../sql/engine/sqlStatement.ts'
import { batchesKeptMs } from '../client/commit.ts'

/** How many are dropped at once: so few that it takes no time that payments would notice. */
const droppedAtOnce = 10_000

/** More often than a node can make so many, in milliseconds. */
const usuallyEveryMs = 10_000

/** By the database's clock, which made the ids, too. */
const dropOld = `
  DELETE FROM batches WHERE id IN (
    SELECT id FROM batches
    WHERE id < lpad(to_hex((extract(epoch FROM statement_timestamp()) * 1000)::bigint - ${batchesKeptMs}), 12, '0')
    ORDER BY id LIMIT ${droppedAtOnce})`

/** Drops old batches now and then, some of the oldest each time, until it is stopped. */
export function dropOldBatches(write: Write, everyMs = usuallyEveryMs): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function drop() {
    // What is wrong with the database is reported by the connection itself.
    await write({ reads: [], decide: () => ({ value: undefined, writes: [{ text: dropOld }] }) }).catch(() => {})
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
