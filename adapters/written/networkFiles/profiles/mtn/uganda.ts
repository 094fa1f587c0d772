import type { Profile } from '../../profile.ts'
import { mtnDirection, mtnParty, mtnStatus } from './parties.ts'

/** The merchant export of MTN Uganda: no id, fee, balance or status, and minutes alone. */
export const mtnUganda: Profile = {
  name: 'mtn-uganda',
  about: 'the merchant export of MTN Uganda, which has no ids',
  networks: ['MTN'],
  header: [
    ['Date'],
    ['From'],
    ['From account'],
    ['From name'],
    ['To'],
    ['To account'],
    ['To name'],
    ['To message'],
    ['Currency'],
    ['Amount'],
  ],
  time: {
    column: 'Date',
    forms: ['A/B/YYYY HH:mm', 'A/B/YYYY HH:mm:ss', 'A-B-YYYY HH:mm', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'],
    dates: 'day-first',
    offset: '+03:00',
  },
  amount: { column: 'Amount' },
  currency: { column: 'Currency' },
  direction: mtnDirection,
  party: mtnParty('256'),
}

/** The same with the network's id of 11 digits in front. */
export const mtnUgandaWithId: Profile = {
  ...mtnUganda,
  name: 'mtn-uganda-id',
  about: 'the merchant export of MTN Uganda that begins with the network’s id',
  header: [['Id', 'ID', 'Transaction Id'], ...mtnUganda.header],
  ids: { theirs: 'Id' },
}

/**
 * The full export of MTN Uganda's merchant portal: seconds, outcomes, fees, and the external id that sente sends. Each of
 * its amounts has a currency of its own.
 */
export const mtnUgandaFull: Profile = {
  name: 'mtn-uganda-full',
  about: 'the full export of MTN Uganda’s merchant portal, with external ids',
  networks: ['MTN'],
  header: [
    ...['Id', 'External id', 'Date', 'Status', 'Type', 'Provider category'].map((name) => [name]),
    ...['From', 'From account', 'From name', 'From handler name'].map((name) => [name]),
    ...['To', 'To account', 'To name', 'To handler name', 'To message'].map((name) => [name]),
    ...['Initiated by', 'Initiated by', 'On behalf of', 'On behalf of', 'Approved by'].map((name) => [name]),
    ...[
      ...['From / Fee', 'From / External fee', 'To / Fee', 'To / External fee'],
      ...['From / Refunded fee', 'To / Refunded fee', 'From / Taxes', 'To / Taxes'],
      ...['From / Refunded taxes', 'To / Refunded taxes', 'Discount', 'From / Promotion', 'To / Promotion', 'Coupon'],
      ...['Amount', 'Balance', 'External amount'],
    ].flatMap((name) => [[name], [`Currency of ${name}`, 'Currency']]),
    ...['External FX rate', 'External service provider', 'Original transaction'].map((name) => [name]),
  ],
  time: { column: 'Date', forms: ['YYYY-MM-DD HH:mm:ss'], dates: 'day-first', offset: '+03:00' },
  amount: { column: 'Amount' },
  currency: { column: 'Currency of Amount' },
  direction: 'sign',
  status: { column: 'Status', ...mtnStatus },
  party: mtnParty('256'),
  ids: { ours: 'External id', theirs: 'Id' },
  others: { Type: '^withdrawal$' },
  fee: 'To / Fee',
  balance: 'Balance',
}
