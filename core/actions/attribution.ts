import {
  isExplanation,
  isName,
  malformedExplanation,
  malformedName,
  type OperatorRefusal,
} from '../model/operatorRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { Acting, Action } from '../ports/operators/actions.ts'
import type { Secrets } from '../ports/secrets.ts'
import { chained } from './chain.ts'
import { ActedMeanwhile } from './meanwhile.ts'
import type { ActionKind } from './ownKinds.ts'

/** The author of a change and the reason, in every request of an operator. */
export type Attribution = {
  /** The person, by a name of 1 to 100 printable characters. */
  readonly by: string
  /** The reason, in 1 to 500 printable characters. */
  readonly because?: string | undefined
  /** Present for a change that another person has approved. */
  readonly approval?: Approval | undefined
}

/** The approval of a change by another person; null for a part of a change whose proposal another action ends. */
export type Approval = { readonly proposal: number | null; readonly by: string }

/** The contents of an action beside its author, time and reason. */
export type Done = { readonly kind: ActionKind } & Pick<Action, 'accountId' | 'subject' | 'before' | 'after'>

/** The ports for writing actions. */
export type ActionPorts = {
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'digest'>
  /**
   * The last action that a decision has seen. If another one has come since, it throws `ActedMeanwhile` and changes
   * nothing.
   */
  readonly lastAction?: number
  /** Gets the number of each action, as it is about to be written. */
  readonly acted?: (number: number) => void
}

/** Refuses a name or a reason that can't be recorded. */
export function refuseAttribution({ by, because, approval }: Attribution): OperatorRefusal | undefined {
  if (!isName(by) || (approval && !isName(approval.by))) return malformedName
  return because === undefined || isExplanation(because) ? undefined : malformedExplanation
}

/** Makes an action of the changed values, in every request the same way; none when nothing was changed. */
export type Recording = <Changed extends readonly unknown[] = []>(
  done: (...changed: Changed) => Done | undefined,
) => Acting<Changed>

/** Begins to record the changes of a request, at this moment. It ends the proposal behind the request, or another. */
export function recording(
  { clock, secrets, lastAction, acted }: ActionPorts,
  { by, because, approval }: Attribution,
  proposal: number | null = approval?.proposal ?? null,
): Recording {
  const atMs = clock.nowMs()
  const who = { atMs, by, approvedBy: approval?.by ?? null, because: because ?? null, proposal }
  return (done) => ({
    proposal,
    chain(place, ...changed) {
      if (lastAction !== undefined && place.number !== lastAction)
        throw new ActedMeanwhile(`action ${place.number} has come after ${lastAction}`)
      const action = done(...changed)
      if (action) acted?.(place.number + 1)
      return action && chained({ ...action, ...who }, place, secrets)
    },
  })
}
