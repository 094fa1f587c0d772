import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { InPieces } from '../../sql/engine/engine.ts'

/** Reads pieces one at a time, whoever asks, each followed by as much time for everything else as it took. */
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
