import { isExplanation, malformedExplanation, type OperatorRefusal } from '../operatorRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Quarantine, Quarantines } from '../ports/quarantines.ts'
import type { Refusal } from '../refusal.ts'

/** Refuses a payment while the books may have forgotten earlier ones. */
export const quarantined: Refusal = { refused: 'quarantined' }

/** Who begins or ends a quarantine, and why. */
export type QuarantineDecision = { readonly by: string; readonly because: string }

type Decide = (decision: QuarantineDecision) => Promise<{ quarantine: Quarantine } | OperatorRefusal>

/** Ends the quarantine of the books, so that payments are accepted again; who ended it and why is never deleted. */
export type EndQuarantine = Decide

/** Begins a quarantine, for an operator who knows that the books have forgotten payments. */
export type BeginQuarantine = Decide

type QuarantinePorts = { readonly quarantines: Quarantines; readonly clock: Clock }

/** The quarantine that has not ended, if there is one. */
export async function lastingQuarantine(quarantines: Quarantines): Promise<Quarantine | undefined> {
  return (await quarantines.all()).find(({ ended }) => ended === null)
}

/** Builds the use case from its ports. */
export function endQuarantine({ quarantines, clock }: QuarantinePorts): EndQuarantine {
  return async ({ by, because }) => {
    if (!isExplanation(because)) return malformedExplanation
    const isEnded = await quarantines.end({ atMs: clock.nowMs(), by, because })
    return isEnded ? latest(quarantines) : { refused: 'not_quarantined', message: 'The books are not quarantined' }
  }
}

/** Builds the use case from its ports. */
export function beginQuarantine({ quarantines, clock }: QuarantinePorts): BeginQuarantine {
  return async ({ by, because }) => {
    if (!isExplanation(because)) return malformedExplanation
    const isBegun = await quarantines.begin({ atMs: clock.nowMs(), explanation: `${by}: ${because}` })
    return isBegun
      ? latest(quarantines)
      : { refused: 'quarantined_already', message: 'The books are quarantined already' }
  }
}

async function latest(quarantines: Quarantines): Promise<{ quarantine: Quarantine }> {
  const [quarantine] = await quarantines.all()
  if (!quarantine) throw new Error('a quarantine is gone')
  return { quarantine }
}
