import type { FollowUpPolicy } from './followUpPolicy.ts'
import { hear, type News } from './news.ts'
import type { Page } from './ports/books.ts'
import type { Place } from './ports/ledger.ts'
import type { Attention, Kind, Reason, State, Transaction } from './transaction.ts'

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

/** Moves a transaction's money as its new state requires; shared by news and by an operator's decision. */
export function moveMoney(page: Page, transaction: Transaction): void {
  const { id, accountId, kind, state, currency, network, amountMinor, updatedAtMs } = transaction
  const way = wayOfMoney(kind, state, `float:${network}`)
  if (!way) return
  page.ledger.move({ accountId, currency, ...way, amountMinor, cause: { transaction: id }, atMs: updatedAtMs })
}

function wayOfMoney(kind: Kind, state: State, float: Place): { from: Place; to: Place } | undefined {
  if (state === 'succeeded') return kind === 'payout' ? { from: 'held', to: float } : { from: float, to: 'available' }
  if (state === 'failed' && kind === 'payout') return { from: 'held', to: 'available' }
  return undefined
}
