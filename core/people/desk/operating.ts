import { notAllowed, type PeopleRefusal, passwordNeeded } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { isConfirmed, type SignedIn } from '../sessions.ts'

/** What every change at the desk is asked with: whoever is signed in, and why, where that is said. */
export type AtDesk = {
  readonly who: SignedIn
  /** Why, in 1 to 500 readable characters. */
  readonly because?: string | undefined
}

/** The name that an operator's actions are recorded under. */
type Operator = { readonly by: string }

/** An operator who is signed in; refused to everybody else. */
export function operatorIn({ user: { role, state, name }, needs }: SignedIn): Operator | PeopleRefusal {
  return role === 'operator' && state === 'active' && needs === null ? { by: name } : notAllowed
}

/** The same for what a stolen session must not do: the operator has given the password within the last minutes. */
export function confirmedOperator(
  { clock }: { readonly clock: Pick<Clock, 'nowMs'> },
  who: SignedIn,
): Operator | PeopleRefusal {
  const operator = operatorIn(who)
  if ('refused' in operator) return operator
  return isConfirmed({ session: who.session, nowMs: clock.nowMs() }) ? operator : passwordNeeded
}
