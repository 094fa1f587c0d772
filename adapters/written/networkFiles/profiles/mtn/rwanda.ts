import type { Profile } from '../../profile.ts'
import { mtnParty, mtnSignedDirection, mtnStatus } from './parties.ts'

/** The export of MTN Rwanda, whose dates have four forms, some with the day first and some with the month. */
export const mtnRwanda: Profile = {
  name: 'mtn-rwanda',
  about: 'the export of MTN Rwanda, with ids and headings',
  networks: ['MTN'],
  header: [
    ['Id', 'Transaction Id'],
    ['Date'],
    ['Status'],
    ['Type'],
    ['From'],
    ['From (Handler) Name', 'From Handler Name'],
    ['To'],
    ['To (Handler) Name', 'To Handler Name'],
    ['Amount'],
    ['Fee'],
    ['Balance', 'CurrencyBalance'],
  ],
  time: {
    column: 'Date',
    forms: ['YYYY-MM-DD HH:mm:ss', 'A/B/YYYY HH:mm', 'A/B/YYYY HH:mm:ss', 'A/B/YY HH:mm'],
    dates: 'unknown',
    offset: '+02:00',
  },
  amount: { column: 'Amount' },
  currency: { code: 'RWF' },
  direction: mtnSignedDirection,
  status: { column: 'Status', ...mtnStatus },
  party: mtnParty('250'),
  ids: { theirs: 'Id' },
  fee: 'Fee',
  balance: 'Balance',
}

const { ids: _, ...withoutIds } = mtnRwanda

/** The same without ids. */
export const mtnRwandaWithoutId: Profile = {
  ...withoutIds,
  name: 'mtn-rwanda-no-id',
  about: 'the export of MTN Rwanda, without ids',
  header: mtnRwanda.header.slice(1),
}

/** The same without headings. */
export const mtnRwandaWithoutHeader: Profile = {
  ...mtnRwanda,
  name: 'mtn-rwanda-no-header',
  about: 'the export of MTN Rwanda, with ids and without headings; must be named',
  withoutHeader: true,
}

/** The export of MTN Rwanda with the date and the time in two columns. Only the details show the direction. */
export const mtnRwandaByTime: Profile = {
  name: 'mtn-rwanda-date-time',
  about: 'the export of MTN Rwanda with date and time in two columns',
  networks: ['MTN'],
  header: [
    ['Date'],
    ['Time'],
    ['Transaction ID', 'Transaction Id'],
    ['Details'],
    ['Amount'],
    ['Balance', 'CurrencyBalance'],
    ['Status'],
  ],
  time: {
    column: 'Date',
    clock: 'Time',
    forms: ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'A/B/YYYY HH:mm:ss', 'A/B/YYYY HH:mm'],
    dates: 'unknown',
    offset: '+02:00',
  },
  amount: { column: 'Amount' },
  currency: { code: 'RWF' },
  direction: { in: { Details: '\\bfrom \\+?[\\d*x]{9,15}$' }, out: { Details: '\\bto \\+?[\\d*x]{9,15}$' } },
  status: {
    column: 'Status',
    succeeded: ['Success', 'Successful', 'Completed'],
    failed: ['Failed', 'Rejected', 'Expired'],
    pending: ['Pending', 'Created'],
    reversed: ['Reversed', 'Rolled back'],
  },
  party: { columns: ['Details'], pattern: '\\b(?:from|to) \\+?([\\d*x]{9,15})$', countryCode: '250' },
  ids: { theirs: 'Transaction ID' },
  balance: 'Balance',
}
