import { type ActionPorts, type Attribution, type Recording, recording } from '../actions/attribution.ts'
import { isExplanation, isName } from '../model/operatorRefusal.ts'
import { isOperator, type Role, type Session, type User, type UserRecord } from '../model/people.ts'
import { notAllowed, type PeopleRefusal, passwordNeeded, unknownUser } from '../model/peopleRefusal.ts'
import { type Act, acts, mayDo } from './permissions.ts'
import { isConfirmed } from './signIn/sessions.ts'

/**
 * The author of an act, and the reason: an operator who runs a command, by a name, and may do everything; or the user
 * who is signed in, and may do everything that the role allows.
 */
export type ActingPerson = {
  readonly by: string | User
  /** The session of a user. Acts that ask for the password need it. */
  readonly session?: Session | undefined
  /** The reason, in 1 to 500 printable characters. */
  readonly because?: string | undefined
}

/** Refuses a name or a reason that can't be recorded. */
export function refuseActing({ by, because }: ActingPerson): PeopleRefusal | undefined {
  const name = typeof by === 'string' ? by : by.name
  if (!isName(name)) return malformedName
  if (because === undefined || isExplanation(because)) return undefined
  return { refused: 'malformed_explanation', message: 'The explanation must be 1 to 500 printable characters' }
}

/** Refuses a name that can't be recorded. */
export const malformedName: PeopleRefusal = {
  refused: 'malformed_name',
  message: 'A name must be 1 to 100 printable characters',
}

/** Begins to record the act of a person. */
export function recordingOf(ports: ActionPorts, { by, because }: ActingPerson): Recording {
  return recording(ports, attributionOf({ by, because }))
}

/** The people that an act is about: a user, or the users of an account, or without one operators. */
export type Reached = { readonly accountId: string | null; readonly role?: Role | undefined }

/** Refuses a person without the right to an act on the users of an account, or on operators. */
export function refuseOver({ by }: Pick<ActingPerson, 'by'>, act: Act, reached: Reached): PeopleRefusal | undefined {
  return typeof by === 'string' || mayReach(by, act, reached) ? undefined : notAllowed
}

/** Refuses an act that asks for the password, unless the user has given it in the session within the last minutes. */
export function refuseUnsure({ by, session }: ActingPerson, act: Act, nowMs: number): PeopleRefusal | undefined {
  if (typeof by === 'string' || !acts[act].asks) return undefined
  return session && session.userId === by.id && isConfirmed({ session, nowMs }) ? undefined : passwordNeeded
}

/** Refuses users who change their own sign-in on the page for others. */
export function refuseSelf({ by }: Pick<ActingPerson, 'by'>, userId: string): PeopleRefusal | undefined {
  return typeof by !== 'string' && by.id === userId ? notOneself : undefined
}

const notOneself: PeopleRefusal = {
  refused: 'not_allowed',
  message: 'Change your own password and second step on your own page, where they are asked for',
}

/**
 * Refuses a person without the right to change a user. To people who may not see the user, the refusal says that there
 * is none.
 */
export function notAllowedOver(
  { by }: Pick<ActingPerson, 'by'>,
  { id, accountId }: Pick<UserRecord, 'id' | 'accountId'>,
): PeopleRefusal {
  const sees = typeof by !== 'string' && (isOperator(by) || by.accountId === accountId)
  return sees ? notAllowed : unknownUser(id)
}

/**
 * Whether a user may do an act on the users of an account, or on operators: on those of the own account, and an operator
 * on all. Only administrators reach administrators.
 */
export function mayReach(
  user: Pick<User, 'role' | 'state' | 'accountId'>,
  act: Act,
  { accountId, role }: Reached,
): boolean {
  const reaches = isOperator(user) || user.accountId === accountId
  return reaches && mayDo(user, act) && (role !== 'administrator' || user.role === 'administrator')
}

/**
 * Whether a person may still act, by the present rows: an owner may have become a viewer since the page was opened.
 */
export function stillMay(
  { by }: Pick<ActingPerson, 'by'>,
  peers: readonly UserRecord[],
  act: Act,
  reached: Reached,
): boolean {
  if (typeof by === 'string') return true
  return mayReach(peers.find(({ id }) => id === by.id) ?? by, act, reached)
}

function attributionOf({ by, because }: ActingPerson): Attribution {
  return { by: typeof by === 'string' ? by : by.name, because }
}
