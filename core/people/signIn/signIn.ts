import { type Client, nameKeyOf } from '../../model/people.ts'
import { type PeopleRefusal, wrongSignIn } from '../../model/peopleRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Passwords } from '../../ports/people/passwords.ts'
import type { FoundUser, People, UserChange } from '../../ports/people/people.ts'
import type { SignInSeen } from '../../ports/people/signInEvents.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { attempted, hashOf, signInCounts, unfinished } from './attempts.ts'
import { typedPassword } from './guessable.ts'
import {
  type NewSessionOf,
  needOf,
  newSession,
  type Opened,
  openedOf,
  type SessionPolicy,
  seenOpening,
  withSession,
} from './opening.ts'

/** The ports for signing in. */
export type SignInPorts = {
  readonly people: People
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'newToken'>
  readonly passwords: Passwords
} & SessionPolicy &
  SignInSeen

/** The function that {@link signIn} returns. */
export type SignIn = (request: {
  readonly name: string
  readonly password: string
  readonly client: Client
}) => Promise<Opened | PeopleRefusal>

/**
 * Opens a session for a user's name and password, with `needs` where these are not enough. Refused with `wrong_sign_in`
 * for every kind of mistake, with `too_many_attempts` and the moment of the next attempt, with `too_busy`, and with
 * `closed_account` once the password was right.
 */
export function signIn(ports: SignInPorts): SignIn {
  const { people, passwords, accounts, clock } = ports
  return async ({ name, password, client }) => {
    const nameKey = nameKeyOf(name)
    const user = await people.userByName(nameKey)
    const hash = user?.state === 'active' ? user.passwordHash : undefined
    const typed = typedPassword(password)
    const attempt = () => passwords.matches(typed, hash)
    const counts = signInCounts(ports, { nameKey, user, client })
    const whose = { of: 'password', userId: user?.id ?? null, network: client.network } as const
    const guess = await attempted(ports, { ...whose, counts }, attempt)
    if (typeof guess === 'object') return guess
    if (guess === 'wrong' || !user || hash === undefined) return wrongSignIn
    const account = user.accountId === null ? undefined : await accounts.byId(user.accountId)
    if (account?.closed) return { refused: 'closed_account', message: 'The account is closed' }
    const begun = needOf(ports, user) === 'second_step' ? await unfinished(ports, { user, client }) : undefined
    if (begun && 'refused' in begun) return begun
    const passwordHash = passwords.isCurrent(hash) ? hash : ((await hashOf(passwords, password)) ?? hash)
    const opening = (found: FoundUser) =>
      openingOf(ports, found, { hash, passwordHash, client, begunAtMs: begun?.atMs })
    const opened = await people.change({ userId: user.id, nowMs: clock.nowMs() }, opening)
    if (!opened) return wrongSignIn
    seenOpening(ports, { user, client }, opened)
    return { ...opened, account: account ? { id: account.id, name: account.name } : null }
  }
}

type Opening = { readonly hash: string; readonly passwordHash: string } & Pick<NewSessionOf, 'client' | 'begunAtMs'>

/** Opens the session, unless the user was suspended or has another password by now. */
function openingOf(
  ports: SignInPorts,
  { user, sessions, nowMs }: FoundUser,
  { hash, passwordHash, ...begun }: Opening,
): UserChange<Omit<Opened, 'account'> | undefined> {
  if (user.state !== 'active' || user.passwordHash !== hash) return { value: undefined }
  const opened = newSession(ports, { user: { ...user, passwordHash }, nowMs, ...begun })
  return { value: openedOf(opened), user: opened.user, sessions: withSession(sessions, opened.session, nowMs) }
}
