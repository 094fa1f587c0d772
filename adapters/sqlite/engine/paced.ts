import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { InPieces } from '../../sql/engine/engine.ts'

/**
 * Reads pieces one at a time for all callers. After each piece, everything else gets as much time as the piece took.
 */
export function paced(): InPieces {
  const oneByOne = pLimit(1)
  return (read) =>
    oneByOne(async () => {
      const begunMs = performance.now()
      const found = await read()
      await setTimeout(performance.now() - begunMs)
      return found
    })
}
