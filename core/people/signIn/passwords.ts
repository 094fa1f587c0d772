import { type Done, recording } from '../../actions/attribution.ts'
import { type Client, type Session, sessionOf } from '../../model/people.ts'
import { type PeopleRefusal, sessionEnded, tooBusy, wrongPassword } from '../../model/peopleRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { PasswordGuesses, Passwords } from '../../ports/people/passwords.ts'
import type { FoundUser, People, UserChange } from '../../ports/people/people.ts'
import type { SignInSeen } from '../../ports/people/signInEvents.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { attempted, hashOf, sessionCounts } from './attempts.ts'
import { refusePassword, typedPassword } from './guessable.ts'
import { newSession, type Opened, openedOf } from './opening.ts'
import { confirmedMs, isOpen } from './sessions.ts'

/** The ports for giving a password again. */
export type PasswordPorts = {
  readonly people: People
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'newToken'>
  readonly passwords: Passwords
} & SignInSeen

/** The function that {@link confirmPassword} returns. */
export type ConfirmPassword = (request: {
  readonly session: Session
  readonly password: string
}) => Promise<{ readonly session: Session } | PeopleRefusal>

/**
 * Notes that the user of a session has given the password again, which counts for five minutes. Refused with
 * `wrong_password`, `too_many_attempts`, `too_busy` and `session_ended`.
 */
export function confirmPassword(ports: PasswordPorts): ConfirmPassword {
  const { people, clock } = ports
  return async ({ session: { userId, id }, password }) => {
    const refusal = await refuseGiven(ports, { userId, id }, password)
    if (refusal) return refusal
    const confirmed = await people.change({ userId, nowMs: clock.nowMs() }, ({ sessions, nowMs }) => {
      const own = sessions.find((session) => session.id === id)
      if (!own || !isOpen(own, nowMs)) return { value: undefined }
      const session = { ...own, confirmedUntilMs: nowMs + confirmedMs }
      return {
        value: { session: sessionOf(session) },
        sessions: sessions.map((one) => (one === own ? session : one)),
      }
    })
    return confirmed ?? sessionEnded
  }
}

/** The function that {@link changePassword} returns. */
export type ChangePassword = (request: {
  readonly session: Session
  readonly password: string
  readonly newPassword: string
  readonly client: Client
}) => Promise<Omit<Opened, 'account'> | PeopleRefusal>

/**
 * Changes the password of the user of a session, who gives the old one. All other sessions end, and this one goes on
 * under a new token. Refused as `confirmPassword` is, and with `malformed_password` and `guessable_password`.
 */
export function changePassword(
  ports: PasswordPorts & { readonly accounts: Pick<AccountRepo, 'byId'>; readonly guesses: PasswordGuesses },
): ChangePassword {
  const { people, clock, passwords, accounts } = ports
  return async ({ session: { userId, id }, password, newPassword, client }) => {
    const user = await people.user(userId)
    if (!user) return sessionEnded
    const account = user.accountId === null ? undefined : await accounts.byId(user.accountId)
    const given = { password: newPassword, name: user.name, accountName: account?.name }
    // The old one first: without it nothing is judged.
    const refusal = (await refuseGiven(ports, { userId, id }, password)) ?? (await refusePassword(ports, userId, given))
    if (refusal) return refusal
    const passwordHash = await hashOf(passwords, newPassword)
    if (passwordHash === undefined) return tooBusy(clock.nowMs())
    const done: Done = {
      kind: 'user.password',
      accountId: user.accountId,
      subject: `user ${user.name}`,
      before: null,
      after: null,
    }
    const changed = await people.change(
      { userId, nowMs: clock.nowMs() },
      (found) => changing(ports, found, { id, passwordHash, client }),
      recording(ports, { by: user.name })(() => done),
    )
    return changed ?? sessionEnded
  }
}

type Changing = {
  readonly id: string
  readonly passwordHash: string
  readonly client: Client
}

function changing(
  ports: PasswordPorts,
  { user, sessions, nowMs }: FoundUser,
  { id, passwordHash, client }: Changing,
): UserChange<Omit<Opened, 'account'> | undefined> {
  const own = sessions.find((session) => session.id === id)
  // A change of the password in the meantime has ended this session.
  if (!own || !isOpen(own, nowMs) || own.needs !== null) return { value: undefined }
  const changed = { ...user, passwordHash, passwordAtMs: nowMs, devices: [] }
  const opened = newSession(ports, { user: changed, client, nowMs, isStepTaken: true })
  const session = { ...opened.session, endsAtMs: own.endsAtMs }
  return { value: openedOf({ ...opened, session }), user: opened.user, sessions: [session] }
}

/** Refuses a wrong password of the user of a session. */
async function refuseGiven(
  ports: PasswordPorts,
  { userId, id }: { readonly userId: string; readonly id: string },
  password: string,
): Promise<PeopleRefusal | undefined> {
  const { people, passwords } = ports
  const user = await people.user(userId)
  if (user?.state !== 'active') return sessionEnded
  const whose = { of: 'password', userId, network: null, counts: sessionCounts(ports, { id }) } as const
  const guess = await attempted(ports, whose, () => passwords.matches(typedPassword(password), user.passwordHash))
  if (typeof guess === 'object') return guess
  return guess === 'wrong' ? wrongPassword : undefined
}
