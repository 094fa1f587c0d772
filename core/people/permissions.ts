import type { FourEyesKind } from '../model/fourEyes.ts'
import type { KeyScope } from '../model/keyScopes.ts'
import {
  type HolderRole,
  holderRoles,
  isOperator,
  type OperatorRole,
  operatorRoles,
  type Role,
  type User,
} from '../model/people.ts'
import { notAllowed, type PeopleRefusal, passwordNeeded } from '../model/peopleRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import { isConfirmed, type SignedIn } from './signIn/sessions.ts'

/** Who may do an act. */
export type Permission = {
  /** The roles of an account's users that may. */
  readonly holders: readonly HolderRole[]
  /** The roles of operators that may. */
  readonly operators: readonly OperatorRole[]
  /** Whether it asks a user for the password again within the last minutes. */
  readonly asks: boolean
  /** The scope of the keys that may; null if no key may. */
  readonly scope: KeyScope | null
  /** The reasons for it to wait for a second person where four eyes are set up; empty if one person is enough. */
  readonly second: readonly SecondPerson[]
}

/** An item of the setting for four eyes: a kind of change, or the amounts of currencies. */
export type SecondPerson = FourEyesKind | 'amount'

type Roles = Pick<Permission, 'holders' | 'operators'>

const holders = (...roles: readonly HolderRole[]): Roles => ({ holders: roles, operators: [] })
const operators = (...roles: readonly OperatorRole[]): Roles => ({ holders: [], operators: roles })

const anybody: Roles = { holders: holderRoles, operators: operatorRoles }
const anyHolder = holders(...holderRoles)
const owner = holders('owner')
const paying = holders('owner', 'finance')
const refunding = holders('owner', 'finance', 'support')
const developing = holders('owner', 'developer')
const anyOperator = operators(...operatorRoles)
const administrator = operators('administrator')
const helping = operators('administrator', 'finance', 'support')
const financing = operators('administrator', 'finance')
const guarding = operators('administrator', 'security')
const approving = operators('administrator', 'finance', 'security')
const managing: Roles = { ...owner, operators: guarding.operators }
const managed: Roles = { ...owner, operators: operatorRoles }

const may = (roles: Roles, scope: KeyScope | null = null): Permission => {
  return { ...roles, asks: false, scope, second: [] }
}

/** An act that gives somebody more power, or moves money without a PIN: a session alone is not enough for it. */
const sure = (roles: Roles, scope: KeyScope | null = null, second: readonly SecondPerson[] = []): Permission => {
  return { ...roles, asks: true, scope, second }
}

/**
 * All acts of signed-in users and of keys, by name, and the roles and scopes that may do each. To suspend, revoke or
 * stop does not ask for the password: people who see abuse must be quick.
 */
export const acts = {
  // An account, by its own users and keys.
  look: may(anyHolder, 'read'),
  'own.actions': may(owner),
  'account.pin': sure(owner),
  'account.api_on': sure(owner),
  'account.api_off': may(developing),
  'account.activate': sure(owner),
  'account.deactivate': may(owner),
  'account.language': may(owner),
  'key.create': sure(developing),
  'key.rotate': sure(developing),
  'key.revoke': may(developing),
  'webhook.look': may(anyHolder, 'webhooks'),
  'webhook.add': sure(developing, 'webhooks'),
  'webhook.set': sure(developing, 'webhooks'),
  'webhook.rotate': sure(developing, 'webhooks'),
  'webhook.resume': sure(developing, 'webhooks'),
  'webhook.pause': may(developing, 'webhooks'),
  'webhook.remove': may(developing, 'webhooks'),
  'webhook.test': may(developing, 'webhooks'),
  'webhook.redeliver': may(developing, 'webhooks'),
  'link.list': may(anyHolder, 'collect'),
  'link.create': may(paying, 'collect'),
  'link.end': may(paying, 'collect'),
  'payment.send': { ...may(paying, 'pay'), second: ['batches'] },
  'payment.collect': may(paying, 'collect'),
  'refund.open': may(refunding, 'refund'),
  'batch.check': may(paying, 'pay'),
  'batch.accept': sure(paying, 'pay', ['batches']),
  'batch.confirm': sure(paying, 'pay'),
  'batch.approve': sure(paying, 'pay'),
  'batch.resume': sure(paying, 'pay'),
  'batch.pause': may(paying, 'pay'),
  'batch.cancel': may(paying, 'pay'),
  // Users of the own account, or all users by an operator. Users may not do the acts about signing in to themselves,
  // and only an administrator may do any of them to an administrator.
  'user.list': may(managed),
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
  'operator.look': may(anyOperator),
  'operator.create_account': sure(guarding),
  'operator.close_account': sure(administrator),
  'operator.activate': sure(guarding),
  'operator.deactivate': may(anyOperator),
  'operator.set_account': sure(guarding),
  'operator.block': may(anyOperator),
  'operator.limit': sure(approving),
  'operator.key': sure(guarding),
  'operator.money': sure(financing),
  'operator.decide': sure(financing),
  'operator.end_payments': sure(financing),
  'operator.approve': sure(approving),
  'operator.reject': may(approving),
  'operator.assign': may(helping),
  'operator.compare': may(helping),
  'operator.audit': may(approving),
  'operator.close_day': may(financing),
  'operator.backup': may(guarding),
  'operator.quarantine': may(approving),
  'operator.end_quarantine': sure(guarding),
  'operator.pause_network': may(anyOperator),
  'operator.resume_network': sure(financing),
  // Oneself.
  'me.look': may(anybody),
  'me.password': sure(anybody),
  'me.second_step': sure(anybody),
  'me.sessions': may(anybody),
  'me.notices': may(anybody),
} as const satisfies Record<string, Permission>

/** An act of a signed-in user or a key. */
export type Act = keyof typeof acts

/** Who may request and approve a change as an operator, and the reasons for it to wait for a second person. */
type ChangePermission = { readonly act: Act; readonly second: readonly SecondPerson[] }

/**
 * The act and the settings of each change of operators. The settings make changes wait for a second person, by commands
 * as on pages: a listed kind makes all changes of that kind wait, and an amount makes changes of more than this amount
 * wait.
 */
export const operatorChanges = {
  'account.fund': { act: 'operator.money', second: ['amount'] },
  'account.withdraw': { act: 'operator.money', second: ['amount'] },
  'account.set': { act: 'operator.set_account', second: ['kyc'] },
  'key.create': { act: 'operator.key', second: ['keys'] },
  'key.rotate': { act: 'operator.key', second: ['keys'] },
  'account.limit': { act: 'operator.limit', second: ['limits'] },
  'account.unlimit': { act: 'operator.limit', second: ['limits'] },
  'float.move': { act: 'operator.money', second: ['amount'] },
  'transaction.resolve': { act: 'operator.decide', second: ['decisions', 'amount'] },
  'reconcile.resolve': { act: 'operator.decide', second: ['decisions', 'amount'] },
  'reconcile.record': { act: 'operator.decide', second: ['decisions', 'amount'] },
  'reconcile.classify': { act: 'operator.decide', second: ['amount'] },
  'reconcile.decide': { act: 'operator.decide', second: ['decisions', 'amount'] },
  'reconcile.book-fees': { act: 'operator.money', second: ['amount'] },
  'reconcile.withdraw': { act: 'operator.decide', second: ['decisions', 'amount'] },
} as const satisfies Record<string, ChangePermission>

/** Whether a user may do an act, perhaps after giving the password again. */
export function mayDo({ role, state, accountId }: Pick<User, 'role' | 'state' | 'accountId'>, act: Act): boolean {
  return state === 'active' && rolesOf(act, accountId).includes(role)
}

/** The roles of an account's users that may do an act, or without an account those of operators. */
export function rolesOf(act: Act, accountId: string | null): readonly Role[] {
  const { holders, operators } = acts[act]
  return isOperator({ accountId }) ? operators : holders
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
