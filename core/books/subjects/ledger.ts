import { type Balance, emptyBalance, moved, type PostedBalance, type Posting } from '../../ports/books/ledger.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Step } from './step.ts'

/** A step's view of the ledger. Its own movements are in its changes. */
export function ledgerIn({ rows, changes, within }: Step): UnitOfWork['ledger'] {
  function found(accountId: string, currency: string): PostedBalance | undefined {
    within('currency', accountId, currency)
    return changes.balances.get(`${accountId} ${currency}`) ?? rows.balance(accountId, currency)
  }
  return {
    balance: (accountId, currency) => found(accountId, currency) ?? emptyBalance,
    post(posting) {
      const { accountId, currency } = posting
      const before = found(accountId, currency)
      const next = checkedMove(before ?? emptyBalance, posting)
      const atMs = Math.max(posting.atMs, before?.postedAtMs ?? posting.atMs)
      changes.balances.set(`${accountId} ${currency}`, { accountId, currency, ...next, postedAtMs: atMs })
      changes.postings.push({ ...posting, atMs })
    },
  }
}

function checkedMove(balance: Balance, posting: Posting): Balance {
  const { from, to, amountMinor } = posting
  if (amountMinor <= 0n || from === to) throw new Error(`a posting of ${amountMinor} from ${from} to ${to}`)
  const { availableMinor, heldMinor } = moved(balance, posting)
  if (availableMinor < 0n) throw new Error('the available balance would fall below zero')
  if (heldMinor < 0n) throw new Error('the held balance would fall below zero')
  return { availableMinor, heldMinor }
}
