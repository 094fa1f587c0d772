import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often a sweep begins. */
const everyMs = 250

/**
 * Resumes the transactions that a crash left open, then sweeps until it is stopped. Resolves before the first sweep.
 * Errors are logged, and answers that a failed sweep did not record are due again. Sweeps overlap, since each lasts as
 * long as its slowest network.
 */
export async function followUpLoop({ resume, sweep }: FollowUp, log: Logger): Promise<Repeated> {
  const logged = (name: string) => (err: unknown) => log.error({ err }, name)
  await resume().catch(logged('resume'))
  return repeated(sweep, { everyMs, onBreakage: logged('sweep'), overlaps: true })
}
