import type { Logger } from 'pino'
import type { AskForFloats, FloatWatch, OperatorMoney } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/**
 * How often payments are added up, with a check whether it is our turn to ask networks; and how often floats are
 * checked.
 */
const [everyMs, lookEveryMs] = [60_000, 5_000]

/**
 * The work of the loop: it adds up some payments, asks networks for floats in its turn, and checks the floats whose
 * payouts are limited to them.
 */
type FloatWork = Pick<OperatorMoney, 'gather'> & { readonly ask: AskForFloats; readonly look?: FloatWatch['look'] }

/**
 * Adds up payments for the operator's floats and for figures, in small steps until none are left or it is stopped, and asks networks.
 */
export function floatLoop({ gather, ask, look }: FloatWork, log: Logger): Repeated {
  const onBreakage = (err: unknown) => log.warn({ err }, 'floats')
  let first: Promise<void> | undefined

  async function work(goesOn: () => boolean): Promise<void> {
    while (goesOn() && (await gather()));
    if (goesOn()) await ask()
  }

  const loops = [repeated(work, { everyMs, onBreakage })]
  if (look) {
    loops.push(repeated(look, { everyMs: lookEveryMs, onBreakage }))
    first = look().catch(onBreakage)
  }
  return {
    async stop() {
      await Promise.all([first, ...loops.map((loop) => loop.stop())])
    },
  }
}
