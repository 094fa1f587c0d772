import type { FourEyesKind } from '../model/fourEyes.ts'
import type { KeyScope } from '../model/keyScopes.ts'
import type { Role, User } from '../model/people.ts'
import { notAllowed, type PeopleRefusal, passwordNeeded } from '../model/peopleRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import { isConfirmed, type SignedIn } from './signIn/sessions.ts'

/** Who may do an act. */
export type Permission = {
  /** The roles of the users that may. */
  readonly roles: readonly Role[]
  /** Whether it asks a user for the password again within the last minutes. */
  readonly asks: boolean
  /** The scope of the keys that may; null if no key may. */
  readonly scope: KeyScope | null
  /** The reasons for it to wait for a second person where four eyes are set up; empty if one person is enough. */
  readonly second: readonly SecondPerson[]
}

/** An item of the setting for four eyes: a kind of change, or the amounts of currencies. */
export type SecondPerson = FourEyesKind | 'amount'

const anybody: readonly Role[] = ['viewer', 'manager', 'operator']
const holder: readonly Role[] = ['viewer', 'manager']
const manager: readonly Role[] = ['manager']
const operator: readonly Role[] = ['operator']
const managing: readonly Role[] = ['manager', 'operator']

const may = (roles: readonly Role[], scope: KeyScope | null = null): Permission => {
  return { roles, asks: false, scope, second: [] }
}

/** An act that gives somebody more power, or moves money without a PIN: a session alone is not enough for it. */
const sure = (roles: readonly Role[], scope: KeyScope | null = null, second: readonly SecondPerson[] = []) => {
  return { roles, asks: true, scope, second }
}

/**
 * All acts of signed-in users and of keys, by name, and the roles and scopes that may do each. To suspend, revoke or
 * stop does not ask for the password: people who see abuse must be quick.
 */
export const acts = {
  // An account, by its own users and keys.
  look: may(holder, 'read'),
  'own.actions': may(manager),
  'account.pin': sure(manager),
  'account.api_on': sure(manager),
  'account.api_off': may(manager),
  'account.activate': sure(manager),
  'account.deactivate': may(manager),
  'key.create': sure(manager),
  'key.rotate': sure(manager),
  'key.revoke': may(manager),
  'webhook.look': may(holder, 'webhooks'),
  'webhook.add': sure(manager, 'webhooks'),
  'webhook.set': sure(manager, 'webhooks'),
  'webhook.rotate': sure(manager, 'webhooks'),
  'webhook.resume': sure(manager, 'webhooks'),
  'webhook.pause': may(manager, 'webhooks'),
  'webhook.remove': may(manager, 'webhooks'),
  'webhook.test': may(manager, 'webhooks'),
  'webhook.redeliver': may(manager, 'webhooks'),
  'link.list': may(holder, 'collect'),
  'link.create': may(manager, 'collect'),
  'link.end': may(manager, 'collect'),
  'payment.send': { ...may(manager, 'pay'), second: ['batches'] },
  'payment.collect': may(manager, 'collect'),
  'refund.open': may(manager, 'refund'),
  'batch.check': may(manager, 'pay'),
  'batch.accept': sure(manager, 'pay', ['batches']),
  'batch.confirm': sure(manager, 'pay'),
  'batch.approve': sure(manager, 'pay'),
  'batch.resume': sure(manager, 'pay'),
  'batch.pause': may(manager, 'pay'),
  'batch.cancel': may(manager, 'pay'),
  // Users of the own account, or all users by an operator. Users may not do the acts about signing in to themselves.
  'user.list': may(managing),
  'user.invite': sure(managing),
  'user.uninvite': may(managing),
  'user.new_password': sure(managing),
  'user.promote': sure(managing),
  'user.demote': may(managing),
  'user.suspend': may(managing),
  'user.resume': sure(managing),
  'user.remove': may(managing),
  'user.end_sessions': may(managing),
  'user.reset_second_step': sure(managing),
  // The pages of operators.
  'operator.create_account': sure(operator),
  'operator.close_account': sure(operator),
  'operator.activate': sure(operator),
  'operator.deactivate': may(operator),
  'operator.change': sure(operator),
  'operator.block': may(operator),
  'operator.approve': sure(operator),
  'operator.reject': may(operator),
  'operator.end_payments': sure(operator),
  'operator.assign': may(operator),
  'operator.quarantine': may(operator),
  'operator.end_quarantine': sure(operator),
  'operator.pause_network': may(operator),
  'operator.resume_network': sure(operator),
  // Oneself.
  'me.password': sure(anybody),
  'me.second_step': sure(anybody),
  'me.sessions': may(anybody),
} as const satisfies Record<string, Permission>

/** An act of a signed-in user or a key. */
export type Act = keyof typeof acts

/**
 * The settings that make changes of operators wait for a second person, by commands as on pages: a listed kind makes
 * all changes of that kind wait, and an amount makes changes of more than this amount wait.
 */
export const secondPersons = {
  'account.fund': ['amount'],
  'account.withdraw': ['amount'],
  'account.set': ['kyc'],
  'key.create': ['keys'],
  'key.rotate': ['keys'],
  'account.limit': ['limits'],
  'account.unlimit': ['limits'],
  'float.move': ['amount'],
  'transaction.resolve': ['decisions', 'amount'],
  'reconcile.resolve': ['decisions', 'amount'],
  'reconcile.record': ['decisions', 'amount'],
  'reconcile.classify': ['amount'],
  'reconcile.decide': ['decisions', 'amount'],
  'reconcile.book-fees': ['amount'],
  'reconcile.withdraw': ['decisions', 'amount'],
} as const satisfies Record<string, readonly SecondPerson[]>

/** Whether a user may do an act, perhaps after giving the password again. */
export function mayDo({ role, state }: Pick<User, 'role' | 'state'>, act: Act): boolean {
  return state === 'active' && acts[act].roles.includes(role)
}

/**
 * Refuses an act that the role does not allow, or without the password within the last minutes where the act asks for
 * it.
 */
export function refuseAct(
  { clock }: { readonly clock: Pick<Clock, 'nowMs'> },
  { user, needs, session }: Pick<SignedIn, 'user' | 'needs' | 'session'>,
  act: Act,
): PeopleRefusal | undefined {
  if (needs !== null || !mayDo(user, act)) return notAllowed
  return acts[act].asks && !isConfirmed({ session, nowMs: clock.nowMs() }) ? passwordNeeded : undefined
}
