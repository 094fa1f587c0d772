import {
  type Account,
  countedAttempts,
  type Invitation,
  type People,
  retryAfter,
  type SessionRecord,
  type UserRecord,
} from '../../core/sente.ts'
import type { ActBeside } from './operators/actions.ts'

/** Users, invitations, sessions and attempts in memory, beside their accounts. */
export function memoryPeople({
  actBeside,
  accounts,
}: {
  readonly actBeside: ActBeside
  accounts(): Iterable<Account>
}): People {
  const users = new Map<string, UserRecord>()
  const invitations = new Map<string, Invitation>()
  const sessions = new Map<string, SessionRecord>()
  const attempts = new Map<string, readonly number[]>()
  const named = (nameKey: string) => [...users.values()].find((user) => user.nameKey === nameKey)
  const peersOf = ({ accountId }: Pick<UserRecord, 'accountId'>) =>
    [...users.values()]
      .filter((user) => user.accountId === accountId)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
  const sessionsOf = (userId: string) => [...sessions.values()].filter((session) => session.userId === userId)

  const openOnes = (accountId: string | null, nowMs: number) =>
    [...invitations.values()]
      .filter((one) => one.accountId === accountId && one.usedAtMs === null && one.expiresAtMs > nowMs)
      .sort((one, other) => one.createdAtMs - other.createdAtMs || (one.digest < other.digest ? -1 : 1))

  function endInvitations({ id, accountId, name }: UserRecord, nowMs: number): void {
    const isByName = (one: Invitation) => accountId === null && one.makerId === null && one.invitedBy === name
    for (const one of invitations.values())
      if (one.usedAtMs === null && (one.makerId === id || one.userId === id || isByName(one)))
        invitations.set(one.digest, { ...one, usedAtMs: nowMs })
  }

  function replaceSessions(userId: string, after: readonly SessionRecord[]): void {
    for (const { digest } of sessionsOf(userId)) sessions.delete(digest)
    for (const session of after) sessions.set(session.digest, session)
  }

  return {
    async invite({ accountId, makerId, nowMs }, decide, acting) {
      const { value, invited } = decide({ maker: users.get(makerId ?? ''), open: openOnes(accountId, nowMs), nowMs })
      if (!invited) return value
      actBeside(acting)
      for (const one of invited.ended) invitations.set(one.digest, { ...one, usedAtMs: nowMs })
      invitations.set(invited.invitation.digest, invited.invitation)
      return value
    },
    invitation: async (digest) => invitations.get(digest),
    async accept({ digest, nameKey, nowMs }, decide, acting) {
      const invitation = invitations.get(digest)
      const user = users.get(invitation?.userId ?? '')
      const { value, accepted } = decide({ invitation, user, namesake: named(nameKey), nowMs })
      if (!accepted || !invitation) return value
      actBeside(acting, accepted.user)
      invitations.set(digest, { ...invitation, usedAtMs: nowMs })
      users.set(accepted.user.id, accepted.user)
      replaceSessions(accepted.user.id, [accepted.session])
      return value
    },
    invitations: async ({ accountId, nowMs }) => openOnes(accountId, nowMs),
    async revoke({ digest, nowMs }, acting) {
      const invitation = invitations.get(digest)
      if (!invitation || invitation.usedAtMs !== null) return false
      actBeside(acting)
      invitations.set(digest, { ...invitation, usedAtMs: nowMs })
      return true
    },
    user: async (id) => users.get(id),
    userByName: async (nameKey) => named(nameKey),
    userVouchedBy: async (vouchedBy) => [...users.values()].find((user) => user.vouchedBy === vouchedBy),
    users: async (query) => peersOf(query).filter(({ state }) => state !== 'removed'),
    async change({ userId, nowMs }, decide, acting) {
      const user = users.get(userId)
      if (!user) return undefined
      const change = decide({ user, peers: peersOf(user), sessions: sessionsOf(userId), nowMs })
      if (change.user || change.sessions) actBeside(acting, user, change.user ?? user)
      if (change.user) users.set(userId, change.user)
      if (change.sessions) replaceSessions(userId, change.sessions)
      if (change.endsInvitations) endInvitations(user, nowMs)
      return change.value
    },
    async session({ digest, nowMs }) {
      const session = sessions.get(digest)
      const user = users.get(session?.userId ?? '')
      if (!session || !user) return undefined
      const account = [...accounts()].find(({ id }) => id === user.accountId)
      if (!account) return { session, user, account: null, nowMs }
      const { id, name, language, closed: isClosed } = account
      return { session, user, account: { id, name, language, isClosed }, nowMs }
    },
    async see({ digest, seenAtMs, endsAtMs }, visit) {
      const [session, user] = [sessions.get(digest), users.get(visit?.id ?? '')]
      if (user) users.set(user.id, { ...user, ...visit })
      if (session) sessions.set(digest, { ...session, seenAtMs, endsAtMs })
    },
    async countAttempt({ counts, withinMs, nowMs }) {
      const timesOf = (key: string) => countedAttempts(attempts.get(key) ?? [], { nowMs, withinMs })
      const retries = counts.flatMap(({ key, most }) => retryAfter(timesOf(key), { most, withinMs }) ?? [])
      if (retries.length > 0) {
        for (const { key } of counts) attempts.set(key, timesOf(key))
        return { retryAtMs: Math.max(...retries) }
      }
      for (const { key } of counts) attempts.set(key, [...timesOf(key), nowMs])
      return { atMs: nowMs }
    },
    async uncountAttempt({ keys, atMs }) {
      for (const key of keys) {
        const times = attempts.get(key) ?? []
        attempts.set(key, times.toSpliced(times.lastIndexOf(atMs), times.includes(atMs) ? 1 : 0))
      }
    },
  }
}
