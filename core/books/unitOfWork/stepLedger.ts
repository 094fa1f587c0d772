import { type Balance, emptyBalance, moved, type Posting } from '../../ports/books/ledger.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Changes, StepRows, Within } from './stepRows.ts'

/** The ledger as a step sees it: what it has moved itself is in its changes. */
export function ledgerOver(rows: StepRows, changes: Changes, within: Within): UnitOfWork['ledger'] {
  function balance(accountId: string, currency: string): Balance {
    within('currency', accountId, currency)
    const written = changes.balances.get(`${accountId} ${currency}`)
    return written ?? rows.balance(accountId, currency) ?? emptyBalance
  }
  return {
    balance,
    post(posting) {
      const { accountId, currency } = posting
      const next = checkedMove(balance(accountId, currency), posting)
      changes.balances.set(`${accountId} ${currency}`, { accountId, currency, ...next })
      changes.postings.push(posting)
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
