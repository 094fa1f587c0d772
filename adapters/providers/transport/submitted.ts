import { createHash } from 'node:crypto'
import type { Submitted } from '../../../core/sente.ts'
import type { Exchanged } from './exchange.ts'

/** What a submission without an answer has come to: it was never sent, or is in doubt. */
export function unanswered(exchanged: Exclude<Exchanged, { kind: 'answer' }>): Submitted {
  if (exchanged.kind === 'noAnswer') {
    const { because, fault } = exchanged
    return { outcome: 'inDoubt', because, fault }
  }
  const { because, fault } = exchanged
  return { outcome: 'declined', reason: 'not_sent', because, ...(fault && { fault }) }
}

/** Names credentials without telling them. */
export function digestOf(credentials: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(credentials)).digest('hex').slice(0, 16)
}
