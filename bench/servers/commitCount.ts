import { fdatasync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Books } from '../../core/sente.ts'
import { openTimes } from '../figures/tally.ts'

/** Counts the steps of the books and the flushes that they share. */
export type CommitCount = {
  /** Flushes a file as the product does, after the delay. */
  flush(descriptor: number): Promise<void>
  /** The same books, each step of them counted. */
  counted(books: Books): Books
  begin(): void
  sum(): { steps: number; flushes: number; flushP50Ms: number; flushP99Ms: number }
}

const flushFile = promisify(fdatasync)

/** Begins at zero. `delayMs` is added to each flush, to imitate a slower disk. */
export function commitCount(delayMs: number): CommitCount {
  let steps = 0
  let times = openTimes()
  return {
    async flush(descriptor) {
      const begunMs = performance.now()
      if (delayMs > 0) await setTimeout(delayMs)
      await flushFile(descriptor)
      times.add(performance.now() - begunMs)
    },
    counted: (books) => ({
      ...books,
      atomically(scope, step) {
        steps += 1
        return books.atomically(scope, step)
      },
    }),
    begin() {
      steps = 0
      times = openTimes()
    },
    sum() {
      const { p50Ms: flushP50Ms, p99Ms: flushP99Ms } = times.percentiles()
      return { steps, flushes: times.count, flushP50Ms, flushP99Ms }
    },
  }
}
