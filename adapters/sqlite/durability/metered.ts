import type { StoreMeter } from '../../../core/sente.ts'
import { type FlushFile, flushFile, type WalFlush } from './walFlush.ts'

/** A flush whose time is measured. */
export function timedFlush(flush: FlushFile = flushFile, { flushed }: StoreMeter): FlushFile {
  return async (descriptor) => {
    const begunMs = performance.now()
    await flush(descriptor)
    flushed(performance.now() - begunMs)
  }
}

/** Flushes whose commits are counted. */
export function countedCommits(walFlush: WalFlush, { committed }: StoreMeter): WalFlush {
  return {
    ...walFlush,
    committed(about) {
      committed()
      walFlush.committed(about)
    },
  }
}
