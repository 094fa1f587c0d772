import type { Clock } from '../../ports/clock.ts'
import type { Enquired } from '../../ports/mobileProvider.ts'
import type { FollowUpPolicy } from '../policy.ts'

/** A process's treatment of a network that leaves its questions unanswered. */
export type Patience = {
  /** How many transactions it may be asked about at once now: as many as allowed, one after a pause, none during it. */
  most(): number
  /** Notes the outcome of a question. */
  note(outcome: Enquired['outcome']): void
}

/** So many unanswered questions in a row are not a coincidence. */
const suspicious = 4

/**
 * Asks a network that no longer answers one question at a time, with growing pauses, until it answers one. The fault
 * may lie in this process alone, such as a wrong credential, so only this process holds back.
 */
export function patience(
  clock: Pick<Clock, 'monotonicMs'>,
  atOnce: number,
  { firstPauseMs, longestSilenceMs }: FollowUpPolicy,
): Patience {
  let unanswered = 0
  let pauses = 0
  let untilMs = Number.NEGATIVE_INFINITY
  const isPausing = () => clock.monotonicMs() < untilMs
  return {
    most() {
      if (isPausing()) return 0
      return pauses > 0 ? 1 : atOnce
    },
    note(outcome) {
      if (outcome !== 'unanswered') {
        ;[unanswered, pauses, untilMs] = [0, 0, Number.NEGATIVE_INFINITY]
        return
      }
      unanswered += 1
      if (unanswered < suspicious || isPausing()) return
      untilMs = clock.monotonicMs() + Math.min(firstPauseMs * 2 ** pauses, longestSilenceMs)
      pauses += 1
    },
  }
}
