import { type Client, nameKeyOf, type UserRecord, type Vouched, vouchedKey } from '../model/people.ts'
import type { PeopleRefusal } from '../model/peopleRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import type { FoundUser, People, UserChange } from '../ports/people/people.ts'
import type { SignInSeen } from '../ports/people/signInEvents.ts'
import { unfinished } from './attempts.ts'
import {
  type NewSessionOf,
  needOf,
  newSession,
  type Opened,
  type OpeningPorts,
  openedOf,
  seenOpening,
  withSession,
} from './opening.ts'

/** What signing in through an identity provider needs. */
export type VouchedPorts = {
  readonly people: Pick<People, 'userByName' | 'userVouchedBy' | 'change' | 'countAttempt' | 'uncountAttempt'>
  readonly clock: Pick<Clock, 'nowMs'>
} & OpeningPorts &
  SignInSeen

/** The function that {@link signInVouched} returns. */
export type SignInVouched = (
  request: Vouched & {
    /** The provider's name for the person: the first time, the operator's name to the letter. */
    readonly name: string
    /** Whether the provider says that it took a second step. */
    readonly isStepTaken: boolean
    readonly client: Client
  },
) => Promise<Omit<Opened, 'account'> | PeopleRefusal>

/**
 * Opens a session for an operator whom an identity provider has recognised, without a password; with `needs` where the
 * provider took no second step and one is needed. Whom it recognises is an operator by name once, and from then on the
 * same operator by issuer and subject alone. Refused with `unknown_user` unless there is such an operator, who is not
 * suspended, and whom nobody else there is known as, and with `too_many_attempts` where too many such sign-ins have stopped
 * at the second step.
 */
export function signInVouched(ports: VouchedPorts): SignInVouched {
  const { people, clock } = ports
  return async ({ name, isStepTaken, client, ...vouched }) => {
    const who: Recognised = { name, vouchedBy: vouchedKey(vouched) }
    const user = (await people.userVouchedBy(who.vouchedBy)) ?? (await people.userByName(nameKeyOf(name)))
    if (!user || !mayOpen(user, who)) return noOperator(name)
    const stops = !isStepTaken && needOf(ports, user) === 'second_step'
    const begun = stops ? await unfinished(ports, { user, client }) : undefined
    if (begun && 'refused' in begun) return begun
    const given = { who, isStepTaken, client, begunAtMs: begun?.atMs }
    const opening = (found: FoundUser) => openingOf(ports, found, given)
    const opened = await people.change({ userId: user.id, nowMs: clock.nowMs() }, opening)
    if (!opened) return noOperator(name)
    seenOpening(ports, { user, client }, opened)
    return opened
  }
}

type Recognised = { readonly name: string; readonly vouchedBy: string }

/** The same whether there is nobody, somebody else, or somebody who is suspended. */
function noOperator(name: string): PeopleRefusal {
  const message = `You are known there as ${name}, but no operator here has exactly that name`
  return { refused: 'unknown_user', message }
}

function openingOf(
  ports: OpeningPorts,
  { user, sessions, nowMs }: FoundUser,
  { who, ...given }: { readonly who: Recognised } & Pick<NewSessionOf, 'isStepTaken' | 'client' | 'begunAtMs'>,
): UserChange<Omit<Opened, 'account'> | undefined> {
  if (!mayOpen(user, who)) return { value: undefined }
  const opened = newSession(ports, { user: { ...user, vouchedBy: who.vouchedBy }, nowMs, ...given })
  return { value: openedOf(opened), user: opened.user, sessions: withSession(sessions, opened.session, nowMs) }
}

function mayOpen(user: UserRecord, who: Recognised): boolean {
  return user.state === 'active' && user.role === 'operator' && isSame(user, who)
}

/** Names that only look alike, or differ in capitals, may be those of two persons there. */
function isSame(user: UserRecord, { name, vouchedBy }: Recognised): boolean {
  return user.vouchedBy === vouchedBy || (user.vouchedBy === null && user.name === name)
}
