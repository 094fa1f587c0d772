import type { Write } from '../../sql/engine/sqlStatement.ts'
import { batchesKeptMs } from '../client/commit.ts'

/** How many are dropped at once: few enough that payments do not notice. */
const droppedAtOnce = 10_000

/** The pause between two rounds, in milliseconds. A node cannot make as many batches in this time. */
const usuallyEveryMs = 10_000

/** By the database's clock, which also dates the ids. */
const dropOld = `
  DELETE FROM batches WHERE id IN (
    SELECT id FROM batches
    WHERE id < lpad(to_hex((extract(epoch FROM statement_timestamp()) * 1000)::bigint - ${batchesKeptMs}), 12, '0')
    ORDER BY id LIMIT ${droppedAtOnce})`

/** Drops old batches from time to time, some of the oldest each time, until it is stopped. */
export function dropOldBatches(write: Write, everyMs = usuallyEveryMs): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function drop() {
    // Problems of the database are reported by the connection itself.
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
