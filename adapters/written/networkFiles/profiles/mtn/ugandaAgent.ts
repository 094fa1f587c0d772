import type { Profile } from '../../profile.ts'

/** The sheet of an agent's line of MTN Uganda. The amount is below zero for outgoing money; every row has succeeded. */
export const mtnUgandaAgent: Profile = {
  name: 'mtn-uganda-agent',
  about: 'the sheet of an agent’s line of MTN Uganda, with fees, taxes and commissions',
  networks: ['MTN'],
  header: [
    ['Transaction ID'],
    ['Date / Time'],
    ['Transaction Type'],
    ['From Account'],
    ['To Account'],
    ['Amount'],
    ['Fee'],
    ['TAX'],
    ['Commission Amount', 'Commision Amount'],
    ['Commission Receiving No.', 'Commision Receiving No.'],
    ['Commission Balance', 'Commision Balance'],
    ['Float Balance'],
  ],
  time: {
    column: 'Date / Time',
    forms: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss'],
    dates: 'day-first',
    offset: '+03:00',
  },
  amount: { column: 'Amount' },
  currency: { code: 'UGX' },
  direction: 'sign',
  party: { columns: { in: 'From Account', out: 'To Account' }, pattern: '^\\+?([\\d*x]{9,15})$', countryCode: '256' },
  ids: { theirs: 'Transaction ID' },
  payments: { 'Transaction Type': '^(payment|transfer)$' },
  others: 'not_ours',
  fee: ['Fee', 'TAX'],
  balance: 'Float Balance',
}

/** The same with the time first, and the amount before the parties. */
export const mtnUgandaAgentByTime: Profile = {
  ...mtnUgandaAgent,
  name: 'mtn-uganda-agent-by-time',
  about: 'the sheet of an agent’s line of MTN Uganda that begins with the time',
  header: [
    ['Date / Time'],
    ['Transaction ID'],
    ['Transaction Type'],
    ['Amount'],
    ['From Account'],
    ['To Account'],
    ['Fee'],
    ['Commission Amount', 'Commision Amount'],
    ['TAX'],
    ['Commission Receiving No.', 'Commision Receiving No.'],
    ['Commission Balance', 'Commision Balance'],
    ['Float Balance'],
  ],
}
