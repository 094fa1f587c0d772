import type { ActionPorts, Done } from '../../actions/attribution.ts'
import type { ActionKind } from '../../actions/ownKinds.ts'
import { toDecimal, toMinor } from '../../model/money.ts'
import {
  isOperator,
  noSecondStep,
  type RefundLimit,
  type Role,
  type User,
  type UserRecord,
  type UserState,
  userOf,
} from '../../model/people.ts'
import { notAllowed, type PeopleRefusal, unknownUser } from '../../model/peopleRefusal.ts'
import type { Facts } from '../../ports/operators/actions.ts'
import type { FoundUser, People } from '../../ports/people/people.ts'
import {
  type ActingPerson,
  notAllowedOver,
  recordingOf,
  refuseActing,
  refuseOver,
  refuseSelf,
  refuseUnsure,
  stillMay,
} from '../acting.ts'
import { type Act, mayDo } from '../permissions.ts'
import { refuseRole } from './invitations.ts'

/** The ports for changing users. */
export type UserPorts = { readonly people: People } & ActionPorts

/** The function that {@link listUsers} returns. */
export type ListUsers = (
  request: { readonly accountId: string | null } & Pick<ActingPerson, 'by'>,
) => Promise<readonly User[] | PeopleRefusal>

/**
 * Lists the users of an account, or the operators, the oldest first, without removed ones. Refused with `not_allowed`.
 */
export function listUsers({ people }: Pick<UserPorts, 'people'>): ListUsers {
  return async ({ accountId, by }) =>
    refuseOver({ by }, 'user.list', { accountId }) ?? (await people.users({ accountId })).map(userOf)
}

/** The user to change, and the author of the change. */
export type UserRequest = { readonly userId: string } & ActingPerson

/** The user after the change. */
export type ChangedUser = { readonly user: User }

/** The function that {@link changeUser} returns. */
export type ChangeUser = (
  request: UserRequest & {
    readonly role: Role
    /** For `support`: how much of one collection it may refund, in major units by currency. Others stay as they are. */
    readonly refundsUpTo?: readonly { readonly currency: string; readonly amount: number }[]
  },
) => Promise<ChangedUser | PeopleRefusal>

/**
 * Changes the role of a user, from the next page on. The invitations of an owner or administrator who becomes something
 * else end. Refused with `unknown_user`, `not_allowed`, `password_needed` for any role but a viewer's,
 * `malformed_role`, `malformed_amount`, `user_removed`, `last_owner` and `last_administrator`.
 */
export function changeUser(ports: UserPorts): ChangeUser {
  return (request) => {
    const { role, refundsUpTo = [] } = request
    const limits = limitsOf(refundsUpTo)
    const act = role === 'viewer' ? 'user.demote' : 'user.promote'
    return changed(ports, request, {
      kind: 'user.set',
      act,
      refuse: ({ user, peers }) =>
        refuseRole(role, user.accountId) ??
        refuseLimits(role, user.accountId, refundsUpTo) ??
        (stillMay(request, peers, act, { accountId: user.accountId, role }) ? undefined : notAllowed),
      change: (user) => ({ ...user, role, refundLimits: role === 'support' ? withLimits(user, limits) : [] }),
    })
  }
}

/** The function that {@link suspendUser} returns. */
export type SuspendUser = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/**
 * Suspends a user. The user's sessions and invitations end at once. Refused with `unknown_user`, `not_allowed`,
 * `user_removed`, `last_owner` and `last_administrator`.
 */
export function suspendUser(ports: UserPorts): SuspendUser {
  return (request) =>
    changed(ports, request, {
      kind: 'user.suspend',
      act: 'user.suspend',
      change: inState('suspended'),
      endsSessions: true,
    })
}

/** The function that {@link resumeUser} returns. */
export type ResumeUser = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/**
 * Lets a suspended user sign in again. Refused with `unknown_user`, `not_allowed`, `password_needed` and
 * `user_removed`.
 */
export function resumeUser(ports: UserPorts): ResumeUser {
  return (request) => changed(ports, request, { kind: 'user.resume', act: 'user.resume', change: inState('active') })
}

/** The function that {@link removeUser} returns. */
export type RemoveUser = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/**
 * Removes a user for good. The sessions and invitations end, and the password and second step are erased. The name
 * stays taken, since actions are recorded under it. Refused with `unknown_user`, `not_allowed`, `user_removed` and
 * `last_owner` and `last_administrator`.
 */
export function removeUser(ports: UserPorts): RemoveUser {
  return (request) =>
    changed(ports, request, {
      kind: 'user.remove',
      act: 'user.remove',
      change: (user) => ({ ...user, ...removed }),
      endsSessions: true,
    })
}

/** The facts about a user that removing changes. */
const removed = { state: 'removed', passwordHash: '', secondStep: noSecondStep, devices: [], vouchedBy: null } as const

/** The function that {@link endSessions} returns. */
export type EndSessions = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/** Ends all sessions of a user. Refused with `unknown_user`, `not_allowed` and `user_removed`. */
export function endSessions(ports: UserPorts): EndSessions {
  return (request) =>
    changed(ports, request, {
      kind: 'user.end-sessions',
      act: 'user.end_sessions',
      change: (user) => ({ ...user, devices: [] }),
      endsSessions: true,
    })
}

/** The function that {@link resetSecondStep} returns. */
export type ResetSecondStep = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/**
 * Erases the second step of a user who has lost it, and the user's identity at an identity provider, and ends the
 * user's sessions. Refused with `unknown_user`, `not_allowed`, also for oneself, `password_needed` and `user_removed`.
 */
export function resetSecondStep(ports: UserPorts): ResetSecondStep {
  return (request) =>
    changed(ports, request, {
      kind: 'user.reset-second-step',
      act: 'user.reset_second_step',
      refuse: ({ user }) => refuseSelf(request, user.id),
      change: (user) => ({ ...user, secondStep: noSecondStep, vouchedBy: null }),
      endsSessions: true,
    })
}

type Changing = {
  readonly kind: ActionKind
  readonly act: Act
  readonly refuse?: (found: FoundUser) => PeopleRefusal | undefined
  readonly change: (user: UserRecord) => UserRecord
  readonly endsSessions?: boolean
}

/** Changes a user, by the present row, with an action, unless there is nothing to change. */
async function changed(
  ports: UserPorts,
  request: UserRequest,
  { kind, act, refuse, change, endsSessions = false }: Changing,
): Promise<ChangedUser | PeopleRefusal> {
  const { userId } = request
  const refusal = refuseActing(request)
  if (refusal) return refusal
  const acting = recordingOf(ports, request)((before: UserRecord, after: UserRecord) => doneOf(kind, before, after))
  const answer = await ports.people.change<ChangedUser | PeopleRefusal>(
    { userId, nowMs: ports.clock.nowMs() },
    (found) => {
      const after = change(found.user)
      const mayNot = refuseChange(found, request, act) ?? refuseUnsure(request, act, found.nowMs)
      const refused = mayNot ?? refuse?.(found) ?? refuseLast(found, request, after)
      if (refused) return { value: refused }
      const value = { user: userOf(after) }
      const isSame = JSON.stringify(factsOf(after)) === JSON.stringify(factsOf(found.user))
      if (isSame && !endsSessions) return { value }
      const endsInvitations = after.state !== 'active' || invitesLess(found.user, after)
      return { value, user: after, endsInvitations, ...(endsSessions && { sessions: [] }) }
    },
    acting,
  )
  return answer ?? unknownUser(userId)
}

function inState(state: UserState) {
  return (user: UserRecord): UserRecord => ({ ...user, state })
}

function refuseChange({ user, peers }: FoundUser, { by }: UserRequest, act: Act): PeopleRefusal | undefined {
  if (!stillMay({ by }, peers, act, user)) return notAllowedOver({ by }, user)
  return user.state === 'removed' ? { refused: 'user_removed', message: `User ${user.name} was removed` } : undefined
}

/**
 * Every account keeps an owner, and the gateway an administrator. Operators may suspend the last owner, and a command
 * may suspend anybody: people who see abuse must be quick.
 */
function refuseLast({ user, peers }: FoundUser, { by }: UserRequest, after: UserRecord): PeopleRefusal | undefined {
  if (!leads(user) || leads(after) || peers.some((peer) => peer.id !== user.id && leads(peer))) return undefined
  const isOverseen = typeof by === 'string' || by.accountId !== user.accountId
  if (after.state === 'suspended' && isOverseen) return undefined
  return isOperator(user)
    ? { refused: 'last_administrator', message: 'There is no other administrator: make somebody one first' }
    : { refused: 'last_owner', message: 'The account has no other owner: make somebody one first' }
}

/** Whether a user may do everything that users of the account, or operators, may do. */
function leads({ role, state }: UserRecord): boolean {
  return (role === 'owner' || role === 'administrator') && state === 'active'
}

/** Whether a user may no longer invite everybody that was invited before. */
function invitesLess(before: UserRecord, after: UserRecord): boolean {
  return mayDo(before, 'user.invite') && (!mayDo(after, 'user.invite') || (leads(before) && !leads(after)))
}

function doneOf(kind: ActionKind, before: UserRecord, after: UserRecord): Done {
  const { accountId, name } = before
  return { kind, accountId, subject: `user ${name}`, before: factsOf(before), after: factsOf(after) }
}

function factsOf({ role, state, refundLimits }: UserRecord): Facts {
  const limits = refundLimits.map(({ currency, amountMinor }) => [currency, toDecimal(amountMinor, currency)])
  return { role, state, ...(limits.length > 0 && { refunds_up_to: Object.fromEntries(limits) }) }
}

function limitsOf(given: readonly { readonly currency: string; readonly amount: number }[]): readonly RefundLimit[] {
  return given.map(({ currency, amount }) => ({ currency, amountMinor: toMinor(amount, currency) ?? -1n }))
}

function withLimits({ refundLimits }: UserRecord, limits: readonly RefundLimit[]): readonly RefundLimit[] {
  const others = refundLimits.filter(({ currency }) => !limits.some((limit) => limit.currency === currency))
  return [...others, ...limits]
}

/** Refuses limits of refunds for another role than that of a user of an account who supports customers. */
function refuseLimits(
  role: Role,
  accountId: string | null,
  given: readonly { readonly currency: string; readonly amount: number }[],
): PeopleRefusal | undefined {
  if (given.length > 0 && (role !== 'support' || accountId === null))
    return { refused: 'malformed_role', message: 'Only the role support of an account has a limit of refunds' }
  if (limitsOf(given).every(({ amountMinor }) => amountMinor >= 0n)) return undefined
  return { refused: 'malformed_amount', message: 'A limit of refunds must be an amount of its currency, 0 or more' }
}
