import type { FoundSession, Invitation, People, SessionRecord, UserRecord } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { moment, moments } from '../engine/moments.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import { countingAttempts } from './attempts.ts'
import {
  type InvitationRow,
  invitationColumns,
  invitationOf,
  invitations,
  type SessionRow,
  sessionColumns,
  sessionRecordOf,
  sessions,
  type UserRow,
  userColumns,
  userKeys,
  userRecordOf,
  users,
  userValues,
  visitValues,
} from './tables.ts'

/**
 * How long an invitation is kept after its end, in milliseconds, and how many ended ones are deleted with a new one.
 */
const [keptMs, deletedAtOnce] = [24 * 3_600_000, 16]

/** The stored users, invitations and sessions. */
export function people(engine: Engine): People {
  const { dialect, ask, write } = engine
  const time = moments(engine)
  const beside = actionBeside(dialect)
  const writes = writesOf(engine)
  const lock = locksOf(engine)
  const findUser = async (statement: SqlStatement) => (await ask<UserRow>(statement)).map(userRecordOf)
  const findSession = selectSession(engine)
  const listOpen = selectOpen(engine)
  return {
    invite({ accountId, makerId, nowMs }, decide, acting) {
      const action = beside(acting)
      return write({
        reads: [...lock.inviting(accountId, makerId), lock.over(nowMs - keptMs), ...action.reads],
        decide([people = [], unused = [], over = [], ...rows], decidedMs) {
          const atMs = time.decided(nowMs, decidedMs)
          const maker = (people as UserRow[]).map(userRecordOf).find(({ id }) => id === makerId)
          const open = (unused as InvitationRow[]).map(invitationOf).filter(({ expiresAtMs }) => expiresAtMs > atMs)
          const { value, invited } = decide({ maker, open, nowMs: atMs })
          if (!invited) return { value, writes: [] }
          return {
            value,
            writes: [
              ...writes.forget((over as InvitationRow[]).map(invitationOf)),
              ...writes.use(invited.ended.map((one) => ({ ...one, usedAtMs: atMs }))),
              ...writes.invite([invited.invitation]),
              ...action.made(rows).writes,
            ],
          }
        },
      })
    },
    invitation: async (digest) =>
      (await ask<InvitationRow>({ ...selectInvitation, values: [digest] })).map(invitationOf)[0],
    accept({ digest, nameKey, nowMs }, decide, acting) {
      const action = beside(acting)
      return write({
        // Users before invitations, as in every transaction that locks both.
        reads: [lock.invited(digest), lock.invitation(digest), { ...selectByName, values: [nameKey] }, ...action.reads],
        decide([joining = [], invited = [], namesakes = [], ...found], decidedMs) {
          const [invitation] = (invited as InvitationRow[]).map(invitationOf)
          const [user] = (joining as UserRow[]).map(userRecordOf)
          const [namesake] = (namesakes as UserRow[]).map(userRecordOf)
          const atMs = time.decided(nowMs, decidedMs)
          const { value, accepted } = decide({ invitation, user, namesake, nowMs: atMs })
          if (!accepted || !invitation) return { value, writes: [] }
          const change = user ? writes.change([accepted.user]) : writes.add([accepted.user])
          const ended = writes.endAll([accepted.user])
          const used = writes.use([{ ...invitation, usedAtMs: atMs }])
          const made = action.made(found, accepted.user).writes
          return { value, writes: [...used, ...change, ...ended, ...writes.open([accepted.session]), ...made] }
        },
      })
    },
    invitations: async ({ accountId, nowMs }) =>
      (await ask<InvitationRow>({ ...listOpen, values: [accountId ?? '', time.valueOf(nowMs)] })).map(invitationOf),
    revoke({ digest, nowMs }, acting) {
      const action = beside(acting)
      return write({
        reads: [lock.invitation(digest), ...action.reads],
        decide([rows = [], ...found], decidedMs) {
          const [invitation] = (rows as InvitationRow[]).map(invitationOf)
          if (!invitation || invitation.usedAtMs !== null) return { value: false, writes: [] }
          const used = writes.use([{ ...invitation, usedAtMs: time.decided(nowMs, decidedMs) }])
          return { value: true, writes: [...used, ...action.made(found).writes] }
        },
      })
    },
    user: async (id) => (await findUser({ ...selectUser, values: [id] }))[0],
    userByName: async (nameKey) => (await findUser({ ...selectByName, values: [nameKey] }))[0],
    userVouchedBy: async (vouchedBy) => (await findUser({ ...selectVouched, values: [vouchedBy] }))[0],
    users: ({ accountId }) => findUser({ ...selectUsers, values: [accountId ?? ''] }),
    change({ userId, nowMs }, decide, acting) {
      const action = beside(acting)
      return write({
        reads: [...lock.user(userId), ...action.reads],
        decide([rows = [], sessionRows = [], ...found], decidedMs) {
          const peers = (rows as UserRow[]).map(userRecordOf)
          const user = peers.find(({ id }) => id === userId)
          if (!user) return { value: undefined, writes: [] }
          const before = (sessionRows as SessionRow[]).map(sessionRecordOf)
          const atMs = time.decided(nowMs, decidedMs)
          const change = decide({ user, peers, sessions: before, nowMs: atMs })
          const isChanged = change.user !== undefined || change.sessions !== undefined
          const made = isChanged ? action.made(found, user, change.user ?? user).writes : []
          const changed = change.user ? writes.change([change.user]) : []
          const byName = user.accountId === null ? user.name : ''
          const ended = change.endsInvitations ? [{ ...endInvitations, values: [userId, atMs, byName] }] : []
          const sessions = writes.replace(before, change.sessions)
          return { value: change.value, writes: [...changed, ...sessions, ...ended, ...made] }
        },
      })
    },
    async session({ digest, nowMs }) {
      const [row] = await ask<FoundSessionRow>({ ...findSession, values: [digest, time.valueOf(nowMs)] })
      return row && foundSessionOf(row)
    },
    ...notingVisits(engine),
    ...countingAttempts(engine),
  }
}

/** The statements that change rows. */
function writesOf({ dialect }: Engine) {
  const digest = [['digest', 'text', ({ digest }) => digest]] satisfies (typeof sessions.columns)[number][]
  const end = dialect.delete<SessionRecord>(sessions.name, digest)
  const open = dialect.insert<SessionRecord>(sessions.name, sessions.columns)
  const isSame = (one: SessionRecord, other: SessionRecord) => JSON.stringify(one) === JSON.stringify(other)
  return {
    invite: dialect.insert<Invitation>(invitations.name, invitations.columns),
    forget: dialect.delete<Invitation>(invitations.name, [['digest', 'text', ({ digest }) => digest]]),
    use: dialect.update<Invitation>(invitations.name, {
      keys: [['digest', 'text', ({ digest }) => digest]],
      columns: [['used_at_ms', 'integer?', ({ usedAtMs }) => usedAtMs]],
    }),
    add: dialect.insert<UserRecord>(users.name, users.columns),
    change: dialect.update<UserRecord>(users.name, { keys: userKeys, columns: userValues }),
    open,
    endAll: dialect.delete<UserRecord>(sessions.name, [['user_id', 'text', ({ id }) => id]]),
    /** Replaces sessions by others. Unchanged sessions are not written. */
    replace(before: readonly SessionRecord[], after: readonly SessionRecord[] = before): SqlStatement[] {
      const stays = (one: SessionRecord, others: readonly SessionRecord[]) => others.some((other) => isSame(one, other))
      return [...end(before.filter((one) => !stays(one, after))), ...open(after.filter((one) => !stays(one, before)))]
    },
  }
}

/** Reads that lock rows: users before sessions and invitations, the rows of one account in the order of their ids. */
function locksOf({ dialect }: Engine) {
  const invitation = {
    name: 'lock invitation',
    text: `SELECT ${invitationColumns} FROM invitations i WHERE i.digest = $1 ${dialect.lock('i')}`,
  }
  const inviters = {
    name: 'lock users who invite',
    text: `SELECT ${userColumns} FROM users u WHERE coalesce(u.account_id, '') = $1 OR u.id = $2
      ORDER BY u.id ${dialect.lock('u')}`,
  }
  const unused = {
    name: 'lock unused invitations',
    text: `SELECT ${invitationColumns} FROM invitations i WHERE i.used_at_ms IS NULL AND coalesce(i.account_id, '') = $1
      ORDER BY i.created_at_ms, i.digest ${dialect.lock('i')}`,
  }
  const invited = {
    name: 'lock invited user',
    text: `SELECT ${userColumns} FROM users u WHERE u.id = (SELECT i.user_id FROM invitations i WHERE i.digest = $1)
      ${dialect.lock('u')}`,
  }
  const peers = {
    name: 'lock users',
    text: `SELECT ${userColumns} FROM users u
      WHERE coalesce(u.account_id, '') = (SELECT coalesce(w.account_id, '') FROM users w WHERE w.id = $1)
      ORDER BY u.id ${dialect.lock('u')}`,
  }
  const theirs = {
    name: 'lock sessions',
    text: `SELECT ${sessionColumns} FROM sessions s WHERE s.user_id = $1 ORDER BY s.created_at_ms, s.id ${dialect.lock('s')}`,
  }
  const over = {
    name: 'invitations that are over',
    text: `SELECT ${invitationColumns} FROM invitations i WHERE i.expires_at_ms < $1
      ORDER BY i.expires_at_ms LIMIT ${deletedAtOnce} ${dialect.lockFree('i')}`,
  }
  return {
    inviting: (accountId: string | null, makerId: string | null) => [
      { ...inviters, values: [accountId ?? '', makerId ?? ''] },
      { ...unused, values: [accountId ?? ''] },
    ],
    over: (beforeMs: number) => ({ ...over, values: [beforeMs] }),
    invitation: (digest: string) => ({ ...invitation, values: [digest] }),
    invited: (digest: string) => ({ ...invited, values: [digest] }),
    user: (id: string) => [peers, theirs].map((statement) => ({ ...statement, values: [id] })),
  }
}

const selectInvitation = {
  name: 'invitation',
  text: `SELECT ${invitationColumns} FROM invitations i WHERE i.digest = $1`,
}

/**
 * Invitations that a user has made, or would use. For an operator, also invitations under the name that no user has
 * made.
 */
const endInvitations = {
  name: 'end invitations of user',
  text: `UPDATE invitations SET used_at_ms = $2 WHERE used_at_ms IS NULL
    AND (maker_id = $1 OR user_id = $1 OR (maker_id IS NULL AND invited_by = $3))`,
}

/** The open invitations of an account. */
function selectOpen(engine: Engine) {
  return {
    name: 'open invitations',
    text: `${moments(engine).given('$2')} SELECT ${invitationColumns} FROM invitations i
      WHERE i.expires_at_ms > ${moment} AND i.used_at_ms IS NULL AND coalesce(i.account_id, '') = $1
      ORDER BY i.created_at_ms, i.digest`,
  }
}

const selectUser = { name: 'user', text: `SELECT ${userColumns} FROM users u WHERE u.id = $1` }

const selectByName = { name: 'user by name', text: `SELECT ${userColumns} FROM users u WHERE u.name_key = $1` }

const selectVouched = { name: 'user by provider', text: `SELECT ${userColumns} FROM users u WHERE u.vouched_by = $1` }

const selectUsers = {
  name: 'users of account',
  text: `SELECT ${userColumns} FROM users u WHERE coalesce(u.account_id, '') = $1 AND u.state <> 'removed' ORDER BY u.id`,
}

type FoundSessionRow = SessionRow &
  Omit<UserRow, 'id' | 'createdAtMs'> & {
    readonly userCreatedAtMs: bigint
    readonly accountName: string | null
    readonly accountLanguage: string | null
    readonly isClosed: bigint | boolean | null
    readonly nowMs: bigint
  }

/** The facts that a page needs about its user, in one statement. */
function selectSession(engine: Engine) {
  const ofUser = userColumns.replace(/u\.id AS "id", /, '').replace('AS "createdAtMs"', 'AS "userCreatedAtMs"')
  return {
    name: 'session',
    text: `${moments(engine).given('$2')} SELECT ${sessionColumns}, ${ofUser}, a.name AS "accountName", a.language AS "accountLanguage",
        a.closed AS "isClosed", (SELECT at_ms FROM moment) AS "nowMs"
      FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN accounts a ON a.id = u.account_id
      WHERE s.digest = $1`,
  }
}

function foundSessionOf(row: FoundSessionRow): FoundSession {
  const { accountId, accountName, accountLanguage, isClosed, nowMs } = row
  const account = { name: accountName ?? '', language: accountLanguage, isClosed: Boolean(isClosed) }
  return {
    session: sessionRecordOf(sessionIn(row)),
    user: userRecordOf(userIn(row)),
    account: accountId === null ? null : { id: accountId, ...account },
    nowMs: Number(nowMs),
  }
}

function sessionIn(row: FoundSessionRow): SessionRow {
  const { digest, id, userId, needs, challenge, createdAtMs, seenAtMs, endsAtMs, confirmedUntilMs, network, device } =
    row
  return { digest, id, userId, needs, challenge, createdAtMs, seenAtMs, endsAtMs, confirmedUntilMs, network, device }
}

function userIn(row: FoundSessionRow): UserRow {
  const { userId: id, accountId, role, name, nameKey, passwordHash, state, secondStep, devices, passwordAtMs } = row
  const { userCreatedAtMs: createdAtMs, language, visitedAtMs, lookedAtMs, vouchedBy, refundLimits } = row
  return {
    id,
    accountId,
    role,
    name,
    nameKey,
    passwordHash,
    state,
    language,
    secondStep,
    devices,
    createdAtMs,
    passwordAtMs,
    visitedAtMs,
    lookedAtMs,
    vouchedBy,
    refundLimits,
  }
}

type Seen = Parameters<People['see']>[0]
type Visit = NonNullable<Parameters<People['see']>[1]>

/** Notes the use of sessions, and with it the visits of their users. */
function notingVisits({ dialect, write }: Engine): Pick<People, 'see'> {
  const see = dialect.update<Seen>(sessions.name, {
    keys: [['digest', 'text', ({ digest }) => digest]],
    columns: [
      ['seen_at_ms', 'integer', ({ seenAtMs }) => seenAtMs],
      ['ends_at_ms', 'integer', ({ endsAtMs }) => endsAtMs],
    ],
  })
  const note = dialect.update<Visit>(users.name, { keys: userKeys, columns: visitValues })
  return {
    async see(session, visit) {
      // Users before sessions, as in every transaction that locks both.
      const writes = [...note(visit ? [visit] : []), ...see([session])]
      await write({ reads: [], decide: () => ({ value: undefined, writes }) })
    },
  }
}
