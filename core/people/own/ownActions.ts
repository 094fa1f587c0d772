import { isOwnKind, isShown, type OwnKind, onlyOperators } from '../../actions/ownKinds.ts'
import { nameKeyOf, type UserRecord } from '../../model/people.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Action, ActionQuery, Actions, Fact, Facts } from '../../ports/operators/actions.ts'
import type { People } from '../../ports/people/people.ts'
import { type Managing, managedBy } from './managing.ts'

/** An action about an account, as its owners see it. */
export type OwnAction = Pick<Action, 'number' | 'atMs' | 'subject' | 'before' | 'after'> & {
  readonly kind: OwnKind
  /** The user of the account who did it; null for an operator. */
  readonly by: string | null
}

/** A query for the actions about an account. An absent filter admits all. */
export type OwnActionQuery = Pick<ActionQuery, 'fromMs' | 'toMs' | 'before' | 'limit'> & {
  readonly kind?: OwnKind
  /** The user who did it, also a removed one; null for an operator. */
  readonly userId?: string | null
}

/** A page of them. `next` continues after it, and is null at the end. */
export type OwnActionPage = { readonly actions: readonly OwnAction[]; readonly next: number | null }

/** The function that {@link listOwnActions} returns. */
export type ListOwnActions = (
  request: Managing & { readonly query: OwnActionQuery },
) => Promise<OwnActionPage | PeopleRefusal>

/** The ports for listing the actions about an account. */
export type OwnActionPorts = {
  readonly actions: Pick<Actions, 'list'>
  readonly people: People
  readonly clock: Pick<Clock, 'nowMs'>
}

/**
 * Lists the actions about the account for an owner, the latest first. Refused with `not_allowed`. Actions of operators
 * have neither names nor reasons: reasons are written for the operator's own people, and may name fraud or other
 * merchants. A merchant deals with the operator, not with one of its clerks. In a long search for few actions, a page
 * may have less than `limit`, though more follow.
 */
export function listOwnActions({ actions, people, clock }: OwnActionPorts): ListOwnActions {
  return async ({ who, query: { userId, limit, ...query } }) => {
    const managed = managedBy({ clock }, who, 'own.actions')
    if ('refused' in managed) return managed
    const { accountId } = managed
    const user = typeof userId === 'string' ? await people.user(userId) : undefined
    if (typeof userId === 'string' && user?.accountId !== accountId) return { actions: [], next: null }
    const shown = telling(people, accountId)
    const asked = { ...query, accountId, limit, ...(user && { by: user.name }) }
    let found: readonly OwnAction[] = []
    let before = query.before
    for (let read = 0; read < mostReads; read += 1) {
      const page = await actions.list({ ...asked, ...(before !== undefined && { before }) })
      const more = (await Promise.all(page.actions.map(shown))).filter((one) => one !== undefined)
      found = [...found, ...more.filter(({ by }) => userId === undefined || by === (user?.name ?? null))]
      if (found.length > limit) return { actions: found.slice(0, limit), next: found[limit - 1]?.number ?? null }
      if (page.next === null || found.length === limit) return { actions: found, next: page.next }
      before = page.next
    }
    return { actions: found, next: before ?? null }
  }
}

/** How often actions are read for one page. */
const mostReads = 10

/** An action as owners of an account see it; undefined for actions that they do not see. */
function telling(people: Pick<People, 'userByName'>, accountId: string) {
  const users = new Map<string, Promise<UserRecord | undefined>>()
  /** Names stay taken, so a name always means the same user. */
  async function isUser(name: string): Promise<boolean> {
    const user = users.get(name) ?? people.userByName(nameKeyOf(name))
    users.set(name, user)
    const found = await user
    return found?.name === name && found.accountId === accountId
  }
  return async (action: Action): Promise<OwnAction | undefined> => {
    const { number, atMs, kind, subject, before, after, by, because, approvedBy } = action
    if (!isOwnKind(kind)) return undefined
    // An operator at the command line may have the name of a user. A user gives no reason and needs no approval.
    const mayBeUser = !onlyOperators.has(kind) && because === null && approvedBy === null
    const name = mayBeUser && (await isUser(by)) ? by : null
    return { number, atMs, kind, subject, by: name, before: shownFacts(before), after: shownFacts(after) }
  }
}

function shownFacts(facts: Facts | null): Facts | null {
  return (
    facts &&
    Object.fromEntries(
      Object.entries(facts)
        .filter(([name]) => isShown(name))
        .map(inWords),
    )
  )
}

/** Of a PIN there is only its id, which means nothing to people. */
function inWords([name, fact]: [string, Fact]): [string, Fact] {
  return name === 'pin' && fact !== null ? [name, 'set'] : [name, fact]
}
