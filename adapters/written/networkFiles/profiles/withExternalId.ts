import type { Profile } from '../profile.ts'

/** An export with our id, which some portals make. Copy it, and replace the headings with those of your own portal. */
export const withExternalId: Profile = {
  name: 'external-id',
  about: 'an export with the id that sente has sent; copy it for your own portal',
  header: [
    ['Date', 'Time', 'Transaction Date'],
    ['Transaction Id', 'Financial Transaction Id'],
    ['External Id', 'External Transaction Id', 'Reference Id'],
    ['Type', 'Direction'],
    ['Phone Number', 'MSISDN', 'Party'],
    ['Amount'],
    ['Currency'],
    ['Status'],
  ],
  time: {
    column: 'Date',
    forms: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'A/B/YYYY HH:mm:ss', 'A/B/YYYY HH:mm'],
    dates: 'unknown',
    offset: '+03:00',
  },
  amount: { column: 'Amount' },
  currency: { column: 'Currency' },
  direction: { in: { Type: '^(in|credit|collection|payment)$' }, out: { Type: '^(out|debit|disbursement|transfer)$' } },
  status: {
    column: 'Status',
    succeeded: ['Successful', 'Success', 'Completed'],
    failed: ['Failed'],
    pending: ['Pending'],
    reversed: ['Reversed'],
  },
  party: { columns: ['Phone Number'], pattern: '^\\+?(\\d{8,15})$' },
  ids: { ours: 'External Id', theirs: 'Transaction Id' },
}
