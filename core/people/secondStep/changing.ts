import type { ActionPorts, Done } from '../../actions/attribution.ts'
import { recording } from '../../actions/attribution.ts'
import type { Client, SecondStep, Session, SessionRecord, UserRecord } from '../../model/people.ts'
import { notConfirmed, type PeopleRefusal, secondStepNeeded, sessionEnded } from '../../model/peopleRefusal.ts'
import type { Ids } from '../../ports/ids.ts'
import type { FoundUser, People, UserChange } from '../../ports/people/people.ts'
import type { SignInSeen } from '../../ports/people/signInEvents.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { newSession, type Opened, openedOf, type SessionPolicy } from '../signIn/opening.ts'
import { isConfirmed, isOpen } from '../signIn/sessions.ts'

/** The ports for changing a second step. */
export type SecondStepPorts = {
  readonly people: People
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'newToken'>
} & ActionPorts &
  SessionPolicy &
  SignInSeen

/**
 * A session that continues under a new token since the second step has changed. All other sessions of the user have
 * ended.
 */
export type Renewed = Omit<Opened, 'account'>

/** The session that changes the second step of its user. */
export type InSession = { readonly session: Session }

/**
 * Refuses to change the second step in a session that has ended, or lacks the second step, or in which the password was
 * not given again.
 */
export function refuseChanging(own: SessionRecord | undefined, nowMs: number): PeopleRefusal | undefined {
  if (!own || !isOpen(own, nowMs)) return sessionEnded
  if (own.needs === 'second_step') return secondStepNeeded
  // A user who has just signed in to set it up has given the password.
  if (own.needs === null && !isConfirmed({ session: own, nowMs })) return notConfirmed
  return undefined
}

/** Notes the next proof in a session, such as a challenge. Refused as every change is. */
export function beginning(ports: Pick<SecondStepPorts, 'people' | 'clock'>) {
  return async <T>(
    { session: { userId, id } }: InSession,
    begin: (user: UserRecord) => Promise<T & { readonly challenge: string }>,
    refuse: (own: SessionRecord | undefined, nowMs: number) => PeopleRefusal | undefined = refuseChanging,
  ): Promise<T | PeopleRefusal> => {
    const { people, clock } = ports
    const user = await people.user(userId)
    if (!user) return sessionEnded
    const begun = await begin(user)
    const noted = await people.change<T | PeopleRefusal>({ userId, nowMs: clock.nowMs() }, ({ sessions, nowMs }) => {
      const own = sessions.find((one) => one.id === id)
      const refusal = refuse(own, nowMs)
      if (!own || refusal) return { value: refusal ?? sessionEnded }
      return {
        value: begun,
        sessions: sessions.map((one) => (one === own ? { ...own, challenge: begun.challenge } : one)),
      }
    })
    return noted ?? sessionEnded
  }
}

/** Takes the noted proof out of a session, so that it is tried once; undefined when there was none. */
export async function takeChallenge(
  { people, clock }: Pick<SecondStepPorts, 'people' | 'clock'>,
  { session: { userId, id } }: InSession,
  kind: string,
): Promise<{ readonly challenge: string; readonly user: UserRecord } | undefined> {
  return people.change({ userId, nowMs: clock.nowMs() }, ({ user, sessions, nowMs }) => {
    const own = sessions.find((one) => one.id === id)
    if (!own?.challenge?.startsWith(`${kind}:`) || !isOpen(own, nowMs)) return { value: undefined }
    const left = sessions.map((one) => (one === own ? { ...own, challenge: null } : one))
    return { value: { challenge: own.challenge.slice(kind.length + 1), user }, sessions: left }
  })
}

/** The second step after a change, or the refusal. */
export type StepChange = (found: FoundUser & { readonly own: SessionRecord }) => SecondStep | PeopleRefusal

/**
 * Changes the second step of the user of a session, with an action. The session continues under a new token, and all
 * others end.
 */
export async function changeSecondStep(
  ports: SecondStepPorts,
  { session: { userId, id }, client }: InSession & { readonly client: Client },
  change: StepChange,
): Promise<Renewed | PeopleRefusal> {
  const user = await ports.people.user(userId)
  const { name: by = '' } = user ?? {}
  const acting = recording(ports, { by })((before: UserRecord, after: UserRecord) => doneOf(before, after))
  const changed = await ports.people.change<Renewed | PeopleRefusal>(
    { userId, nowMs: ports.clock.nowMs() },
    (found): UserChange<Renewed | PeopleRefusal> => {
      const own = found.sessions.find((one) => one.id === id)
      const refusal = refuseChanging(own, found.nowMs)
      if (!own || refusal) return { value: refusal ?? sessionEnded }
      const secondStep = change({ ...found, own })
      if ('refused' in secondStep) return { value: secondStep }
      const { user: before, nowMs } = found
      const opened = newSession(ports, { user: { ...before, secondStep }, client, nowMs, isStepTaken: true })
      const { confirmedUntilMs } = own
      const session = { ...opened.session, confirmedUntilMs }
      return { value: openedOf({ ...opened, session }), user: opened.user, sessions: [session] }
    },
    acting,
  )
  return changed ?? sessionEnded
}

function doneOf(before: UserRecord, after: UserRecord): Done {
  const { accountId, name } = before
  return {
    kind: 'user.second-step',
    accountId,
    subject: `user ${name}`,
    before: factsOf(before.secondStep),
    after: factsOf(after.secondStep),
  }
}

function factsOf({ codes, passkeys, recoveryDigests }: SecondStep) {
  return { codes: codes !== null, passkeys: passkeys.length, recovery_codes: recoveryDigests.length }
}
