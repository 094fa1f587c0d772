import type { Profile } from '../../profile.ts'

const number = '(?:FRI|ID):\\+?([\\d*x]{8,15})/MSISDN'
const [phone, wallet] = [`^${number}$`, '^(FRI|ID):[^/]+/MM$']

/** The directions of MTN's rows: a phone on one side, and a wallet of the operator on the other. */
export const mtnDirection = {
  in: { From: phone, To: wallet },
  out: { From: wallet, To: phone },
  between: { From: wallet, To: wallet },
} as const satisfies Profile['direction']

/** The phone of MTN's rows. */
export function mtnParty(countryCode: string): NonNullable<Profile['party']> {
  return { columns: { in: 'From', out: 'To' }, pattern: phone, countryCode }
}
