import type { Recipient } from '../../../core/sente.ts'
import { printableText } from './http/readBody.ts'

/** What is told of a phone number that nobody has. */
export const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }

/** The names in a network's answer; null where it has none that can be shown. */
export function recipientName(given: unknown, family: unknown): Recipient['name'] {
  const [first, last] = [printableText(given) ?? '', printableText(family) ?? '']
  return first === '' && last === '' ? null : { given: first, family: last }
}
