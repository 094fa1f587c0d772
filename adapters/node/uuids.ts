import { randomFillSync, randomUUID } from 'node:crypto'
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
 * made. The 32 bits follow the version (RFC 9562, 6.2, method 1).
 */
function ordered(now = Date.now()): string {
  const bytes = sixteenBytes()
  lastSeq = now > lastMsecs ? bytes.readUInt32BE() >>> 1 : lastSeq + 1
  lastMsecs = Math.max(now, lastMsecs)
  bytes.writeUIntBE(lastMsecs, 0, 6)
  bytes.writeUInt16BE(0x7000 | (lastSeq >>> 20), 6)
  bytes.writeUInt32BE((0x80000000 | ((lastSeq & 0xfffff) << 10) | (bytes.readUInt32BE(8) & 0x3ff)) >>> 0, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
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
