import { type FollowUpPolicy, patient } from './followUpPolicy.ts'
import type { News } from './news.ts'
import { note } from './note.ts'
import type { Books } from './ports/books.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'
import type { Attention, Transaction } from './transaction.ts'

/** Tells an operator at once that a transaction has to be looked at, and why. */
export type Alarm = (attention: Attention, transaction: Transaction) => void

/** What noting news needs from the world; the policy is `patient` unless told, and no alarm is heard. */
export type NotePorts = {
  readonly books: Books
  readonly clock: Clock
  readonly ids: Ids
  readonly policy?: FollowUpPolicy
  readonly alarm?: Alarm
}

/** Notes news of a transaction in a step of its own; resolves with the transaction as it is then. */
export type NoteNews = (transaction: Transaction, news: Omit<News, 'at'>) => Promise<Transaction>

/** Makes it over its ports. */
export function noteNews({ books, clock, ids, policy = patient, alarm }: NotePorts): NoteNews {
  return async (transaction, news) => {
    const { id, accountId, currency } = transaction
    const at = { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs(), run: clock.run }
    const scope = { step: ids.ordered(), account: accountId, currency, transaction: id }
    const { attention, ...known } = await books.atomically(scope, note(id, { at, ...news }, policy))
    const noted = { ...transaction, ...known }
    if (attention) alarm?.(attention, noted)
    return noted
  }
}
