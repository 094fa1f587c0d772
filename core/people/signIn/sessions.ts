import type { Account } from '../../model/account.ts'
import { type Session, type SessionNeed, sessionOf, type User, type UserRecord, userOf } from '../../model/people.ts'
import { type PeopleRefusal, sessionEnded } from '../../model/peopleRefusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FoundSession, People } from '../../ports/people/people.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** The time without use after which a session ends, and a visit. */
export const idleMs = 30 * 60_000

/** The longest duration of a session, and of one that still needs a step. */
export const [longestMs, incompleteMs] = [12 * 3_600_000, 15 * 60_000]

/** The ports for sessions. */
export type SessionPorts = {
  readonly people: People
  readonly clock: Pick<Clock, 'nowMs'>
  readonly secrets: Pick<Secrets, 'digest'>
}

/** The user of a session. */
export type SignedIn = {
  readonly user: User
  readonly session: Session
  readonly account: Pick<Account, 'id' | 'name' | 'language'> | null
  /** The next step, without which the session can do nothing else. */
  readonly needs: SessionNeed | null
  /** The user's last moment at the pages before this visit; null in the first. */
  readonly lookedAtMs: number | null
}

/** The function that {@link resumeSession} returns. */
export type ResumeSession = (request: { readonly token: string }) => Promise<SignedIn | undefined>

/** The least time between two notes that a session is used. */
const notedMs = 60_000

/**
 * Finds the session of a token; undefined once it has ended. It ends after 30 minutes without use, 12 hours after it
 * began, and with its user or its account.
 */
export function resumeSession({ people, clock, secrets }: SessionPorts): ResumeSession {
  return async ({ token }) => {
    const found = await people.session({ digest: secrets.digest(token), nowMs: clock.nowMs() })
    if (!found || !isLasting(found)) return undefined
    const { session, user, account, nowMs } = found
    // A note by a clock that was ahead is corrected, so that the session lasts no longer than others.
    const isAhead = session.seenAtMs > nowMs
    const seen = isAhead || nowMs - session.seenAtMs >= notedMs
    const endsAtMs = Math.min(session.endsAtMs, nowMs + longestMs)
    const visit = session.needs === null ? visitAt(user, nowMs) : undefined
    if (seen)
      await people.see({ digest: session.digest, seenAtMs: nowMs, endsAtMs }, visit && { id: user.id, ...visit })
    const shown = sessionOf(session)
    return {
      user: userOf(user),
      session: seen ? { ...shown, seenAtMs: nowMs, endsAtMs } : shown,
      account: account && { id: account.id, name: account.name, language: account.language },
      needs: session.needs,
      lookedAtMs: visit?.lookedAtMs ?? null,
    }
  }
}

/** The function that {@link findSessionOwner} returns. */
export type FindSessionOwner = (request: { readonly token: string }) => Promise<{ readonly userId: string } | undefined>

/** Finds the user of a session, also after it has ended by time. A session that somebody has ended is unknown. */
export function findSessionOwner({ people, clock, secrets }: SessionPorts): FindSessionOwner {
  return async ({ token }) => {
    const found = await people.session({ digest: secrets.digest(token), nowMs: clock.nowMs() })
    return found && { userId: found.user.id }
  }
}

/** A user's visit at that moment. A user who was away for longer than the idle time of a session begins a new visit. */
export function visitAt(
  { visitedAtMs, lookedAtMs }: Pick<UserRecord, 'visitedAtMs' | 'lookedAtMs'>,
  nowMs: number,
): Pick<UserRecord, 'visitedAtMs' | 'lookedAtMs'> {
  const comesAgain = visitedAtMs !== null && nowMs - visitedAtMs >= idleMs
  return { visitedAtMs: nowMs, lookedAtMs: comesAgain ? visitedAtMs : lookedAtMs }
}

function isLasting({ session, user, account, nowMs }: FoundSession): boolean {
  if (user.state !== 'active' || account?.isClosed) return false
  return isOpen(session, nowMs)
}

/** The time when a session ends unless it is used again. */
export function endOfSession({ endsAtMs, seenAtMs }: Pick<Session, 'endsAtMs' | 'seenAtMs'>): number {
  return Math.min(endsAtMs, seenAtMs + idleMs)
}

/** Whether a session has not ended by time. */
export function isOpen(session: Pick<Session, 'endsAtMs' | 'seenAtMs'>, nowMs: number): boolean {
  return nowMs < endOfSession(session)
}

/** Whether the password was given in a session within the last minutes. Sensitive changes need this. */
export function isConfirmed({ session, nowMs }: { readonly session: Session; readonly nowMs: number }): boolean {
  const { confirmedUntilMs } = session
  return confirmedUntilMs !== null && nowMs < confirmedUntilMs && confirmedUntilMs - nowMs <= confirmedMs
}

/** How long a password that was given again counts. */
export const confirmedMs = 5 * 60_000

/** The function that {@link listSessions} returns. */
export type ListSessions = (request: {
  readonly session: Session
}) => Promise<readonly (Session & { readonly isCurrent: boolean })[]>

/** Lists the open sessions of the user of a session, the most recently used first. */
export function listSessions({ people, clock }: Pick<SessionPorts, 'people' | 'clock'>): ListSessions {
  return async ({ session: { userId, id } }) => {
    const found = await people.change({ userId, nowMs: clock.nowMs() }, ({ sessions, nowMs }) => ({
      value: sessions.filter((session) => isOpen(session, nowMs)),
    }))
    return (found ?? [])
      .map((session) => ({ ...sessionOf(session), isCurrent: session.id === id }))
      .toSorted((one, other) => other.seenAtMs - one.seenAtMs)
  }
}

/** The function that {@link endSession} returns. */
export type EndSession = (request: {
  readonly session: Session
  /** Another session of the same user; by default this one. */
  readonly sessionId?: string
}) => Promise<void>

/** Ends a session, or another of the same user. It does nothing if that has already ended. */
export function endSession({ people, clock }: Pick<SessionPorts, 'people' | 'clock'>): EndSession {
  return async ({ session: { userId, id }, sessionId = id }) => {
    await people.change({ userId, nowMs: clock.nowMs() }, ({ sessions }) => {
      // A session without the second step can end only itself.
      const isAllowed = sessions.some((session) => session.id === id && (session.needs === null || sessionId === id))
      return {
        value: undefined,
        ...(isAllowed && { sessions: sessions.filter((session) => session.id !== sessionId) }),
      }
    })
  }
}

/** The function that {@link endOtherSessions} returns. */
export type EndOtherSessions = (request: {
  readonly session: Session
}) => Promise<{ readonly ended: number } | PeopleRefusal>

/** Ends all other sessions of the user of a session. Refused with `session_ended`. */
export function endOtherSessions({ people, clock }: Pick<SessionPorts, 'people' | 'clock'>): EndOtherSessions {
  return async ({ session: { userId, id } }) => {
    const ended = await people.change({ userId, nowMs: clock.nowMs() }, ({ sessions, nowMs }) => {
      const own = sessions.filter((session) => session.id === id && isOpen(session, nowMs) && session.needs === null)
      if (own.length === 0) return { value: undefined }
      return { value: { ended: sessions.length - 1 }, sessions: own }
    })
    return ended ?? sessionEnded
  }
}
