import {
  type Client,
  hasSecondStep,
  isOperator,
  type KnownDevice,
  type Session,
  type SessionNeed,
  type SessionRecord,
  sessionOf,
  type User,
  type UserRecord,
  userOf,
} from '../../model/people.ts'
import type { Ids } from '../../ports/ids.ts'
import type { SignInSeen } from '../../ports/people/signInEvents.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { knownDevice } from './attempts.ts'
import { incompleteMs, longestMs, visitAt } from './sessions.ts'

/** An opened session: its token, which is shown to nobody else, and its powers. */
export type Opened = {
  readonly token: string
  /** The token that identifies the browser. The browser keeps it for half a year. */
  readonly deviceToken: string
  readonly user: User
  readonly session: Session
  readonly account: { readonly id: string; readonly name: string } | null
  /** The next step, without which the session can do nothing else. */
  readonly needs: SessionNeed | null
}

/** The operator's settings for sessions. */
export type SessionPolicy = {
  /** Whether operators must take a second step; by default they need not. */
  readonly operatorsTakeTwoSteps?: boolean | undefined
  /** Whether the users of accounts must take a second step; by default they need not. */
  readonly holdersTakeTwoSteps?: boolean | undefined
}

/** The ports for opening a session. */
export type OpeningPorts = {
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'newToken'>
} & SessionPolicy

/** How many known browsers a user has, and how many sessions: the most recently used ones. */
const [mostDevices, mostSessions] = [8, 20]

/** A new session with its tokens, and its user. The user knows the browser once the session is complete. */
export type NewSession = {
  readonly user: UserRecord
  readonly session: SessionRecord
  readonly token: string
  readonly deviceToken: string
}

/** The user of the new session, and its browser. */
export type NewSessionOf = {
  readonly user: UserRecord
  readonly client: Client
  readonly nowMs: number
  /** When the sign-in was counted as one that stops at the second step; by default it was not counted. */
  readonly begunAtMs?: number | undefined
  readonly isStepTaken?: boolean
}

/** Reports a complete session in a browser that its user has not used to sign in before. */
export function seenOpening(
  { signInSeen, secrets }: SignInSeen & { readonly secrets: Pick<Secrets, 'digest' | 'sameDigest'> },
  { user, client }: { readonly user: UserRecord; readonly client: Client },
  { needs }: Pick<Opened, 'needs'>,
): void {
  if (needs === null && knownDevice({ secrets }, { user, client }) === undefined)
    signInSeen?.({ kind: 'new_browser', userId: user.id, network: client.network })
}

/** Makes a session with a fresh token. The browser keeps its token only if it is known. */
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
    id: ids.random(),
    digest: secrets.digest(token),
    userId: user.id,
    needs,
    challenge: null,
    createdAtMs: begunAtMs,
    seenAtMs: nowMs,
    endsAtMs: nowMs + (needs === null ? longestMs : incompleteMs),
    confirmedUntilMs: null,
    client: { network, device: device.slice(0, 200) },
  }
  // A user without the second step has seen nothing yet, and may be any person with the password.
  if (needs !== null) return { user, session, token, deviceToken }
  const devices = knownDevices(user.devices, { digest: secrets.digest(deviceToken), atMs: nowMs })
  return { user: { ...user, devices, ...visitAt(user, nowMs) }, session, token, deviceToken }
}

/** The part of a new session that is returned. */
export function openedOf({ user, session, token, deviceToken }: NewSession): Omit<Opened, 'account'> {
  return { token, deviceToken, user: userOf(user), session: sessionOf(session), needs: session.needs }
}

/**
 * A user's sessions with a new one added. If they are too many, the least recently used go. The incomplete ones go
 * first: people with the password alone can open many.
 */
export function withSession(sessions: readonly SessionRecord[], added: SessionRecord, nowMs: number): SessionRecord[] {
  const lasting = sessions.filter(({ endsAtMs }) => endsAtMs > nowMs)
  const isWhole = ({ needs }: SessionRecord) => Number(needs === null)
  const inOrder = lasting.toSorted((one, other) => isWhole(one) - isWhole(other) || one.seenAtMs - other.seenAtMs)
  return [...inOrder, added].slice(-mostSessions)
}

/** The need of a user's session after the password. */
export function needOf(policy: SessionPolicy, user: UserRecord): SessionNeed | null {
  if (hasSecondStep(user.secondStep)) return 'second_step'
  return takesTwoSteps(policy, user) ? 'enrolment' : null
}

/** Whether a user must take a second step. */
export function takesTwoSteps(
  { operatorsTakeTwoSteps = false, holdersTakeTwoSteps = false }: SessionPolicy,
  user: Pick<UserRecord, 'accountId'>,
): boolean {
  return isOperator(user) ? operatorsTakeTwoSteps : holdersTakeTwoSteps
}

function knownDevices(devices: readonly KnownDevice[], used: KnownDevice): KnownDevice[] {
  return [...devices.filter(({ digest }) => digest !== used.digest), used].slice(-mostDevices)
}
