import { notAllowed, type PeopleRefusal, passwordNeeded } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { mayManage } from '../acting.ts'
import { isConfirmed, type SignedIn } from '../sessions.ts'

/** What every change by a manager is asked with: whoever is signed in. */
export type Managing = { readonly who: SignedIn }

/** The account that a manager changes, and what its actions are recorded under. */
type Managed = { readonly accountId: string; readonly by: string }

/** The account of a manager who is signed in; refused to everybody else. */
export function managedBy({ user, needs }: SignedIn): Managed | PeopleRefusal {
  const { accountId, name } = user
  if (accountId === null || needs !== null || !mayManage(user, accountId)) return notAllowed
  return { accountId, by: name }
}

/** The same for what a stolen session must not do: the manager has given the password within the last minutes. */
export function confirmedManager(
  { clock }: { readonly clock: Pick<Clock, 'nowMs'> },
  who: SignedIn,
): Managed | PeopleRefusal {
  const managed = managedBy(who)
  if ('refused' in managed) return managed
  return isConfirmed({ session: who.session, nowMs: clock.nowMs() }) ? managed : passwordNeeded
}
