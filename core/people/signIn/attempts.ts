import type { Client, UserRecord } from '../../model/people.ts'
import { type PeopleRefusal, tooBusy, tooManyAttempts } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import { type Passwords, PasswordsBusy } from '../../ports/people/passwords.ts'
import type { AttemptCount, Attempts, People } from '../../ports/people/people.ts'
import type { SignInEvent, SignInSeen } from '../../ports/people/signInEvents.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { typedPassword, unlessBusy } from './guessable.ts'

/** The ports for counting attempts. */
export type AttemptPorts = {
  readonly people: Pick<People, 'countAttempt' | 'uncountAttempt'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest'>
} & SignInSeen

/** How long a failed attempt counts, and a sign-in that stops at the second step. */
const [withinMs, unfinishedMs] = [10 * 60_000, 24 * 3_600_000]

/** The number of failures allowed in that time. */
const most = {
  /** For one name from one network, from one known browser, or in one session. */
  ofOne: 5,
  /** For one name, from browsers from which its user has never signed in. */
  ofName: 30,
  /** From one network, for all names together. */
  ofNetwork: 60,
  /** For one user: sign-ins with the right password that stop at the second step, in browsers that are not known. */
  ofUnfinished: 10,
}

/**
 * The moments of attempts that still count, for a store. A moment that a clock that was ahead has counted is taken as
 * now.
 */
export function countedAttempts(times: readonly number[], { nowMs, withinMs: ms }: Omit<Attempts, 'counts'>): number[] {
  return times.filter((atMs) => atMs > nowMs - ms).map((atMs) => Math.min(atMs, nowMs))
}

/** The moment of the next possible attempt under a key, for a store; undefined for now. */
export function retryAfter(
  counted: readonly number[],
  { most: limit, withinMs: ms }: Pick<AttemptCount, 'most'> & Pick<Attempts, 'withinMs'>,
): number | undefined {
  const first = counted.at(-limit)
  return first === undefined ? undefined : first + ms
}

/**
 * The keys under which a sign-in is counted. An attacker of a name is locked out, but its owner is not: the owner's
 * browser is known and has a count of its own.
 */
export function signInCounts(
  { secrets }: Pick<AttemptPorts, 'secrets'>,
  { nameKey, user, client }: { nameKey: string; user: UserRecord | undefined; client: Client },
): AttemptCount[] {
  // Digests, since people type the password into the field of the name.
  const keyOf = (...parts: readonly string[]) => secrets.digest(JSON.stringify(parts))
  const known = user && knownDevice({ secrets }, { user, client })
  if (known !== undefined) return [{ key: keyOf('device', known), most: most.ofOne }]
  return [
    { key: keyOf('name and network', nameKey, client.network), most: most.ofOne },
    { key: keyOf('name', nameKey), most: most.ofName },
    { key: keyOf('network', client.network), most: most.ofNetwork },
  ]
}

/** The keys under which attempts within a session are counted. */
export function sessionCounts(
  { secrets }: Pick<AttemptPorts, 'secrets'>,
  { id }: { readonly id: string },
): AttemptCount[] {
  return [{ key: secrets.digest(JSON.stringify(['session', id])), most: most.ofOne }]
}

/** The digest of the browser, if the user has signed in from it before. */
export function knownDevice(
  { secrets }: Pick<AttemptPorts, 'secrets'>,
  { user, client }: { user: UserRecord; client: Client },
): string | undefined {
  if (client.deviceToken === undefined) return undefined
  const digest = secrets.digest(client.deviceToken)
  return user.devices.find((device) => secrets.sameDigest(device.digest, digest))?.digest
}

/**
 * The keys of a sign-in that stops at the second step. A new password begins a new count, and a known browser has none.
 */
function unfinishedCounts(ports: AttemptPorts, { user, client }: { user: UserRecord; client: Client }): AttemptCount[] {
  if (knownDevice(ports, { user, client }) !== undefined) return []
  const key = ports.secrets.digest(JSON.stringify(['unfinished', user.id, user.passwordAtMs]))
  return [{ key, most: most.ofUnfinished }]
}

/**
 * Counts a sign-in as one that stops at the second step, until {@link finished} takes it back. This stops people with
 * the password alone from beginning again and again. Resolves with the moment of the count, or with undefined in a
 * known browser.
 */
export async function unfinished(
  ports: AttemptPorts,
  { user, client }: { readonly user: UserRecord; readonly client: Client },
): Promise<{ readonly atMs: number } | PeopleRefusal | undefined> {
  const { people, clock, signInSeen } = ports
  const counts = unfinishedCounts(ports, { user, client })
  if (counts.length === 0) return undefined
  const counted = await people.countAttempt({ counts, withinMs: unfinishedMs, nowMs: clock.nowMs() })
  if ('atMs' in counted) return counted
  const { retryAtMs } = counted
  signInSeen?.({ kind: 'locked', userId: user.id, network: client.network, untilMs: retryAtMs })
  const message =
    'Too many sign-ins have stopped at the second step: use a browser that you have signed in from before, set a new password, or try again in a day'
  return { refused: 'too_many_attempts', message, retryAtMs }
}

/** Takes back the count of {@link unfinished}. */
export async function finished(
  ports: AttemptPorts,
  { atMs, ...whose }: { readonly user: UserRecord; readonly client: Client; readonly atMs: number },
): Promise<void> {
  const keys = unfinishedCounts(ports, whose).map(({ key }) => key)
  if (keys.length > 0) await ports.people.uncountAttempt({ keys, atMs })
}

/** The kind of an attempt, and its user. */
export type Attempted = { readonly of: 'password' | 'second_step' } & Pick<SignInEvent, 'userId' | 'network'>

/**
 * Makes an attempt. It is counted as a failure before it is made, so that many at once can't exceed the allowed number.
 * The count is taken back if the attempt succeeds, or comes to nothing.
 */
export async function attempted(
  { people, clock, signInSeen }: AttemptPorts,
  { counts, of, ...whose }: Attempted & { readonly counts: readonly AttemptCount[] },
  attempt: () => Promise<boolean>,
): Promise<PeopleRefusal | 'right' | 'wrong'> {
  const counted = await people.countAttempt({ counts, withinMs, nowMs: clock.nowMs() })
  if ('retryAtMs' in counted) {
    signInSeen?.({ kind: 'locked', ...whose, untilMs: counted.retryAtMs })
    return tooManyAttempts(counted.retryAtMs)
  }
  const takeBack = () => people.uncountAttempt({ keys: counts.map(({ key }) => key), atMs: counted.atMs })
  try {
    const isRight = await attempt()
    if (isRight) await takeBack()
    else signInSeen?.({ kind: `wrong_${of}`, ...whose })
    return isRight ? 'right' : 'wrong'
  } catch (error) {
    await takeBack()
    if (error instanceof PasswordsBusy) return tooBusy(clock.nowMs())
    throw error
  }
}

/** The hash of a password; undefined when too many others wait for theirs. */
export function hashOf(passwords: Passwords, password: string): Promise<string | undefined> {
  return unlessBusy(passwords.hash(typedPassword(password)))
}
