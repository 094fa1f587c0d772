import type { Act, Role } from '../../../../core/sente.ts'

/** Every act: the roles of an account's users and of operators that may do it, and whether it takes the password again. */
export const actTable: readonly [Act, string, string, 'yes' | 'no'][] = [
  ['look', 'owner finance support developer viewer', '', 'no'],
  ['own.actions', 'owner', '', 'no'],
  ['account.pin', 'owner', '', 'yes'],
  ['account.api_on', 'owner', '', 'yes'],
  ['account.api_off', 'owner developer', '', 'no'],
  ['account.activate', 'owner', '', 'yes'],
  ['account.deactivate', 'owner', '', 'no'],
  ['account.language', 'owner', '', 'no'],
  ['key.create', 'owner developer', '', 'yes'],
  ['key.rotate', 'owner developer', '', 'yes'],
  ['key.revoke', 'owner developer', '', 'no'],
  ['webhook.look', 'owner finance support developer viewer', '', 'no'],
  ['webhook.add', 'owner developer', '', 'yes'],
  ['webhook.set', 'owner developer', '', 'yes'],
  ['webhook.rotate', 'owner developer', '', 'yes'],
  ['webhook.resume', 'owner developer', '', 'yes'],
  ['webhook.pause', 'owner developer', '', 'no'],
  ['webhook.remove', 'owner developer', '', 'no'],
  ['webhook.test', 'owner developer', '', 'no'],
  ['webhook.redeliver', 'owner developer', '', 'no'],
  ['link.list', 'owner finance support developer viewer', '', 'no'],
  ['link.create', 'owner finance', '', 'no'],
  ['link.end', 'owner finance', '', 'no'],
  ['payment.send', 'owner finance', '', 'no'],
  ['payment.collect', 'owner finance', '', 'no'],
  ['refund.open', 'owner finance support', '', 'no'],
  ['batch.check', 'owner finance', '', 'no'],
  ['batch.accept', 'owner finance', '', 'yes'],
  ['batch.confirm', 'owner finance', '', 'yes'],
  ['batch.approve', 'owner finance', '', 'yes'],
  ['batch.resume', 'owner finance', '', 'yes'],
  ['batch.pause', 'owner finance', '', 'no'],
  ['batch.cancel', 'owner finance', '', 'no'],
  ['user.list', 'owner', 'administrator finance support security', 'no'],
  ['user.invite', 'owner', 'administrator security', 'yes'],
  ['user.uninvite', 'owner', 'administrator security', 'no'],
  ['user.new_password', 'owner', 'administrator security', 'yes'],
  ['user.promote', 'owner', 'administrator security', 'yes'],
  ['user.demote', 'owner', 'administrator security', 'no'],
  ['user.suspend', 'owner', 'administrator security', 'no'],
  ['user.resume', 'owner', 'administrator security', 'yes'],
  ['user.remove', 'owner', 'administrator security', 'no'],
  ['user.end_sessions', 'owner', 'administrator security', 'no'],
  ['user.reset_second_step', 'owner', 'administrator security', 'yes'],
  ['operator.look', '', 'administrator finance support security', 'no'],
  ['operator.create_account', '', 'administrator security', 'yes'],
  ['operator.close_account', '', 'administrator', 'yes'],
  ['operator.activate', '', 'administrator security', 'yes'],
  ['operator.deactivate', '', 'administrator finance support security', 'no'],
  ['operator.set_account', '', 'administrator security', 'yes'],
  ['operator.block', '', 'administrator finance support security', 'no'],
  ['operator.limit', '', 'administrator finance security', 'yes'],
  ['operator.key', '', 'administrator security', 'yes'],
  ['operator.money', '', 'administrator finance', 'yes'],
  ['operator.decide', '', 'administrator finance', 'yes'],
  ['operator.end_payments', '', 'administrator finance', 'yes'],
  ['operator.approve', '', 'administrator finance security', 'yes'],
  ['operator.reject', '', 'administrator finance security', 'no'],
  ['operator.assign', '', 'administrator finance support', 'no'],
  ['operator.compare', '', 'administrator finance support', 'no'],
  ['operator.audit', '', 'administrator finance security', 'no'],
  ['operator.close_day', '', 'administrator finance', 'no'],
  ['operator.backup', '', 'administrator security', 'no'],
  ['operator.quarantine', '', 'administrator finance security', 'no'],
  ['operator.end_quarantine', '', 'administrator security', 'yes'],
  ['operator.pause_network', '', 'administrator finance support security', 'no'],
  ['operator.resume_network', '', 'administrator finance', 'yes'],
  ['me.look', 'owner finance support developer viewer', 'administrator finance support security', 'no'],
  ['me.password', 'owner finance support developer viewer', 'administrator finance support security', 'yes'],
  ['me.second_step', 'owner finance support developer viewer', 'administrator finance support security', 'yes'],
  ['me.sessions', 'owner finance support developer viewer', 'administrator finance support security', 'no'],
  ['me.notices', 'owner finance support developer viewer', 'administrator finance support security', 'no'],
]

type Whose = 'of the account' | 'operator'

const ofKind = (whose: Whose, roles: readonly Role[]) => roles.map((role): [Role, Whose] => [role, whose])

/** All roles, and the kind of the users that have each. */
export const everybody: readonly [Role, Whose][] = [
  ...ofKind('of the account', ['owner', 'finance', 'support', 'developer', 'viewer']),
  ...ofKind('operator', ['administrator', 'finance', 'support', 'security']),
]

/** Whether users with a role may do an act, or one of several with blanks between them. */
export function mayByTable([role, whose]: (typeof everybody)[number], names: string): boolean {
  const rows = actTable.filter(([name]) => names.split(' ').includes(name))
  return rows.some(([, holders, operators]) => (whose === 'operator' ? operators : holders).split(' ').includes(role))
}
