import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Act, refuseAct } from '../permissions.ts'
import type { SignedIn } from '../sessions.ts'

/** What every change at the desk is asked with: whoever is signed in, and why, where that is said. */
export type AtDesk = {
  readonly who: SignedIn
  /** Why, in 1 to 500 readable characters. */
  readonly because?: string | undefined
}

/** The name that an operator's actions are recorded under. */
type Operator = { readonly by: string }

/** An operator who is signed in and may do this; refused as `refuseAct` does. */
export function operatorIn(
  ports: { readonly clock: Pick<Clock, 'nowMs'> },
  who: SignedIn,
  act: Act,
): Operator | PeopleRefusal {
  return refuseAct(ports, who, act) ?? { by: who.user.name }
}
