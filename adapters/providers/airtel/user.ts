import type { Recipient } from '../../../core/sente.ts'
import type { Exchanged } from '../transport/exchange.ts'
import { isJsonObject } from '../transport/http/readBody.ts'
import { nobody, recipientName } from '../transport/recipient.ts'
import { contentOf } from './envelope.ts'

/**
 * The owner of a phone number; undefined when Airtel does not answer, or answers about another number. The codes are
 * from its list: `DP02200000001` for a user, `DP02200000002` for none. A barred user can't be paid.
 */
export function airtelUser(msisdn: string, exchanged: Exchanged): Recipient | undefined {
  if (exchanged.kind !== 'answer' || !isJsonObject(exchanged.body)) return undefined
  const { codes = [] } = contentOf(exchanged.body) ?? {}
  if (codes.includes('DP02200000002') && !codes.includes(found)) return nobody
  const { data } = exchanged.body
  if (exchanged.status !== 200 || !codes.includes(found) || !isJsonObject(data)) return undefined
  if (String(data.msisdn) !== msisdn) return undefined
  const canReceive = typeof data.is_barred === 'boolean' ? !data.is_barred : null
  return { isRegistered: true, name: recipientName(data.first_name, data.last_name), canReceive }
}

const found = 'DP02200000001'
