import type { Books, Page } from '../ports/books.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Attention, Reason, State, Transaction } from '../transaction.ts'
import { hear, type News } from './applyReport.ts'
import { moveMoney } from './moveMoney.ts'
import { type FollowUpPolicy, patient } from './policy.ts'

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

/** What the books know of a transaction after news of it was noted; `attention` is what it has come to need by this news. */
export type Noted = {
  readonly state: State
  readonly reason: Reason | null
  readonly providerRef: string | null
  readonly attention: Attention | null
}

/** The step that notes what a provider said: settles, credits or releases the money as the news requires. */
export function note(id: string, news: News, policy: FollowUpPolicy): (page: Page) => Noted {
  return (page) => {
    const before = page.transaction(id)
    if (!before) throw new Error(`no transaction ${id}`)
    const { transaction, remark } = hear(before, news, policy)
    if (transaction !== before) page.record(transaction)
    if (transaction.state !== before.state) moveMoney(page, transaction)
    if (remark) page.remark({ transactionId: id, ...remark, by: null, atMs: news.at.wallMs })
    const { state, reason, providerRef, attention } = transaction
    return { state, reason, providerRef, attention: attention === before.attention ? null : attention }
  }
}
