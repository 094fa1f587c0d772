import type { Logger } from 'pino'
import type { FollowUp } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** How often a sweep begins. */
const everyMs = 250

/**
 * Resumes what a crash left open, then sweeps until it is stopped; resolves before the first sweep. Errors are logged,
 * and what a failed sweep did not record is due again.
 */
export async function followUpLoop({ resume, sweep }: FollowUp, log: Logger): Promise<Repeated> {
  const logged = (name: string) => (err: unknown) => log.error({ err }, name)
  await resume().catch(logged('resume'))
  return repeated(sweep, { everyMs, onBreakage: logged('sweep') })
}
