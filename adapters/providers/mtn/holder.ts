import type { Recipient } from '../../../core/sente.ts'
import type { Exchanged } from '../transport/exchange.ts'
import { isJsonObject } from '../transport/http/readBody.ts'
import { nobody, recipientName } from '../transport/recipient.ts'
import { codeOf } from './answers.ts'
import type { HolderQuestion } from './requests.ts'

/**
 * The owner of a phone number; undefined when MTN does not answer. It answers `false` about a number without an active
 * holder, and 404 in its sandbox. Of the personal data in its second answer only the names are read.
 */
export async function mtnHolder(ask: (question: HolderQuestion) => Promise<Exchanged>): Promise<Recipient | undefined> {
  const active = await ask('active')
  if (active.kind !== 'answer') return undefined
  if (active.status === 404 && codeOf(active.body) === 'RESOURCE_NOT_FOUND') return nobody
  if (active.status !== 200 || !isJsonObject(active.body)) return undefined
  if (active.body.result === false) return nobody
  if (active.body.result !== true) return undefined
  const answer = await ask('basicuserinfo')
  const named = answer.kind === 'answer' && answer.status === 200 && isJsonObject(answer.body)
  const name = named ? recipientName(answer.body.given_name, answer.body.family_name) : null
  return { isRegistered: true, name, canReceive: true }
}
