import type { Network } from '../payments/network.ts'
import { type Reply, refusal } from './answers/reply.ts'

/** Airtel's answer about the user of a phone number, which comes without the country code. */
export function userAnswer(network: Network, msisdn: string): Reply {
  const holder = network.holder(`256${msisdn}`)
  if (!holder) return refusal('User not found', { responseCode: 'DP02200000002', resultCode: 'ESB000011' })
  const { given: first_name, family: last_name, isBarred: is_barred } = holder
  return {
    http: 200,
    success: true,
    message: 'SUCCESS',
    responseCode: 'DP02200000001',
    resultCode: 'ESB000010',
    data: {
      is_barred,
      grade: 'SUBS',
      first_name,
      last_name,
      registration: { status: 'SUBS' },
      msisdn,
      is_pin_set: true,
    },
  }
}
