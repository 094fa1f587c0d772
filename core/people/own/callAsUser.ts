import { accountNotFound, type Caller } from '../../accounts/keys/authenticate.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Act } from '../permissions.ts'
import type { SignedIn } from '../signIn/sessions.ts'
import { managedBy } from './managing.ts'

/** The function that {@link callAsUser} returns. */
export type CallAsUser = (request: {
  readonly who: SignedIn
  readonly to: Act
}) => Promise<Caller | Refusal | PeopleRefusal>

/** The ports for calls as a user. */
export type UserCallPorts = {
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Makes a user of an account the caller of the requests that merchants make with their keys. The user must be signed
 * in. Each change is recorded under the user's name. Refused with `not_allowed` where the role does not suffice, with
 * `password_needed` unless the password was given within the last minutes where the act asks for it, and with
 * `account_not_found`.
 */
export function callAsUser(ports: UserCallPorts): CallAsUser {
  return async ({ who, to }) => {
    const may = managedBy(ports, who, to)
    if ('refused' in may) return may
    const account = await ports.accounts.byId(may.accountId)
    if (!account || account.closed) return accountNotFound
    const { id, name, role, refundLimits } = who.user
    const caller = { account, keyId: id, keyDigest: '', user: name, role }
    return role === 'support' ? { ...caller, refundLimits } : caller
  }
}
