import type { Role } from '../model/people.ts'
import { notAllowed, type PeopleRefusal, passwordNeeded } from '../model/peopleRefusal.ts'
import type { Clock } from '../ports/clock.ts'
import { isConfirmed, type SignedIn } from './sessions.ts'

/** Whose roles may do something, and whether it takes the password again within the last minutes. */
export type Permission = { readonly roles: readonly Role[]; readonly asks: boolean }

const anybody: readonly Role[] = ['viewer', 'manager', 'operator']
const holder: readonly Role[] = ['viewer', 'manager']
const manager: readonly Role[] = ['manager']
const operator: readonly Role[] = ['operator']
const managing: readonly Role[] = ['manager', 'operator']

const may = (roles: readonly Role[]): Permission => ({ roles, asks: false })

/** An act that makes somebody able to do more, or moves money without a PIN: nobody does it with a session alone. */
const sure = (roles: readonly Role[]): Permission => ({ roles, asks: true })

/**
 * All acts of whoever is signed in, by their names, and who may do each. To suspend, revoke or stop does not ask for the
 * password: whoever sees abuse has to be quick.
 */
export const acts = {
  // An account, by its own users.
  look: may(holder),
  'own.actions': may(manager),
  'account.pin': sure(manager),
  'account.api_on': sure(manager),
  'account.api_off': may(manager),
  'account.activate': sure(manager),
  'account.deactivate': may(manager),
  'key.create': sure(manager),
  'key.rotate': sure(manager),
  'key.revoke': may(manager),
  'webhook.add': sure(manager),
  'webhook.set': sure(manager),
  'webhook.rotate': sure(manager),
  'webhook.resume': sure(manager),
  'webhook.pause': may(manager),
  'webhook.remove': may(manager),
  'webhook.test': may(manager),
  'webhook.redeliver': may(manager),
  'link.create': may(manager),
  'link.end': may(manager),
  'refund.open': may(manager),
  'batch.check': may(manager),
  'batch.accept': sure(manager),
  'batch.confirm': sure(manager),
  'batch.approve': sure(manager),
  'batch.resume': sure(manager),
  'batch.pause': may(manager),
  'batch.cancel': may(manager),
  // Users of the own account, or all users by an operator; never oneself where it is about signing in.
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
  // The desk.
  'desk.create_account': sure(operator),
  'desk.close_account': sure(operator),
  'desk.activate': sure(operator),
  'desk.deactivate': may(operator),
  'desk.change': sure(operator),
  'desk.block': may(operator),
  'desk.approve': sure(operator),
  'desk.reject': may(operator),
  'desk.end_payments': sure(operator),
  'desk.assign': may(operator),
  'desk.quarantine': may(operator),
  'desk.end_quarantine': sure(operator),
  'desk.pause_network': may(operator),
  'desk.resume_network': sure(operator),
  // Oneself.
  'me.password': sure(anybody),
  'me.second_step': sure(anybody),
  'me.sessions': may(anybody),
} as const satisfies Record<string, Permission>

/** Something that somebody who is signed in can do. */
export type Act = keyof typeof acts

/** Refuses an act to whoever may not do it, or has not given the password within the last minutes where it asks for that. */
export function refuseAct(
  { clock }: { readonly clock: Pick<Clock, 'nowMs'> },
  { user, needs, session }: Pick<SignedIn, 'user' | 'needs' | 'session'>,
  act: Act,
): PeopleRefusal | undefined {
  const { roles, asks }: Permission = acts[act]
  if (user.state !== 'active' || needs !== null || !roles.includes(user.role)) return notAllowed
  return asks && !isConfirmed({ session, nowMs: clock.nowMs() }) ? passwordNeeded : undefined
}
