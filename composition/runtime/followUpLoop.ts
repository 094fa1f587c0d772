import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'

/** How often it is looked for what is due. */
const everyMs = 250

/** The follow-up at work, until it is stopped. */
export type FollowUpLoop = {
  /** Begins nothing more, and resolves when what was asked is noted. */
  stop(): Promise<void>
}

/**
 * Takes up what a crash left behind, and then sweeps on and on; resolves before the first sweep. What breaks is logged, and what it
 * did not note is due again.
 */
export async function followUpLoop(followUp: FollowUp, log: Logger): Promise<FollowUpLoop> {
  const sweeps = new Set<Promise<void>>()
  const begin = (work: () => Promise<unknown>, name: string) => {
    const begun = work()
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, name))
      .finally(() => sweeps.delete(begun))
    sweeps.add(begun)
    return begun
  }
  await begin(followUp.resume, 'resume')
  const timer = setInterval(() => begin(followUp.sweep, 'sweep'), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sweeps)
    },
  }
}
