import { type ActionPorts, type Attribution, type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Quarantine, Quarantines } from '../ports/operators/quarantines.ts'

/** The refusal of a payment while the books may lack earlier ones. */
export const quarantined: Refusal = { refused: 'quarantined' }

/** A row that may continue, with the number of quarantines of the books when it was written. */
export type Counted = { readonly quarantines: number }

/**
 * Whether books with so many quarantines may lack the later state of a row: it was written before the last one began.
 * Quarantines are counted, because clocks can't show which of two rows is older.
 */
export function isOlderThanQuarantine(row: Counted, begun: number): boolean {
  return row.quarantines < begun
}

/** The person who begins or ends a quarantine, and the reason, in 1 to 500 printable characters. */
export type QuarantineDecision = Attribution & { readonly because: string }

/** The function that {@link findQuarantine} returns. */
export type FindQuarantine = () => Promise<Quarantine | undefined>

/** The function that {@link listQuarantines} returns. */
export type ListQuarantines = () => Promise<{
  readonly lasting: Quarantine | undefined
  readonly earlier: readonly Quarantine[]
}>

/** The function that {@link beginQuarantine} returns. */
export type BeginQuarantine = (
  request: QuarantineDecision,
) => Promise<{ readonly quarantine: Quarantine } | OperatorRefusal>

/** The function that {@link endQuarantine} returns. */
export type EndQuarantine = (
  request: QuarantineDecision,
) => Promise<{ readonly quarantine: Quarantine } | OperatorRefusal>

/** The ports for quarantines. */
export type QuarantinePorts = { readonly quarantines: Quarantines } & ActionPorts

/** Finds the current quarantine; undefined when there is none, so that payments are accepted. */
export function findQuarantine({ quarantines }: Pick<QuarantinePorts, 'quarantines'>): FindQuarantine {
  return async () => (await quarantines.all()).find(({ ended }) => ended === null)
}

/** The current quarantine, if there is one, and the ended ones, latest first. */
export function listQuarantines({ quarantines }: Pick<QuarantinePorts, 'quarantines'>): ListQuarantines {
  return async () => {
    const all = await quarantines.all()
    return { lasting: all.find(({ ended }) => ended === null), earlier: all.filter(({ ended }) => ended !== null) }
  }
}

/**
 * Begins a quarantine, for an operator who knows that the books lack payments. Refused with `malformed_explanation` and
 * `quarantined_already`.
 */
export function beginQuarantine(ports: QuarantinePorts): BeginQuarantine {
  const { quarantines, clock } = ports
  return async (decision) => {
    const refusal = refuseAttribution(decision)
    if (refusal) return refusal
    const { by, because } = decision
    const acting = recording(ports, decision)(() => decided('quarantine.begin'))
    const isBegun = await quarantines.begin({ atMs: clock.nowMs(), explanation: `${by}: ${because}` }, acting)
    return isBegun
      ? latest(quarantines)
      : { refused: 'quarantined_already', message: 'The books are already quarantined' }
  }
}

/**
 * Ends the quarantine of the books, so that payments are accepted again. Its author and the reason are never deleted.
 * Refused with `malformed_explanation` and `not_quarantined`.
 */
export function endQuarantine(ports: QuarantinePorts): EndQuarantine {
  const { quarantines, clock } = ports
  return async (decision) => {
    const refusal = refuseAttribution(decision)
    if (refusal) return refusal
    const { by, because } = decision
    const acting = recording(ports, decision)(() => decided('quarantine.end'))
    const isEnded = await quarantines.end({ atMs: clock.nowMs(), by, because }, acting)
    return isEnded ? latest(quarantines) : { refused: 'not_quarantined', message: 'The books are not quarantined' }
  }
}

function decided(kind: 'quarantine.begin' | 'quarantine.end'): Done {
  const isBegun = kind === 'quarantine.begin'
  return {
    kind,
    accountId: null,
    subject: 'quarantine',
    before: { quarantined: !isBegun },
    after: { quarantined: isBegun },
  }
}

async function latest(quarantines: Quarantines): Promise<{ quarantine: Quarantine }> {
  const [quarantine] = await quarantines.all()
  if (!quarantine) throw new Error('a quarantine is gone')
  return { quarantine }
}
