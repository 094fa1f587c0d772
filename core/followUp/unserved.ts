import type { Market } from '../market.ts'
import type { AwaitedCount, Books } from '../ports/books.ts'
import type { Moment, Transaction } from '../transaction.ts'
import { postponeEnquiry } from './applyReport.ts'
import { livePolicy } from './policy.ts'
import type { ReportPorts } from './recordReport.ts'

/** Puts off an enquiry for which there is no provider. */
export function postponing({ books, policy = livePolicy, alarm }: ReportPorts) {
  return async (transaction: Transaction, { wallMs }: Moment): Promise<void> => {
    const { id, accountId, currency } = transaction
    const scope = { account: accountId, currency, transaction: id }
    const isNewlyLate = await books.atomically(scope, (work) => {
      const before = work.transaction(id)
      if (!before) return false
      const after = postponeEnquiry(before, wallMs, policy)
      work.record(after)
      return after.attention !== before.attention
    })
    if (isNewlyLate) alarm?.('overdue', transaction)
  }
}

/** The function that {@link countUnservedTransactions} returns. */
export type CountUnservedTransactions = () => Promise<readonly AwaitedCount[]>

/**
 * Counts the transactions due for enquiries, now or later, whose network or currency is not in the market. Their money
 * stays held until the network is back in the market or an operator decides.
 */
export function countUnservedTransactions({
  books,
  market,
}: {
  readonly books: Pick<Books, 'awaited'>
  readonly market: Market
}): CountUnservedTransactions {
  return async () =>
    (await books.awaited()).filter(
      ({ currency, network }) => !market.get(currency)?.networks.some(({ name }) => name === network),
    )
}
