import type { Profile } from '../../profile.ts'
import { mtnDirection, mtnParty } from './parties.ts'

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
