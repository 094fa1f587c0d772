import { type BatchOrder, isPaidSoon, type Order } from '../plan.ts'
import { type CrashAccount, guessingAccount } from './accounts.ts'
import type { BatchRequest } from './batches.ts'
import type { PaymentRequest } from './merchant.ts'

/** What the merchants of a round ask for: no two payments have the same amount. */
type CrashRequests = {
  /** Those that a server was asked for so far, with the lines of batches. */
  readonly requests: PaymentRequest[]
  readonly batches: BatchRequest[]
  /** A new request; of a refund, a payout while there is nothing to refund. */
  newlyAsked(order: Order): PaymentRequest
  batchOf(order: BatchOrder): BatchRequest
}

/** How many collections are refunded at a time. */
const refundable = 4

/** Makes the requests of these accounts. */
export function crashRequests(accounts: readonly CrashAccount[]): CrashRequests {
  const requests: PaymentRequest[] = []
  const batches: BatchRequest[] = []
  let [orders, refunds] = [0, 0]

  function refundOf(order: Order): PaymentRequest {
    const collections = requests.filter(({ order: { kind, number, account }, known: { is } }) => {
      return kind === 'collection' && is === 'opened' && isPaidSoon(number) && account !== guessingAccount
    })
    // The latest, so few that more is asked for than there is left of them.
    const latest = collections.slice(-refundable)
    const collection = latest[(order.of ?? 0) % latest.length]
    if (!collection) return asked({ ...order, kind: 'payout' }, 'order')
    refunds += 1
    const { network, number, account } = collection.order
    const { reference } = collection
    const given = { ...order, network, number, account, flaw: 'none' } as const
    return { ...asked(given, 'refund'), amount: 499 + refunds, collection: reference }
  }

  function asked(order: Order, name: string): PaymentRequest {
    orders += 1
    const account = accountOf(order.account)
    const [reference, amount] = [`${name}-${orders}`, 1_000 + orders]
    return { order, account, reference, amount, known: { is: 'unknown' }, times: 0, isConfirmed: false }
  }

  function accountOf(index: number) {
    const account = accounts[index]
    if (!account) throw new Error(`there is no account ${index}`)
    return account
  }

  return {
    requests,
    batches,
    newlyAsked: (order) => (order.kind === 'refund' ? refundOf(order) : asked(order, 'order')),
    batchOf(order) {
      const { account } = order
      const lines = order.lines.map((line) => {
        const given = { ...line, kind: 'payout', account, flaw: 'none' } as const
        return { ...asked(given, 'line'), known: { is: 'line' } as const }
      })
      const reference = `batch-${orders}`
      const known = { is: 'unknown' } as const
      return { order, account: accountOf(account), reference, lines, known, times: 0, approval: 'none' }
    },
  }
}
