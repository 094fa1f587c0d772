import {
  type CountedKey,
  holderRoles,
  type Invitation,
  operatorRoles,
  type SessionRecord,
  type UserRecord,
} from '../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** Users of an account have other roles than operators, who belong to none. */
const isRole = `(CASE WHEN account_id IS NULL THEN ${isOneOf('role', operatorRoles)} ELSE ${isOneOf('role', holderRoles)} END)`

/** The columns that a visit of a user sets. */
export const visitValues: readonly Column<Pick<UserRecord, 'visitedAtMs' | 'lookedAtMs'>>[] = [
  ['visited_at_ms', 'integer?', ({ visitedAtMs }) => visitedAtMs],
  ['looked_at_ms', 'integer?', ({ lookedAtMs }) => lookedAtMs],
]

/** The columns that a change of a user sets. */
export const userValues: readonly Column<UserRecord>[] = [
  ['account_id', 'text?', ({ accountId }) => accountId],
  ['role', 'text', ({ role }) => role, `CONSTRAINT role_is_known CHECK ${isRole}`],
  ['name', 'text', ({ name }) => name],
  ['name_key', 'text', ({ nameKey }) => nameKey],
  ['password_hash', 'text', ({ passwordHash }) => passwordHash],
  [
    'state',
    'text',
    ({ state }) => state,
    `CONSTRAINT user_state_is_known CHECK ${isOneOf('state', ['active', 'suspended', 'removed'])}`,
  ],
  ['language', 'text?', ({ language }) => language],
  ['second_step', 'json', ({ secondStep }) => JSON.stringify(secondStep)],
  ['devices', 'json', ({ devices }) => JSON.stringify(devices)],
  ['vouched_by', 'text?', ({ vouchedBy }) => vouchedBy],
  ['refund_limits', 'json', ({ refundLimits }) => limitsText(refundLimits)],
  ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
  ['password_at_ms', 'integer', ({ passwordAtMs }) => passwordAtMs],
  ...visitValues,
]

/** The key column of a user. */
export const userKeys: readonly Column<Pick<UserRecord, 'id'>>[] = [['id', 'text', ({ id }) => id]]

/** All people who can sign in, or could. */
export const users = {
  name: 'users',
  moves: 'copied',
  columns: [...userKeys, ...userValues],
  key: ['id'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  indexes: ["users_by_account ON users (coalesce(account_id, ''))"],
  uniqueIndexes: ['users_by_name ON users (name_key)', 'users_by_provider ON users (vouched_by)'],
} satisfies Table

/** The row of a user. */
export type UserRow = Pick<
  UserRecord,
  'id' | 'accountId' | 'role' | 'name' | 'nameKey' | 'passwordHash' | 'state' | 'language' | 'vouchedBy'
> & {
  readonly secondStep: string
  readonly devices: string
  readonly refundLimits: string
  readonly createdAtMs: bigint
  readonly passwordAtMs: bigint
  readonly visitedAtMs: bigint | null
  readonly lookedAtMs: bigint | null
}

/** The columns of the row of a user `u`. */
export const userColumns = selected(users.columns, 'u')

/** The user in a row. */
export function userRecordOf(row: UserRow): UserRecord {
  const { secondStep, devices, refundLimits, createdAtMs, passwordAtMs, visitedAtMs, lookedAtMs, ...user } = row
  return {
    ...user,
    secondStep: JSON.parse(secondStep),
    devices: JSON.parse(devices),
    refundLimits: limitsIn(refundLimits),
    createdAtMs: Number(createdAtMs),
    passwordAtMs: Number(passwordAtMs),
    visitedAtMs: numberOrNull(visitedAtMs),
    lookedAtMs: numberOrNull(lookedAtMs),
  }
}

type Limits = UserRecord['refundLimits']

function limitsText(limits: Limits): string {
  return JSON.stringify(limits.map(({ currency, amountMinor }) => [currency, String(amountMinor)]))
}

function limitsIn(text: string): Limits {
  const limits: readonly (readonly [string, string])[] = JSON.parse(text)
  return limits.map(([currency, minor]) => ({ currency, amountMinor: BigInt(minor) }))
}

/** Rights to become a user, or to set a new password. */
export const invitations = {
  name: 'invitations',
  moves: 'copied',
  columns: [
    ['digest', 'text', ({ digest }) => digest],
    ['account_id', 'text?', ({ accountId }) => accountId],
    ['role', 'text', ({ role }) => role, `CONSTRAINT invited_role_is_known CHECK ${isRole}`],
    ['user_id', 'text?', ({ userId }) => userId],
    ['invited_by', 'text', ({ invitedBy }) => invitedBy],
    ['maker_id', 'text?', ({ makerId }) => makerId],
    ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
    ['expires_at_ms', 'integer', ({ expiresAtMs }) => expiresAtMs],
    ['used_at_ms', 'integer?', ({ usedAtMs }) => usedAtMs],
  ] satisfies readonly Column<Invitation>[],
  key: ['digest'],
  parents: [
    '(account_id) REFERENCES accounts (id)',
    '(user_id) REFERENCES users (id)',
    '(maker_id) REFERENCES users (id)',
  ],
  indexes: ['invitations_by_end ON invitations (expires_at_ms)'],
} satisfies Table

/** The row of an invitation. */
export type InvitationRow = Stored<Omit<Invitation, 'usedAtMs'>, 'createdAtMs' | 'expiresAtMs'> & {
  readonly usedAtMs: bigint | null
}

/** The columns of the row of an invitation `i`. */
export const invitationColumns = selected(invitations.columns, 'i')

/** The invitation in a row. */
export function invitationOf({ createdAtMs, expiresAtMs, usedAtMs, ...row }: InvitationRow): Invitation {
  return {
    ...row,
    createdAtMs: Number(createdAtMs),
    expiresAtMs: Number(expiresAtMs),
    usedAtMs: numberOrNull(usedAtMs),
  }
}

/** The sessions of users, by the digest of each session's token. */
export const sessions = {
  name: 'sessions',
  moves: 'left',
  columns: [
    ['digest', 'text', ({ digest }) => digest],
    ['id', 'text', ({ id }) => id],
    ['user_id', 'text', ({ userId }) => userId],
    [
      'needs',
      'text?',
      ({ needs }) => needs,
      `CONSTRAINT need_is_known CHECK ${isOneOf('needs', ['second_step', 'enrolment'])}`,
    ],
    ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
    ['seen_at_ms', 'integer', ({ seenAtMs }) => seenAtMs],
    ['ends_at_ms', 'integer', ({ endsAtMs }) => endsAtMs],
    ['confirmed_until_ms', 'integer?', ({ confirmedUntilMs }) => confirmedUntilMs],
    ['challenge', 'text?', ({ challenge }) => challenge],
    ['network', 'text', ({ client }) => client.network],
    ['device', 'text', ({ client }) => client.device],
  ] satisfies readonly Column<SessionRecord>[],
  key: ['digest'],
  parents: ['(user_id) REFERENCES users (id)'],
  indexes: ['sessions_by_user ON sessions (user_id)'],
} satisfies Table

/** The row of a session. */
export type SessionRow = Pick<SessionRecord, 'digest' | 'id' | 'userId' | 'needs' | 'challenge'> & {
  readonly createdAtMs: bigint
  readonly seenAtMs: bigint
  readonly endsAtMs: bigint
  readonly confirmedUntilMs: bigint | null
  readonly network: string
  readonly device: string
}

/** The columns of the row of a session `s`. */
export const sessionColumns = selected(sessions.columns, 's')

/** The session in a row. */
export function sessionRecordOf(row: SessionRow): SessionRecord {
  const { createdAtMs, seenAtMs, endsAtMs, confirmedUntilMs, network, device, ...session } = row
  return {
    ...session,
    createdAtMs: Number(createdAtMs),
    seenAtMs: Number(seenAtMs),
    endsAtMs: Number(endsAtMs),
    confirmedUntilMs: numberOrNull(confirmedUntilMs),
    client: { network, device },
  }
}

/** Attempts to sign in that failed, or are under way. */
export const signInAttempts = {
  name: 'sign_in_attempts',
  moves: 'copied',
  columns: [
    ['key', 'text', ({ key }) => key],
    ['times', 'json', ({ times }) => JSON.stringify(times)],
    ['over_at_ms', 'integer', ({ overAtMs }) => overAtMs],
  ] satisfies readonly Column<CountedKey>[],
  key: ['key'],
  indexes: ['sign_in_attempts_over ON sign_in_attempts (over_at_ms)'],
} satisfies Table

/** The row of a key. */
export type CountedKeyRow = { readonly key: string; readonly times: string; readonly overAtMs: bigint }

/** The columns of the row of a key `c`. */
export const countedKeyColumns = selected(signInAttempts.columns, 'c')

/** The key in a row. */
export function countedKeyOf({ key, times, overAtMs }: CountedKeyRow): CountedKey {
  return { key, times: JSON.parse(times), overAtMs: Number(overAtMs) }
}
