import type { EventType } from '../../../../core/sente.ts'

/** The texts of an account's first page. */
export const overviewWords = {
  latest: 'Latest payments',
  all: 'All transactions',
  nothing: 'No payment and no batch has ended, and no money was added or withdrawn.',
  happened: {
    'payout.succeeded': ['# payout succeeded', '# payouts succeeded'],
    'payout.failed': ['# payout failed', '# payouts failed'],
    'collection.succeeded': ['# collection succeeded', '# collections succeeded'],
    'collection.failed': ['# collection failed', '# collections failed'],
    'refund.succeeded': ['# refund succeeded', '# refunds succeeded'],
    'refund.failed': ['# refund failed', '# refunds failed'],
    'balance.funded': ['# funding of the balance', '# fundings of the balance'],
    'balance.withdrawn': ['# withdrawal from the balance', '# withdrawals from the balance'],
    'batch.completed': ['# batch ended', '# batches ended'],
    'key.expiring': ['# key expires soon', '# keys expire soon'],
  } satisfies Record<EventType, readonly [one: string, several: string]>,
  undelivered: ['# event not delivered', '# events not delivered'],
  closed: 'The account is closed.',
  kyc: 'The account is not cleared for payments yet: its KYC is incomplete.',
  apiAccess: 'The API access is off: no payments are accepted. An owner can switch it on in the settings.',
  pin: 'No PIN is set: payouts are refused until an owner sets one in the settings.',
  locked: 'The PIN is locked after too many wrong attempts. A new PIN unlocks it.',
  stopped: {
    payout: (network: string, currency: string) =>
      `${network} accepts no payouts in ${currency} now: new ones are refused.`,
    collection: (network: string, currency: string) =>
      `${network} accepts no collections in ${currency} now: new ones are refused.`,
  },
} as const
