import {
  type Client,
  hasSecondStep,
  type KnownDevice,
  type Session,
  type SessionNeed,
  type SessionRecord,
  sessionOf,
  type User,
  type UserRecord,
  userOf,
} from '../model/people.ts'
import type { Ids } from '../ports/ids.ts'
import type { Secrets } from '../ports/secrets.ts'

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
}

/** What opening a session needs. */
export type OpeningPorts = { readonly ids: Ids; readonly secrets: Pick<Secrets, 'digest' | 'newToken'> } & SessionPolicy

/** After how long without use a session ends, and a visit. */
export const idleMs = 30 * 60_000

/** How long a session lasts at most, and how long one that needs something yet. */
export const [longestMs, incompleteMs] = [12 * 3_600_000, 15 * 60_000]

/** How many browsers are known of a user, and how many sessions a user has, the ones used last. */
const [mostDevices, mostSessions] = [8, 20]

/** A new session with its tokens, and its user, of whom the browser is known then. */
export type NewSession = {
  readonly user: UserRecord
  readonly session: SessionRecord
  readonly token: string
  readonly deviceToken: string
}

/** Makes a session with a fresh token; the browser's token stays only where it is known. */
export function newSession(
  { ids, secrets, operatorsTakeTwoSteps = false }: OpeningPorts,
  {
    user,
    client: { network, device, deviceToken: known },
    nowMs,
    isStepTaken = false,
  }: { readonly user: UserRecord; readonly client: Client; readonly nowMs: number; readonly isStepTaken?: boolean },
): NewSession {
  const token = secrets.newToken()
  const isKnown = known !== undefined && user.devices.some(({ digest }) => digest === secrets.digest(known))
  const deviceToken = isKnown ? known : secrets.newToken()
  const needs = isStepTaken ? null : needOf(user, operatorsTakeTwoSteps)
  const session: SessionRecord = {
    ...{ id: ids.random(), digest: secrets.digest(token), userId: user.id, needs, challenge: null },
    ...{ createdAtMs: nowMs, seenAtMs: nowMs, endsAtMs: nowMs + (needs === null ? longestMs : incompleteMs) },
    ...{ confirmedUntilMs: null, client: { network, device: device.slice(0, 200) } },
  }
  const devices = knownDevices(user.devices, { digest: secrets.digest(deviceToken), atMs: nowMs })
  // Whoever lacks the second step has seen nothing yet.
  const visit = needs === null && visitAt(user, nowMs)
  return { user: { ...user, devices, ...visit }, session, token, deviceToken }
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

/** A user's sessions with another, without those that were not used for longest where they are too many. */
export function withSession(sessions: readonly SessionRecord[], added: SessionRecord, nowMs: number): SessionRecord[] {
  const lasting = sessions.filter(({ endsAtMs }) => endsAtMs > nowMs)
  return [...lasting.toSorted((one, other) => one.seenAtMs - other.seenAtMs), added].slice(-mostSessions)
}

function needOf({ role, secondStep }: UserRecord, operatorsTakeTwoSteps: boolean): SessionNeed | null {
  if (hasSecondStep(secondStep)) return 'second_step'
  return role === 'operator' && operatorsTakeTwoSteps ? 'enrolment' : null
}

function knownDevices(devices: readonly KnownDevice[], used: KnownDevice): KnownDevice[] {
  return [...devices.filter(({ digest }) => digest !== used.digest), used].slice(-mostDevices)
}
