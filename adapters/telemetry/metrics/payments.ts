import {
  type Books,
  isFinal,
  kinds,
  type Market,
  reasons,
  type State,
  type Transaction,
  type UnitOfWork,
} from '../../../core/sente.ts'
import type { Metered } from './registry.ts'

/** From half a second to a day. */
const buckets = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400]

/** Makes a wrapper of books that counts their payments once the step that has moved them is durable. */
export function paymentMetrics({ counter, histogram }: Metered, market: Market): (books: Books) => Books {
  const payments = counter('sente_payments_total')
  const timesToFinal = histogram('sente_time_to_final_seconds', buckets)
  for (const [currency, { networks }] of market) {
    for (const { name: network } of networks) {
      for (const kind of kinds) {
        for (const state of ['submitting', 'pending', 'succeeded'])
          payments.inc({ kind, network, currency, state, reason: 'none' }, 0)
        for (const reason of reasons) payments.inc({ kind, network, currency, state: 'failed', reason }, 0)
        timesToFinal.zero({ kind, network })
      }
    }
  }

  function count({ kind, network, currency, state, reason, createdAtMs, updatedAtMs }: Transaction) {
    payments.inc({ kind, network, currency, state, reason: reason ?? 'none' })
    if (isFinal(state)) timesToFinal.observe({ kind, network }, Math.max(0, updatedAtMs - createdAtMs) / 1_000)
  }

  return (books) => ({
    ...books,
    async atomically(scope, step) {
      if (scope.transaction === undefined) return books.atomically(scope, step)
      let moved: Transaction[] = []
      const result = await books.atomically(scope, (work) => {
        // The step may run again.
        moved = []
        return step(watched(work, moved))
      })
      if (!isRefused(result)) for (const transaction of moved) count(transaction)
      return result
    },
  })
}

/** A unit of work that notes each transaction that enters another state. */
function watched(work: UnitOfWork, moved: Transaction[]): UnitOfWork {
  return {
    ...work,
    record(transaction) {
      const before: State | undefined = work.transaction(transaction.id)?.state
      work.record(transaction)
      if (transaction.state !== before) moved.push(transaction)
    },
  }
}

/** A step that returns a refusal has recorded nothing. */
function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'refused' in result
}
