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

/** The texts of an account's charts. */
export const chartsWords = {
  heading: 'Charts',
  all: 'All charts',
  spans: { month: 'The last 30 days', quarter: 'The last 13 weeks' },
  nothing: 'No payment ended in this time.',
  title: {
    inAndOut: (currency: string) => `Money in, and out below zero, ${currency}`,
    balance: (currency: string) => `Balance with held money, ${currency}`,
    payments: 'Payments: succeeded, and failed ones above',
    fees: (currency: string) => `Fees, ${currency}`,
  },
  figures: (part: Record<'in' | 'out' | 'outcome' | 'fees' | 'balance', string>) =>
    `in ${part.in}, out ${part.out}; ${part.outcome}; fees ${part.fees}; balance ${part.balance}`,
  together: (figures: string) => `In all: ${figures}.`,
  label: (titles: string, figures: string) => `${titles}. In all: ${figures}`,
  columns: { day: 'Days', in: 'In', out: 'Out', outcome: 'Payments', fees: 'Fees', balance: 'Balance after' },
} as const
