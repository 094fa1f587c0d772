import type { Profile } from '../profile.ts'

/** The words for outcomes in the files of Airtel. */
export const airtelStatus = {
  succeeded: ['Success', 'Successful', 'Transaction Success', 'TS'],
  failed: ['Failed', 'Failure', 'Transaction Failed', 'TF'],
  pending: ['Pending', 'Ambiguous', 'TIP', 'TA'],
  reversed: ['Reversed'],
}

/** The export of Airtel Uganda. It includes failed rows, and an id may repeat. Its dates have several forms. */
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
    forms: [
      'A-B-YYYY HH:mm:ss',
      'A/B/YYYY HH:mm:ss',
      'A-B-YYYY HH:mm',
      'A/B/YYYY HH:mm',
      'YYYY-MM-DD HH:mm:ss',
      'A-B-YY HH:mm',
      'A-B-YY hh:mm AM',
      'DD-MMM-YY HH:mm',
      'DD-MMM-YY hh:mm AM',
    ],
    dates: 'unknown',
    offset: '+03:00',
  },
  amount: { column: 'Transaction Amount' },
  currency: { code: 'UGX' },
  direction: { in: { 'Credit/Debit': '^(credit|cr)$' }, out: { 'Credit/Debit': '^(debit|dr)$' } },
  status: { column: 'Status', ...airtelStatus },
  ids: { theirs: 'Transaction ID' },
  fee: 'Fee',
  balance: 'Balance',
  facts: { opening: '^opening balance', closing: '^closing balance', in: '^total credit', out: '^total debit' },
  notRows: [
    { text: '^opening balance', is: 'opening' },
    { text: '^closing balance', is: 'closing' },
    { text: '^(grand )?totals?\\b', is: 'total' },
    { text: '^this is a (system|computer) generated', is: 'note' },
    { text: '^type$', is: 'end' },
  ],
}

/** The same without a column for the direction, which the sign of the amount shows. */
export const airtelUgandaSigned: Profile = {
  ...airtelUganda,
  name: 'airtel-uganda-signed',
  about: 'the transaction export of Airtel Uganda with amounts below zero for outgoing money',
  header: airtelUganda.header.filter(([name]) => name !== 'Credit/Debit'),
  direction: 'sign',
}
