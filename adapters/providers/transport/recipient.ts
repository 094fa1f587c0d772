import type { Recipient } from '../../../core/sente.ts'
import { printableText } from './http/readBody.ts'

/** The answer about a phone number without an owner. */
export const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }

/** The names in a network's answer; null if none of them can be shown. */
export function recipientName(given: unknown, family: unknown): Recipient['name'] {
  const [first, last] = [printableText(given) ?? '', printableText(family) ?? '']
  return first === '' && last === '' ? null : { given: first, family: last }
}
