import { accountLimitNames } from '../model/riskLimits.ts'

/** The kinds of actions about an account that its owners see: changes, but not proposals. */
export const ownKinds = [
  ...(['account.create', 'account.set', 'account.activate', 'account.deactivate', 'account.close'] as const),
  ...(['account.fund', 'account.withdraw', 'account.limit'] as const),
  ...(['key.create', 'key.rotate', 'key.revoke'] as const),
  ...(['user.invite', 'user.uninvite', 'user.join', 'user.set', 'user.suspend', 'user.resume', 'user.remove'] as const),
  ...(['user.password', 'user.second-step', 'user.reset-second-step', 'user.end-sessions'] as const),
  ...(['webhook.add', 'webhook.set', 'webhook.rotate', 'webhook.remove', 'webhook.redeliver'] as const),
  ...(['link.create', 'link.end', 'payout.open', 'collection.open', 'refund.open'] as const),
  ...(['batch.accept', 'batch.approve', 'batch.pause', 'batch.resume', 'batch.cancel', 'batch.confirm'] as const),
  ...(['transaction.resolve', 'reconcile.record', 'personal-data.erase'] as const),
] as const

/** One of {@link ownKinds}. */
export type OwnKind = (typeof ownKinds)[number]

/**
 * The kinds of actions. Each is either one that owners see, or listed here as one that they do not: proposals and
 * notes, acts that no user can do, and acts about the gateway.
 */
export type ActionKind =
  | OwnKind
  | ('proposal.make' | 'proposal.reject')
  | ('reconcile.file' | 'reconcile.withdraw' | 'reconcile.assign' | 'reconcile.classify' | 'reconcile.resolve')
  | ('reconcile.decide' | 'reconcile.rule-add' | 'reconcile.rule-remove')
  | ('float.top_up' | 'float.liquidate' | 'float.adjust')
  | ('network.pause' | 'network.resume' | 'quarantine.begin' | 'quarantine.end')
  | (
      | 'audit.run'
      | 'backup.make'
      | 'backup.restore'
      | 'books.move'
      | 'database.move'
      | 'day.close'
      | 'personal-data.retention'
    )

/** Whether owners see actions of a kind. */
export function isOwnKind(kind: string): kind is OwnKind {
  return (ownKinds as readonly string[]).includes(kind)
}

/** The acts that no user of an account can do. */
export const onlyOperators: ReadonlySet<OwnKind> = new Set([
  ...(['account.create', 'account.close', 'account.fund', 'account.withdraw', 'account.limit'] as const),
  ...(['transaction.resolve', 'reconcile.record', 'personal-data.erase'] as const),
])

/** Whether owners see a fact of an action, by its name; facts that are not listed here are hidden. */
export function isShown(name: string): boolean {
  return shownFacts.has(name)
}

const shownFacts: ReadonlySet<string> = new Set([
  'name',
  'kyc',
  'api_access',
  'language',
  'closed',
  'currencies',
  'pin',
  'amount',
  'available',
  'currency',
  ...accountLimitNames,
  'kind',
  'prefix',
  'scopes',
  'expires_at_ms',
  'addresses',
  'active',
  'role',
  'state',
  'codes',
  'passkeys',
  'recovery_codes',
  'url',
  'types',
  'enabled',
  'endpoints',
  'events',
  'from',
  'reference',
  'refundOf',
  'lines',
])
