import { notAllowed, type PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Act, refuseAct } from '../permissions.ts'
import type { SignedIn } from '../sessions.ts'

/** What every change by a manager is asked with: whoever is signed in. */
export type Managing = { readonly who: SignedIn }

/** An account, and the name that the actions of its user are recorded under. */
type Managed = { readonly accountId: string; readonly by: string }

/** The account of a user who is signed in and may do this; refused as `refuseAct` does, and to operators. */
export function managedBy(
  ports: { readonly clock: Pick<Clock, 'nowMs'> },
  who: SignedIn,
  act: Act,
): Managed | PeopleRefusal {
  const { accountId, name } = who.user
  const refusal = refuseAct(ports, who, act)
  if (refusal) return refusal
  return accountId === null ? notAllowed : { accountId, by: name }
}
