import type { ActionPorts, Done } from '../../actions/attribution.ts'
import type { ActionKind } from '../../actions/ownKinds.ts'
import { noSecondStep, type Role, type User, type UserRecord, type UserState, userOf } from '../../model/people.ts'
import { type PeopleRefusal, unknownUser } from '../../model/peopleRefusal.ts'
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
import type { Act } from '../permissions.ts'

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
  return async ({ accountId, by }) => refuseOver({ by }, accountId) ?? (await people.users({ accountId })).map(userOf)
}

/** The user to change, and the author of the change. */
export type UserRequest = { readonly userId: string } & ActingPerson

/** The user after the change. */
export type ChangedUser = { readonly user: User }

/** The function that {@link changeUser} returns. */
export type ChangeUser = (request: UserRequest & { readonly role: Role }) => Promise<ChangedUser | PeopleRefusal>

/**
 * Changes the role of a user of an account, from the next page on. The invitations of a manager who becomes a viewer
 * end. Refused with `unknown_user`, `not_allowed`, `password_needed` to make somebody a manager, `malformed_role`,
 * `user_removed` and `last_manager`.
 */
export function changeUser(ports: UserPorts): ChangeUser {
  return (request) => {
    const { role } = request
    return changed(ports, request, {
      kind: 'user.set',
      act: role === 'viewer' ? 'user.demote' : 'user.promote',
      refuse: ({ user }) => ((user.role === 'operator') === (role === 'operator') ? undefined : otherRole),
      change: (user) => ({ ...user, role }),
    })
  }
}

/** The function that {@link suspendUser} returns. */
export type SuspendUser = (request: UserRequest) => Promise<ChangedUser | PeopleRefusal>

/**
 * Suspends a user. The user's sessions and invitations end at once. Refused with `unknown_user`, `not_allowed`,
 * `user_removed` and `last_manager`.
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
 * `last_manager`.
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
      const mayNot = refuseChange(found, request) ?? refuseUnsure(request, act, found.nowMs)
      const refused = mayNot ?? refuse?.(found) ?? refuseLast(found, request, after)
      if (refused) return { value: refused }
      const value = { user: userOf(after) }
      const isSame = after.role === found.user.role && after.state === found.user.state
      if (isSame && !endsSessions) return { value }
      const endsInvitations = after.state !== 'active' || (found.user.role === 'manager' && after.role === 'viewer')
      return { value, user: after, endsInvitations, ...(endsSessions && { sessions: [] }) }
    },
    acting,
  )
  return answer ?? unknownUser(userId)
}

function inState(state: UserState) {
  return (user: UserRecord): UserRecord => ({ ...user, state })
}

function refuseChange({ user, peers }: FoundUser, { by }: UserRequest): PeopleRefusal | undefined {
  if (!stillMay({ by }, peers, user.accountId)) return notAllowedOver({ by }, user)
  return user.state === 'removed' ? { refused: 'user_removed', message: `User ${user.name} was removed` } : undefined
}

/** An account's managers can't leave it without a manager. An operator can: the operator may invite another. */
function refuseLast({ user, peers }: FoundUser, { by }: UserRequest, after: UserRecord): PeopleRefusal | undefined {
  if (typeof by === 'string' || by.role !== 'manager' || !isManager(user) || isManager(after)) return undefined
  if (peers.some((peer) => peer.id !== user.id && isManager(peer))) return undefined
  return { refused: 'last_manager', message: 'The account has no other manager: make somebody one first' }
}

function isManager({ role, state }: UserRecord): boolean {
  return role === 'manager' && state === 'active'
}

const otherRole: PeopleRefusal = {
  refused: 'malformed_role',
  message: 'Users of an account must be managers or viewers, and operators must stay operators',
}

function doneOf(kind: ActionKind, before: UserRecord, after: UserRecord): Done {
  const { accountId, name } = before
  return { kind, accountId, subject: `user ${name}`, before: factsOf(before), after: factsOf(after) }
}

function factsOf({ role, state }: UserRecord): Facts {
  return { role, state }
}
