import { type Client, nameKeyOf } from '../model/people.ts'
import type { PeopleRefusal } from '../model/peopleRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { FoundUser, People, UserChange } from '../ports/people/people.ts'
import { newSession, type Opened, type OpeningPorts, openedOf, withSession } from './opening.ts'

/** What signing in through an identity provider needs. */
export type VouchedPorts = {
  readonly people: Pick<People, 'userByName' | 'change'>
  readonly clock: Pick<Clock, 'nowMs'>
} & OpeningPorts

/** The function that {@link signInVouched} returns. */
export type SignInVouched = (request: {
  /** The name by which the provider knows somebody. */
  readonly name: string
  /** Whether the provider says that it took a second step. */
  readonly isStepTaken: boolean
  readonly client: Client
}) => Promise<Omit<Opened, 'account'> | PeopleRefusal>

/**
 * Opens a session for an operator whom an identity provider has recognised, without a password; with `needs` where the
 * provider took no second step and one is needed. Refused with `unknown_user` unless there is such an operator, who is
 * not suspended.
 */
export function signInVouched(ports: VouchedPorts): SignInVouched {
  return async ({ name, isStepTaken, client }) => {
    const user = await ports.people.userByName(nameKeyOf(name))
    if (!user) return noOperator
    const opening = (found: FoundUser) => openingOf(ports, found, { isStepTaken, client })
    const opened = await ports.people.change({ userId: user.id, nowMs: ports.clock.nowMs() }, opening)
    return opened ?? noOperator
  }
}

/** The same whether there is nobody, somebody else, or somebody who is suspended. */
const noOperator: PeopleRefusal = {
  refused: 'unknown_user',
  message: 'You are known there, but no operator here has that name',
}

function openingOf(
  ports: OpeningPorts,
  { user, sessions, nowMs }: FoundUser,
  given: { readonly isStepTaken: boolean; readonly client: Client },
): UserChange<Omit<Opened, 'account'> | undefined> {
  if (user.state !== 'active' || user.role !== 'operator') return { value: undefined }
  const opened = newSession(ports, { user, nowMs, ...given })
  return { value: openedOf(opened), user: opened.user, sessions: withSession(sessions, opened.session, nowMs) }
}
