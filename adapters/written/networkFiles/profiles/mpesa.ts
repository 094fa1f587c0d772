import type { Profile } from '../profile.ts'

/** The beginnings of payments by customers and to them. */
const paymentNames =
  '^(pay ?bill|pay (merchant|utility)|buy goods|(customer merchant|business|salary|promotion) payment)\\b'

/** A charge has no party in its name: a customer may write of fees, after the party. */
const chargeNames = '^(?!.* from )[a-z &/-]*\\b(charge|fee)s?( (by|to) [a-z -]+)?( reversal)?$'

/** The statement of an M-Pesa organisation account. */
export const mpesaOrganisation: Profile = {
  name: 'mpesa-organisation',
  about: 'the statement of an M-Pesa organisation account',
  networks: ['MPESA', 'SAFARICOM'],
  header: [
    ['Receipt No.', 'Receipt No'],
    ['Completion Time'],
    ['Details'],
    ['Transaction Status'],
    ['Paid In'],
    ['Withdrawn'],
    ['Balance'],
    ['Other Party Info'],
    ['A/C No.', 'A/C No'],
  ],
  rowsBefore: 20,
  time: {
    column: 'Completion Time',
    forms: ['YYYY-MM-DD HH:mm:ss', 'A-B-YYYY HH:mm:ss', 'A/B/YYYY HH:mm:ss', 'A/B/YYYY HH:mm'],
    dates: 'unknown',
    offset: '+03:00',
  },
  amount: { in: 'Paid In', out: 'Withdrawn' },
  grouping: ',',
  currency: { code: 'KES' },
  status: {
    column: 'Transaction Status',
    succeeded: ['Completed'],
    failed: ['Failed', 'Cancelled', 'Declined', 'Expired'],
    pending: ['Pending', 'Authorized'],
    reversed: ['Reversed'],
  },
  party: { columns: ['Other Party Info'], pattern: '^\\+?((?:254|0)[\\d*x]{6,12})(?:[^\\d*x]|$)', countryCode: '254' },
  ids: { theirs: 'Receipt No.' },
  payments: { Details: paymentNames },
  fees: { Details: chargeNames },
  others: 'not_ours',
  reversals: { rows: { Details: '\\breversal\\b' } },
  balance: 'Balance',
}
