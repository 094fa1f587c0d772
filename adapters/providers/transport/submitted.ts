import { createHash } from 'node:crypto'
import type { Submitted } from '../../../core/sente.ts'
import type { Exchanged } from './exchange.ts'

/** The outcome of a submission without an answer: it was never sent, or is in doubt. */
export function unanswered(exchanged: Exclude<Exchanged, { kind: 'answer' }>): Submitted {
  if (exchanged.kind === 'noAnswer') {
    const { because, fault } = exchanged
    return { outcome: 'inDoubt', because, fault }
  }
  const { because, fault } = exchanged
  return { outcome: 'declined', reason: 'not_sent', because, ...(fault && { fault }) }
}

/** Identifies credentials without revealing them. */
export function digestOf(credentials: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(credentials)).digest('hex').slice(0, 16)
}
