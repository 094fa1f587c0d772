import type { StoreMeter } from '../../../core/sente.ts'
import { type FlushFile, flushFile, type WalFlush } from './walFlush.ts'

/** A flush with a measured time. */
export function timedFlush(flush: FlushFile = flushFile, { flushed }: StoreMeter): FlushFile {
  return async (descriptor) => {
    const begunMs = performance.now()
    await flush(descriptor)
    flushed(performance.now() - begunMs)
  }
}

/** Flushes with counted commits. */
export function countedCommits(walFlush: WalFlush, { committed }: StoreMeter): WalFlush {
  return {
    ...walFlush,
    committed(about) {
      committed()
      walFlush.committed(about)
    },
  }
}
