import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'

/** How often a sweep begins. */
const everyMs = 250

/** The running follow-up. */
type FollowUpLoop = {
  /** Begins no more sweeps; resolves when the answers to those under way are recorded. */
  stop(): Promise<void>
}

/**
 * Resumes what a crash left open, then sweeps until it is stopped; resolves before the first sweep. Errors are logged,
 * and what a failed sweep did not record is due again.
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
