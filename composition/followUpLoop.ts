import type { Logger } from 'pino'
import type { FollowUp } from '../core/sente.ts'

/** How often it is looked for what is due. */
const everyMs = 250

/** The follow-up at work, until it is stopped. */
export type FollowUpLoop = {
  /** Begins nothing more, and resolves when what was asked is noted. */
  stop(): Promise<void>
}

/** Sweeps on and on. A sweep that breaks is logged, and what it did not note is due again. */
export function followUpLoop(followUp: FollowUp, log: Logger): FollowUpLoop {
  const sweeps = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const sweep = followUp
      .sweep()
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'sweep'))
      .finally(() => sweeps.delete(sweep))
    sweeps.add(sweep)
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sweeps)
    },
  }
}
