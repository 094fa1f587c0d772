import type { AccountKey } from '../../model/account.ts'
import { isExpired } from '../../model/keyScopes.ts'
import { type PeopleRefusal, unknownUser } from '../../model/peopleRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Action, Actions } from '../../ports/operators/actions.ts'
import type { People } from '../../ports/people/people.ts'
import { type ActingPerson, notAllowedOver, refuseOver } from '../acting.ts'

/** The function that {@link listMadeKeys} returns. */
export type ListMadeKeys = (
  request: { readonly userId: string } & Pick<ActingPerson, 'by'>,
) => Promise<readonly AccountKey[] | PeopleRefusal>

/** The ports for listing keys made by users. */
export type MadeKeyPorts = {
  readonly people: Pick<People, 'user'>
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly actions: Pick<Actions, 'list'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Lists the usable keys of an account that one of its users has made. They outlast the user, who may have a copy.
 * Refused with `unknown_user` and `not_allowed`.
 */
export function listMadeKeys({ people, accounts, actions, clock }: MadeKeyPorts): ListMadeKeys {
  return async ({ userId, by }) => {
    const user = await people.user(userId)
    if (!user) return unknownUser(userId)
    const { accountId, name } = user
    if (refuseOver({ by }, 'user.list', { accountId })) return notAllowedOver({ by }, user)
    const account = accountId === null ? undefined : await accounts.byId(accountId)
    if (!account) return []
    const made = new Set<string>()
    for (const kind of ['key.create', 'key.rotate'])
      for await (const action of allOf(actions, { accountId: account.id, by: name, kind }))
        if (action.by === name) made.add(action.subject)
    const nowMs = clock.nowMs()
    return account.keys.filter((key) => key.active && !isExpired(key, nowMs) && made.has(`key ${key.id}`))
  }
}

async function* allOf(
  actions: Pick<Actions, 'list'>,
  query: { readonly accountId: string; readonly by: string; readonly kind: string },
): AsyncGenerator<Action> {
  let before: number | null | undefined
  while (before !== null) {
    const page = await actions.list({ ...query, ...(before !== undefined && { before }), limit: 100 })
    yield* page.actions
    before = page.next
  }
}
