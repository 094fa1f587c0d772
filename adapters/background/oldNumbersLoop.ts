import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { EraseOldNumbers } from '../../core/sente.ts'
import { type Repeated, repeated } from './repeated.ts'

/** The time from a start to the first check for old numbers, and the number of such times between later ones. */
const [everyMs, everyTimes] = [60_000, 60]

/** The pause for payments between two portions. */
const pauseMs = 20

type OldNumbers = {
  readonly days: number
  /** Whether the clock can be trusted: numbers erased by a wrong clock are lost. */
  isClockRight(): boolean
  readonly log: Logger
}

/** Erases phone numbers that are older than the time limit, in portions, until none is left or it is stopped. */
export function oldNumbersLoop(erase: EraseOldNumbers, { days, isClockRight, log }: OldNumbers): Repeated {
  let times = 0

  async function eraseAll(goesOn: () => boolean): Promise<void> {
    const isDue = times % everyTimes === 0
    times += 1
    if (!isDue || !isClockRight()) return
    const { payments, rows, lines } = await erase({
      days,
      async goOn() {
        await pause(pauseMs)
        return goesOn() && isClockRight()
      },
    })
    if (payments + rows + lines > 0) log.info({ payments, rows, lines, days }, 'phone numbers were erased')
  }

  const onBreakage = (err: unknown) => log.warn({ err }, 'old phone numbers were not erased')
  return repeated(eraseAll, { everyMs, onBreakage })
}
