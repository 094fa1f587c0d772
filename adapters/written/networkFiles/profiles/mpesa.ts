import type { Profile } from '../profile.ts'

/** The statement of an M-Pesa organisation account. */
export const mpesaOrganisation: Profile = {
  name: 'mpesa-organisation',
  about: 'the statement of an M-Pesa organisation account',
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
  party: { columns: ['Other Party Info'], pattern: '^(254\\d{9}|0\\d{9})(?:\\D|$)', countryCode: '254' },
  ids: { theirs: 'Receipt No.' },
  fees: { Details: '(charge|fee)s?$' },
  others: { Details: '^(funds transfer|organization settlement|business deposit|merchant account to organization)' },
  balance: 'Balance',
}
