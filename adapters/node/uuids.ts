import { randomFillSync, randomUUID } from 'node:crypto'
import type { Ids } from '../../core/sente.ts'

/** UUIDs of RFC 9562: version 7 for ids whose order matters, version 4 for ids that must not be guessable. */
export const uuids: Ids = {
  ordered,
  random: () => randomUUID(),
}

/** The last count of each of the latest moments, the most recently used one at the end. */
const counts = new Map<number, number>()

/** More than one, since the clock may go back and forth, and since a caller's moment may not be the present one. */
const mostMoments = 16

/**
 * Counts up from a random number in each millisecond, so that ids of the same one sort in the order of their making.
 * The 32 bits follow the version (RFC 9562, 6.2, method 1). If the clock goes back, so do the ids: lists are sorted by
 * the time in them.
 */
function ordered(atMs = Date.now()): string {
  const bytes = sixteenBytes()
  const count = countIn(atMs, bytes.readUInt32BE() >>> 1)
  bytes.writeUIntBE(atMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | (count >>> 20), 6)
  bytes.writeUInt32BE((0x80000000 | ((count & 0xfffff) << 10) | (bytes.readUInt32BE(8) & 0x3ff)) >>> 0, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

function countIn(ms: number, random: number): number {
  const count = (counts.get(ms) ?? random) + 1
  counts.delete(ms)
  counts.set(ms, count)
  const [oldest = ms] = counts.size > mostMoments ? counts.keys() : []
  if (oldest !== ms) counts.delete(oldest)
  return count
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
