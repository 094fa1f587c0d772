import type { Profile } from '../profile.ts'

/** The export of Airtel Uganda. It includes failed rows, and an id may repeat. */
export const airtelUganda: Profile = {
  name: 'airtel-uganda',
  about: 'the transaction export of Airtel Uganda',
  networks: ['AIRTEL'],
  header: [
    ['Transaction ID', 'Transaction Id'],
    ['Transaction Date', 'Transaction Date and Time'],
    ['Description'],
    ['Status', 'Transaction Status'],
    ['Transaction Amount', 'Amount'],
    ['Credit/Debit', 'Credit / Debit'],
    ['Fee', 'Service Charge'],
    ['Balance'],
  ],
  rowsBefore: 10,
  time: {
    column: 'Transaction Date',
    forms: ['A-B-YYYY HH:mm:ss', 'A/B/YYYY HH:mm:ss', 'A-B-YYYY HH:mm', 'A/B/YYYY HH:mm', 'YYYY-MM-DD HH:mm:ss'],
    dates: 'unknown',
    offset: '+03:00',
  },
  amount: { column: 'Transaction Amount' },
  grouping: ',',
  currency: { code: 'UGX' },
  direction: { in: { 'Credit/Debit': '^(credit|cr)$' }, out: { 'Credit/Debit': '^(debit|dr)$' } },
  status: {
    column: 'Status',
    succeeded: ['Success', 'Successful', 'Transaction Success', 'TS'],
    failed: ['Failed', 'Failure', 'Transaction Failed', 'TF'],
    pending: ['Pending', 'Ambiguous', 'TIP', 'TA'],
    reversed: ['Reversed'],
  },
  ids: { theirs: 'Transaction ID' },
  fee: 'Fee',
  balance: 'Balance',
}
