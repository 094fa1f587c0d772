import type { Profile } from '../../profile.ts'

const number = '(?:FRI|ID):\\+?([\\d*x]{8,15})/MSISDN'
const [phone, wallet] = [`^${number}$`, '^(FRI|ID):[^/]+/MM$']

/** The directions of MTN's rows: a phone on one side, and a wallet of the operator on the other. */
export const mtnDirection = {
  in: { From: phone, To: wallet },
  out: { From: wallet, To: phone },
  between: { From: wallet, To: wallet },
} as const satisfies Profile['direction']

/** The same for amounts that are below zero if the money is outgoing: they show it for a phone on both sides. */
export const mtnSignedDirection = {
  ...mtnDirection,
  bySign: { From: phone, To: phone },
} as const satisfies Profile['direction']

/** The phone of MTN's rows. */
export function mtnParty(countryCode: string): NonNullable<Profile['party']> {
  return { columns: { in: 'From', out: 'To' }, pattern: phone, countryCode }
}

/** The words for outcomes in MTN's files. */
export const mtnStatus = {
  succeeded: ['Successful', 'Completed'],
  failed: ['Failed', 'Rejected', 'Expired'],
  pending: ['Pending', 'Created'],
  reversed: ['Reversed', 'Rolled back'],
}
