import {
  type Client,
  hasSecondStep,
  type KnownDevice,
  type Role,
  type Session,
  type SessionNeed,
  type SessionRecord,
  sessionOf,
  type User,
  type UserRecord,
  userOf,
} from '../model/people.ts'
import type { Ids } from '../ports/ids.ts'
import type { SignInSeen } from '../ports/people/signInEvents.ts'
import type { Secrets } from '../ports/secrets.ts'
import { knownDevice } from './attempts.ts'

/** A session that was opened: its token, which is shown to nobody else, and what it is good for. */
export type Opened = {
  readonly token: string
  /** What makes the browser known; to be kept there for half a year. */
  readonly deviceToken: string
  readonly user: User
  readonly session: Session
  readonly account: { readonly id: string; readonly name: string } | null
  /** What has to be done before the session is good for anything else. */
  readonly needs: SessionNeed | null
}

/** What is decided about sessions by the house. */
export type SessionPolicy = {
  /** Whether operators have to take a second step; they need not by default. */
  readonly operatorsTakeTwoSteps?: boolean | undefined
  /** Whether the users of accounts have to, likewise. */
  readonly holdersTakeTwoSteps?: boolean | undefined
}

/** What opening a session needs. */
export type OpeningPorts = {
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'newToken'>
} & SessionPolicy

/** After how long without use a session ends, and a visit. */
export const idleMs = 30 * 60_000

/** How long a session lasts at most, and how long one that needs something yet. */
export const [longestMs, incompleteMs] = [12 * 3_600_000, 15 * 60_000]

/** How many browsers are known of a user, and how many sessions a user has, the ones used last. */
const [mostDevices, mostSessions] = [8, 20]

/** A new session with its tokens, and its user. The user knows the browser once the session lacks nothing. */
export type NewSession = {
  readonly user: UserRecord
  readonly session: SessionRecord
  readonly token: string
  readonly deviceToken: string
}

/** Whose session is made, and for which browser. */
export type NewSessionOf = {
  readonly user: UserRecord
  readonly client: Client
  readonly nowMs: number
  /** When it was counted as one that stops at the second step; by default it was not. */
  readonly begunAtMs?: number | undefined
  readonly isStepTaken?: boolean
}

/** Reports a whole session in a browser that its user has not signed in from before. */
export function seenOpening(
  { signInSeen, secrets }: SignInSeen & { readonly secrets: Pick<Secrets, 'digest' | 'sameDigest'> },
  { user, client }: { readonly user: UserRecord; readonly client: Client },
  { needs }: Pick<Opened, 'needs'>,
): void {
  if (needs === null && knownDevice({ secrets }, { user, client }) === undefined)
    signInSeen?.({ kind: 'new_browser', userId: user.id, network: client.network })
}

/** Makes a session with a fresh token; the browser's token stays only where it is known. */
export function newSession(
  { ids, secrets, ...policy }: OpeningPorts,
  { user, client, nowMs, begunAtMs = nowMs, isStepTaken = false }: NewSessionOf,
): NewSession {
  const { network, device, deviceToken: given = '' } = client
  const token = secrets.newToken()
  const isKnown = knownDevice({ secrets }, { user, client }) !== undefined
  const deviceToken = isKnown ? given : secrets.newToken()
  const needs = isStepTaken ? null : needOf(policy, user)
  const session: SessionRecord = {
    ...{ id: ids.random(), digest: secrets.digest(token), userId: user.id, needs, challenge: null },
    ...{ createdAtMs: begunAtMs, seenAtMs: nowMs, endsAtMs: nowMs + (needs === null ? longestMs : incompleteMs) },
    ...{ confirmedUntilMs: null, client: { network, device: device.slice(0, 200) } },
  }
  // Whoever lacks the second step has seen nothing yet, and may be anybody who has the password.
  if (needs !== null) return { user, session, token, deviceToken }
  const devices = knownDevices(user.devices, { digest: secrets.digest(deviceToken), atMs: nowMs })
  return { user: { ...user, devices, ...visitAt(user, nowMs) }, session, token, deviceToken }
}

/** A user's visit as it is then: who was not there for as long as a session lasts without use comes again. */
export function visitAt(
  { visitedAtMs, lookedAtMs }: Pick<UserRecord, 'visitedAtMs' | 'lookedAtMs'>,
  nowMs: number,
): Pick<UserRecord, 'visitedAtMs' | 'lookedAtMs'> {
  const comesAgain = visitedAtMs !== null && nowMs - visitedAtMs >= idleMs
  return { visitedAtMs: nowMs, lookedAtMs: comesAgain ? visitedAtMs : lookedAtMs }
}

/** What is told of a new session. */
export function openedOf({ user, session, token, deviceToken }: NewSession): Omit<Opened, 'account'> {
  return { token, deviceToken, user: userOf(user), session: sessionOf(session), needs: session.needs }
}

/**
 * A user's sessions with another, without those that were not used for longest where they are too many: first those that lack
 * something, which whoever has the password can open by the dozen.
 */
export function withSession(sessions: readonly SessionRecord[], added: SessionRecord, nowMs: number): SessionRecord[] {
  const lasting = sessions.filter(({ endsAtMs }) => endsAtMs > nowMs)
  const isWhole = ({ needs }: SessionRecord) => Number(needs === null)
  const inOrder = lasting.toSorted((one, other) => isWhole(one) - isWhole(other) || one.seenAtMs - other.seenAtMs)
  return [...inOrder, added].slice(-mostSessions)
}

/** The need of a user's session after the password. */
export function needOf(policy: SessionPolicy, { role, secondStep }: UserRecord): SessionNeed | null {
  if (hasSecondStep(secondStep)) return 'second_step'
  return takesTwoSteps(policy, role) ? 'enrolment' : null
}

/** Whether users with a role have to take a second step. */
export function takesTwoSteps(
  { operatorsTakeTwoSteps = false, holdersTakeTwoSteps = false }: SessionPolicy,
  role: Role,
): boolean {
  return role === 'operator' ? operatorsTakeTwoSteps : holdersTakeTwoSteps
}

function knownDevices(devices: readonly KnownDevice[], used: KnownDevice): KnownDevice[] {
  return [...devices.filter(({ digest }) => digest !== used.digest), used].slice(-mostDevices)
}
