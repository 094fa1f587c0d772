import type { Attribution, Done } from '../../actions/attribution.ts'
import { recording } from '../../actions/attribution.ts'
import { isName } from '../../model/operatorRefusal.ts'
import {
  type Client,
  type Invitation,
  nameKeyOf,
  noSecondStep,
  type Role,
  rolesFor,
  type UserRecord,
} from '../../model/people.ts'
import { invitationGone, notAllowed, type PeopleRefusal, tooBusy, unknownUser } from '../../model/peopleRefusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { PasswordGuesses, Passwords } from '../../ports/people/passwords.ts'
import type { Acceptance, FoundInvitation, People } from '../../ports/people/people.ts'
import type { Secrets } from '../../ports/secrets.ts'
import {
  type ActingPerson,
  malformedName,
  mayReach,
  notAllowedOver,
  recordingOf,
  refuseActing,
  refuseOver,
  refuseSelf,
  refuseUnsure,
} from '../acting.ts'
import { hashOf } from '../signIn/attempts.ts'
import { refusePassword } from '../signIn/guessable.ts'
import { newSession, type Opened, openedOf, type SessionPolicy } from '../signIn/opening.ts'

/** The ports for invitations. */
export type InvitationPorts = {
  readonly people: People
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'digest' | 'newToken'>
}

/** The ports for accepting an invitation. */
export type JoinPorts = InvitationPorts & {
  readonly ids: Ids
  readonly secrets: Pick<Secrets, 'sameDigest'>
  readonly passwords: Passwords
  readonly guesses: PasswordGuesses
} & SessionPolicy

/**
 * The token of an invitation, which is shown once, the id for revoking the invitation, and the end of its validity.
 */
export type Invited = { readonly token: string; readonly id: string; readonly expiresAtMs: number }

/** The function that {@link inviteUser} returns. */
export type InviteUser = (
  request: { readonly role: Role; readonly accountId: string | null } & ActingPerson,
) => Promise<Invited | PeopleRefusal>

/** How long an invitation is valid. */
const goodMs = 3_600_000

/**
 * Invites a person to become a user of an account, with a role of its users, or an operator, who belongs to no account
 * and has a role of operators. The token works once, for an hour, while its author has the right to make it. Earlier tokens keep working.
 * Refused with `not_allowed`, `password_needed`, `malformed_role`, `unknown_account`, `closed_account` and
 * `too_many_invitations`.
 */
export function inviteUser(ports: InvitationPorts): InviteUser {
  const { accounts, clock } = ports
  return async (request) => {
    const { role, accountId } = request
    const mayNot = refuseActing(request) ?? refuseOver(request, 'user.invite', { accountId, role })
    const refusal = mayNot ?? refuseUnsure(request, 'user.invite', clock.nowMs()) ?? refuseRole(role, accountId)
    if (refusal) return refusal
    const account = accountId === null ? undefined : await accounts.byId(accountId)
    if (accountId !== null && !account)
      return { refused: 'unknown_account', message: `There is no account ${accountId}` }
    if (account?.closed) return { refused: 'closed_account', message: `Account ${accountId} is closed` }
    return invite(ports, request, { role, accountId, userId: null }, `invitation of ${role}`)
  }
}

/** The function that {@link inviteNewPassword} returns. */
export type InviteNewPassword = (
  request: { readonly userId: string } & ActingPerson,
) => Promise<Invited | PeopleRefusal>

/**
 * Makes a link that lets a user set a new password after forgetting the old one. It replaces the user's earlier links.
 * Until then the old password works, and a second step stays. Refused with `unknown_user`, `not_allowed`, also for
 * oneself, `password_needed` and `too_many_invitations`.
 */
export function inviteNewPassword(ports: InvitationPorts): InviteNewPassword {
  const { people } = ports
  return async (request) => {
    const user = await people.user(request.userId)
    if (!user || user.state === 'removed') return unknownUser(request.userId)
    const mayNot = refuseActing(request) ?? refuseOver(request, 'user.new_password', user)
    if (mayNot) return mayNot.refused === 'not_allowed' ? notAllowedOver(request, user) : mayNot
    const nowMs = ports.clock.nowMs()
    const refusal = refuseSelf(request, user.id) ?? refuseUnsure(request, 'user.new_password', nowMs)
    if (refusal) return refusal
    const { id: userId, role, accountId, name } = user
    return invite(ports, request, { role, accountId, userId }, `user ${name}`)
  }
}

/** How many invitations to an account, or of operators, may be open at once. */
const mostOpen = 20

const tooManyOpen: PeopleRefusal = {
  refused: 'too_many_invitations',
  message: `${mostOpen} invitations are already open: revoke one, or wait until one is used or an hour has passed`,
}

/** Makes an invitation, by the present rows. A link for a new password ends the previous one. */
function invite(
  ports: InvitationPorts,
  request: ActingPerson,
  what: Pick<Invitation, 'role' | 'accountId' | 'userId'>,
  subject: string,
): Promise<Invited | PeopleRefusal> {
  const { role, accountId, userId } = what
  const act = userId === null ? 'user.invite' : 'user.new_password'
  const { invitation, invited } = newInvitation(ports, request, what)
  const { makerId } = invitation
  const done: Done = { kind: 'user.invite', accountId, subject, before: null, after: { role } }
  return ports.people.invite<Invited | PeopleRefusal>(
    { accountId, makerId, nowMs: invitation.createdAtMs },
    ({ maker, open }) => {
      if (makerId !== null && !(maker && mayReach(maker, act, { accountId, role }))) return { value: notAllowed }
      const ended = open.filter((one) => userId !== null && one.userId === userId)
      if (open.length - ended.length >= mostOpen) return { value: tooManyOpen }
      return { value: invited, invited: { invitation, ended } }
    },
    recordingOf(ports, request)(() => done),
  )
}

/** An invitation as a page shows it. */
export type ShownInvitation = {
  readonly role: Role
  readonly accountName: string | null
  /** The name of the user who sets a new password; null where a new user joins. */
  readonly userName: string | null
  readonly expiresAtMs: number
}

/** The function that {@link lookUpInvitation} returns. */
export type LookUpInvitation = (request: { readonly token: string }) => Promise<ShownInvitation | PeopleRefusal>

/** Looks up an invitation that is still valid, and does not use it up. Refused with `invitation_gone`. */
export function lookUpInvitation(
  ports: Pick<InvitationPorts, 'people' | 'accounts' | 'clock' | 'secrets'>,
): LookUpInvitation {
  const { people, accounts, clock, secrets } = ports
  return async ({ token }) => {
    const invitation = await people.invitation(secrets.digest(token))
    if (!isGood(invitation, clock.nowMs())) return invitationGone
    const { role, accountId, userId, expiresAtMs } = invitation
    const account = accountId === null ? undefined : await accounts.byId(accountId)
    const user = userId === null ? undefined : await people.user(userId)
    return { role, accountName: account?.name ?? null, userName: user?.name ?? null, expiresAtMs }
  }
}

/** The function that {@link acceptInvitation} returns. */
export type AcceptInvitation = (request: {
  readonly token: string
  /** The sign-in name of the new user. A user who sets a new password keeps the name. */
  readonly name: string
  readonly password: string
  readonly client: Client
}) => Promise<Opened | PeopleRefusal>

/**
 * Creates the invited user, or sets a new password and ends the user's sessions, and signs in. Refused with
 * `invitation_gone`, `malformed_name`, `name_taken`, `malformed_password`, `guessable_password`, `too_many_attempts`
 * and `too_busy`.
 */
export function acceptInvitation(ports: JoinPorts): AcceptInvitation {
  const { people, clock, secrets, passwords, accounts } = ports
  return async ({ token, name: given, password, client }) => {
    const digest = secrets.digest(token)
    const invitation = await people.invitation(digest)
    if (!isGood(invitation, clock.nowMs())) return invitationGone
    const known = invitation.userId === null ? undefined : await people.user(invitation.userId)
    const name = known?.name ?? given.normalize('NFC').trim()
    if (!isName(name)) return malformedName
    const account = invitation.accountId === null ? undefined : await accounts.byId(invitation.accountId)
    if (account?.closed) return invitationGone
    const refusal = await refusePassword(ports, digest, { password, name, accountName: account?.name })
    if (refusal) return refusal
    const passwordHash = await hashOf(passwords, password)
    if (passwordHash === undefined) return tooBusy(clock.nowMs())
    const joining = { name, passwordHash, client }
    const nameKey = nameKeyOf(name)
    const accepting = (found: FoundInvitation) => acceptance(ports, found, joining)
    const answer = await people.accept(
      { digest, nameKey, nowMs: clock.nowMs() },
      accepting,
      joinedAction(ports, name, invitation),
    )
    return 'refused' in answer
      ? answer
      : { ...answer, account: account ? { id: account.id, name: account.name } : null }
  }
}

type Joining = { readonly name: string; readonly passwordHash: string; readonly client: Client }

function acceptance(
  ports: JoinPorts,
  { invitation, user: known, namesake, nowMs }: FoundInvitation,
  { name, passwordHash, client }: Joining,
): Acceptance<Omit<Opened, 'account'> | PeopleRefusal> {
  if (!isGood(invitation, nowMs)) return { value: invitationGone }
  if (invitation.userId !== null && known?.state !== 'active') return { value: invitationGone }
  if (!known && namesake) {
    return { value: { refused: 'name_taken', message: 'Another user already has this name: choose a different one' } }
  }
  const { role, accountId } = invitation
  const fresh = (): UserRecord => ({
    id: ports.ids.ordered(nowMs),
    accountId,
    role,
    name,
    nameKey: nameKeyOf(name),
    passwordHash,
    state: 'active',
    language: null,
    secondStep: noSecondStep,
    devices: [],
    vouchedBy: null,
    createdAtMs: nowMs,
    passwordAtMs: nowMs,
    refundLimits: [],
    visitedAtMs: null,
    lookedAtMs: null,
  })
  const user = known ? { ...known, passwordHash, passwordAtMs: nowMs } : fresh()
  const opened = newSession(ports, { user, client, nowMs })
  return { value: openedOf(opened), accepted: opened }
}

function joinedAction(ports: InvitationPorts, name: string, { userId, role, accountId }: Invitation) {
  const who: Attribution = { by: name }
  return recording(
    ports,
    who,
  )((accepted: UserRecord): Done => {
    const kind = userId === null ? 'user.join' : 'user.password'
    return { kind, accountId, subject: `user ${accepted.name}`, before: null, after: userId === null ? { role } : null }
  })
}

function isGood(invitation: Invitation | undefined, nowMs: number): invitation is Invitation {
  if (!invitation || invitation.usedAtMs !== null) return false
  // An invitation by a clock that was ahead is valid no longer than others.
  return nowMs < invitation.expiresAtMs && invitation.expiresAtMs - nowMs <= goodMs
}

function newInvitation(
  { clock, secrets }: InvitationPorts,
  { by }: ActingPerson,
  what: Pick<Invitation, 'role' | 'accountId' | 'userId'>,
): { readonly invitation: Invitation; readonly invited: Invited } {
  const token = secrets.newToken()
  const nowMs = clock.nowMs()
  const expiresAtMs = nowMs + goodMs
  const [invitedBy, makerId] = typeof by === 'string' ? [by, null] : [by.name, by.id]
  const invitation = {
    ...what,
    digest: secrets.digest(token),
    invitedBy,
    makerId,
    createdAtMs: nowMs,
    expiresAtMs,
    usedAtMs: null,
  }
  return { invitation, invited: { token, id: idOfInvitation(invitation), expiresAtMs } }
}

/** The name of an invitation for the people who may revoke it: the beginning of the digest of its token. */
export function idOfInvitation({ digest }: Pick<Invitation, 'digest'>): string {
  return digest.slice(0, 16)
}

/** Refuses a role that users of the account, or without one operators, cannot have. */
export function refuseRole(role: Role, accountId: string | null): PeopleRefusal | undefined {
  const roles = rolesFor(accountId)
  if (roles.includes(role)) return undefined
  const whose = accountId === null ? 'an operator' : 'a user of an account'
  return { refused: 'malformed_role', message: `The role of ${whose} must be one of: ${roles.join(', ')}` }
}
