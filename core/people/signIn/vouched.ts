import { type Client, isOperator, nameKeyOf, type UserRecord, type Vouched, vouchedKey } from '../../model/people.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FoundUser, People, UserChange } from '../../ports/people/people.ts'
import type { SignInSeen } from '../../ports/people/signInEvents.ts'
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

/** The ports for signing in through an identity provider. */
export type VouchedPorts = {
  readonly people: Pick<People, 'userByName' | 'userVouchedBy' | 'change' | 'countAttempt' | 'uncountAttempt'>
  readonly clock: Pick<Clock, 'nowMs'>
} & OpeningPorts &
  SignInSeen

/** The function that {@link signInVouched} returns. */
export type SignInVouched = (
  request: Vouched & {
    /** The provider's name for the person: the first time, exactly the operator's name. */
    readonly name: string
    /** Whether the provider says that it took a second step. */
    readonly isStepTaken: boolean
    readonly client: Client
  },
) => Promise<Omit<Opened, 'account'> | PeopleRefusal>

/**
 * Opens a session for an operator whom an identity provider has recognised, without a password. It has `needs` where
 * the provider took no second step and one is needed. The first time, the operator is found by name, and from then on
 * by issuer and subject alone. Refused with `unknown_user` unless there is such an operator, not suspended, and not yet
 * known as another person there, and with `too_many_attempts` where too many such sign-ins have stopped at the second
 * step.
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

/** The same answer for nobody, for another person, and for a suspended operator. */
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
  return user.state === 'active' && isOperator(user) && isSame(user, who)
}

/** Names that only look alike, or differ in capitals, may belong to two people there. */
function isSame(user: UserRecord, { name, vouchedBy }: Recognised): boolean {
  return user.vouchedBy === vouchedBy || (user.vouchedBy === null && user.name === name)
}
