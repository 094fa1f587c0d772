import { accountNotFound, type Caller } from '../../accounts/keys/authenticate.ts'
import { notAllowed, type PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { SignedIn } from '../sessions.ts'
import { confirmedManager, managedBy } from './managing.ts'

/** What a user wants to do: look, change something, or change what a stolen session must not. */
export type UserDemand = 'look' | 'change' | 'change_confirmed'

/** The function that {@link callAsUser} returns. */
export type CallAsUser = (request: {
  readonly who: SignedIn
  readonly to: UserDemand
}) => Promise<Caller | Refusal | PeopleRefusal>

/** The ports that it needs. */
export type UserCallPorts = {
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes a user of an account who is signed in the caller of what merchants ask for with their keys. What a user changes is
 * recorded under the user's name. Refused with `not_allowed` where the role does not do, with `password_needed` unless the
 * password was given within the last minutes where that is demanded, and with `account_not_found`.
 */
export function callAsUser(ports: UserCallPorts): CallAsUser {
  return async ({ who, to }) => {
    const may = allowed(ports, who, to)
    if ('refused' in may) return may
    const account = await ports.accounts.byId(may.accountId)
    if (!account || account.closed) return accountNotFound
    return { account, keyId: who.user.id, keyDigest: '', user: who.user.name }
  }
}

function allowed(ports: UserCallPorts, who: SignedIn, to: UserDemand): { accountId: string } | PeopleRefusal {
  if (to === 'change') return managedBy(who)
  if (to === 'change_confirmed') return confirmedManager(ports, who)
  const { accountId } = who.user
  return accountId === null || who.needs !== null ? notAllowed : { accountId }
}
