import type { Page } from './ports/books.ts'
import type { Place } from './ports/ledger.ts'
import type { Enquired, Seen, Submitted } from './ports/mobileProvider.ts'
import { isFinal, type Reason, type State, type Transaction } from './transaction.ts'

/** What the books know of a transaction after news of it was noted. */
export type Noted = { readonly state: State; readonly reason: Reason | null; readonly providerRef: string | null }

/**
 * The step that notes what a provider said: settles, credits or releases the money as the news requires. Doubt, an
 * unknown id and a payment that is not the one we asked for change nothing; nor does any news of a final transaction.
 */
export function note(id: string, news: Submitted | Enquired, atMs: number): (page: Page) => Noted {
  return (page) => {
    const transaction = page.transaction(id)
    if (!transaction) throw new Error(`no transaction ${id}`)
    const next = isFinal(transaction.state) ? transaction : after(transaction, news, atMs)
    if (next !== transaction) {
      page.record(next)
      moveMoney(page, next)
    }
    return { state: next.state, reason: next.reason, providerRef: next.providerRef }
  }
}

function after(transaction: Transaction, news: Submitted | Enquired, atMs: number): Transaction {
  if ('seen' in news && !isSamePayment(transaction, news.seen)) return transaction
  switch (news.outcome) {
    case 'accepted':
      return { ...transaction, state: 'pending', ...refOf(news, transaction), updatedAtMs: atMs }
    case 'pending':
      return transaction.state === 'pending' ? transaction : { ...transaction, state: 'pending', updatedAtMs: atMs }
    case 'succeeded':
      return { ...transaction, state: 'succeeded', ...refOf(news, transaction), updatedAtMs: atMs }
    case 'declined':
      return { ...transaction, state: 'failed', reason: news.reason, updatedAtMs: atMs }
    case 'inDoubt':
    case 'notFound':
      return transaction
  }
}

/** Whether what the network told names this payment, as far as it told: its amount, currency and phone number. */
function isSamePayment({ amountMinor, currency, phoneNumber }: Transaction, seen: Seen): boolean {
  return (
    (seen.amountMinor ?? amountMinor) === amountMinor &&
    (seen.currency ?? currency) === currency &&
    (seen.phoneNumber ?? phoneNumber) === phoneNumber
  )
}

function moveMoney(
  page: Page,
  { id, accountId, kind, state, currency, network, amountMinor, updatedAtMs }: Transaction,
) {
  const way = wayOfMoney(kind, state, `float:${network}`)
  if (!way) return
  page.ledger.move({ accountId, currency, ...way, amountMinor, cause: { transaction: id }, atMs: updatedAtMs })
}

function wayOfMoney(kind: Transaction['kind'], state: State, float: Place): { from: Place; to: Place } | undefined {
  if (state === 'succeeded') return kind === 'payout' ? { from: 'held', to: float } : { from: float, to: 'available' }
  if (state === 'failed' && kind === 'payout') return { from: 'held', to: 'available' }
  return undefined
}

function refOf(news: { providerRef: string | null }, before: Transaction): Pick<Transaction, 'providerRef'> {
  return { providerRef: news.providerRef ?? before.providerRef }
}
