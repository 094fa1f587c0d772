import type { Market } from '../../model/market.ts'
import { isFinal, type Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { AwaitedCount } from '../../ports/books/claims.ts'
import { livePolicy } from '../policy.ts'
import type { ReportPorts } from '../reports/recordReports.ts'
import { flagOverdue } from '../schedule.ts'

/** The function that {@link countUnservedTransactions} returns. */
export type CountUnservedTransactions = () => Promise<readonly AwaitedCount[]>

/**
 * Counts the open transactions whose network or currency is not in the market. Their money stays held until the network
 * is back in the market or an operator decides.
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

/** How many transactions are read at once. */
const pageLength = 500

/**
 * Marks transactions for an operator that are open for too long at a network that this process does not serve, at most
 * once in the longest pause. Another process over the same books may serve it: so nothing else is changed, and only the
 * clock of the claims decides what is late.
 */
export function overdueUnserved(ports: ReportPorts & { readonly market: Market }): () => Promise<void> {
  const { books, clock, policy = livePolicy, alarm } = ports
  const countUnserved = countUnservedTransactions(ports)
  let nextMs = Number.NEGATIVE_INFINITY

  async function mark({ id, accountId, currency }: Transaction): Promise<void> {
    const claimed = await books.claimOne(id, { nowMs: clock.nowMs(), leaseMs: policy.leaseMs })
    if (claimed.transactions.length === 0) return
    const marked = await books.atomically({ account: accountId, currency, transaction: id }, (work) => {
      const before = work.transaction(id)
      if (!before || isFinal(before.state)) return undefined
      const after = flagOverdue(before, claimed.atMs, policy)
      if (after !== before) work.record(after)
      return after.attention === before.attention ? undefined : after
    })
    if (marked) alarm?.('overdue', marked)
  }

  async function markLine({ network, currency }: AwaitedCount): Promise<void> {
    let before: string | null | undefined
    while (before !== null) {
      const query = { network, currency, states: ['submitting', 'pending'], limit: pageLength } as const
      const { transactions, next } = await books.list({ ...query, ...(before !== undefined && { before }) })
      const late = transactions.filter((one) => flagOverdue(one, clock.nowMs(), policy) !== one)
      await Promise.all(late.map(mark))
      before = next
    }
  }

  return async () => {
    if (clock.monotonicMs() < nextMs) return
    nextMs = clock.monotonicMs() + policy.longestPauseMs
    await Promise.all((await countUnserved()).map(markLine))
  }
}
