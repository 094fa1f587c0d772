import { notAllowed, type PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Act, refuseAct } from '../permissions.ts'
import type { SignedIn } from '../signIn/sessions.ts'

/** The field of every change by a user of an account: the user who is signed in. */
export type Managing = { readonly who: SignedIn }

/** An account, and the name under which its user's actions are recorded. */
type Managed = { readonly accountId: string; readonly by: string }

/** The account of a user who is signed in and may do this. Refused as `refuseAct` does, and to operators. */
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
