import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Act, refuseAct } from '../permissions.ts'
import type { SignedIn } from '../signIn/sessions.ts'

/** The fields of every request by an operator on a page: the user who is signed in, and the reason, if given. */
export type AsOperator = {
  readonly who: SignedIn
  /** The reason, in 1 to 500 printable characters. */
  readonly because?: string | undefined
}

/** The name under which an operator's actions are recorded. */
type Operator = { readonly by: string }

/** An operator who is signed in and may do this. Refused as `refuseAct` does. */
export function operatorIn(
  ports: { readonly clock: Pick<Clock, 'nowMs'> },
  who: SignedIn,
  act: Act,
): Operator | PeopleRefusal {
  return refuseAct(ports, who, act) ?? { by: who.user.name }
}
