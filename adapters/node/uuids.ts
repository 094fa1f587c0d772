import { randomFillSync, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import type { Ids } from '../../core/sente.ts'

/** UUIDs of RFC 9562: version 7 where order matters, version 4 where an id must not be guessable. */
export const uuids: Ids = {
  ordered,
  random: () => randomUUID(),
}

let lastMsecs = 0
let lastSeq = 0

/**
 * Counts up from a random number in each millisecond, also while the clock goes back, so that ids sort in the order
 * made.
 */
function ordered(): string {
  const random = sixteenBytes()
  const now = Date.now()
  lastSeq = now > lastMsecs ? random.readUInt32BE() >>> 1 : lastSeq + 1
  lastMsecs = Math.max(now, lastMsecs)
  return v7({ msecs: lastMsecs, seq: lastSeq, random })
}

const pool = Buffer.alloc(4_096)
let used = pool.length

/** Random bytes from a pool: requesting sixteen at a time would cost five times as much. */
function sixteenBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}
