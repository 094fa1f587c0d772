import type { Transaction } from '../../../../core/sente.ts'
import { type Evidence, journalledOf } from './evidence.ts'
import type { Journalled } from './journal.ts'

/** Payments whose receipt, or the network's word for their failure, is not what their network says. */
export function namedWrong({ books, journal }: Evidence): readonly string[] {
  return books.transactions.flatMap((transaction) => {
    const { reference, state, networkReceipt, networkReason } = transaction
    const there = journalledOf(transaction, journal.after)
    if (networkReceipt !== null && networkReceipt !== there?.receipt)
      return [`${reference} has the receipt ${networkReceipt}, and at its network ${there?.receipt ?? 'none'}`]
    if (state === 'succeeded' && networkReceipt === null) return [`${reference} succeeded without a receipt`]
    if (state !== 'failed')
      return networkReason === null || state !== 'succeeded' ? [] : [`${reference} succeeded: ${networkReason}`]
    return there && !isWordOf(transaction, there)
      ? [`${reference} failed with ${networkReason}, and not ${there.reason}`]
      : []
  })
}

/** MTN says why in the simulator's own words, Airtel in codes of its own. */
function isWordOf({ network, networkReason, kind }: Transaction, { status, reason }: Journalled): boolean {
  if (status !== 'failed') return true
  if (network === 'MTN') return networkReason === reason
  return networkReason?.startsWith(kind === 'collection' ? 'DP008' : 'DP009') ?? reason === null
}
