import { crashPhone, type PaymentRequest } from '../load/merchant.ts'
import type { Journalled } from './journal.ts'

/** The operations: payments of each kind, lines of batches, and payments through links. */
export type Operation = 'payout' | 'collection' | 'refund' | 'line' | 'link'

/** The number of requests for it, and of submissions and executions by the networks, by their own file. */
export type Counted = { readonly asked: number; readonly taken: number; readonly executed: number }

type Requests = readonly PaymentRequest[]
type Written = Iterable<Pick<Journalled, 'network' | 'kind' | 'amount' | 'phoneNumber' | 'taken' | 'executed'>>

/** The orders in networks' files that nobody requested so, or that were sent or executed too often. */
export function sentOtherwise(requests: Requests, written: Written): readonly string[] {
  const { found, strange } = sentFor(requests, written)
  const often = [...found.values()].filter(({ taken, executed }) => taken > 1 || executed > 1)
  return [
    ...often.map(
      ({ operation, amount, taken, executed }) =>
        `the ${operation} of ${amount} was taken ${taken} times and executed ${executed} times`,
    ),
    ...strange.map(
      ({ network, kind, amount, phoneNumber }) =>
        `${network} was sent a ${kind} of ${amount} with ${phoneNumber}, which nobody asked for`,
    ),
  ]
}

/** The same in figures, by operation; the customers of one link count as one request. */
export function countedByOperation(requests: Requests, written: Written): ReadonlyMap<Operation, Counted> {
  const counts = new Map<Operation, Counted>()
  for (const { operation, taken, executed } of sentFor(requests, written).found.values()) {
    const before = counts.get(operation) ?? { asked: 0, taken: 0, executed: 0 }
    counts.set(operation, {
      asked: before.asked + 1,
      taken: before.taken + taken,
      executed: before.executed + executed,
    })
  }
  return counts
}

/** The sum of several of these, for the output of a soak. */
export function operationFigures(counts: readonly ReadonlyMap<Operation, Counted>[]): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const [operation, counted] of counts.flatMap((one) => [...one]))
    for (const what of ['asked', 'executed'] as const)
      figures[`${operation} ${what}`] = (figures[`${operation} ${what}`] ?? 0) + counted[what]
  return figures
}

/** Finds the orders sent for each request by its kind, amount and phone number, whatever its ids. */
function sentFor(requests: Requests, written: Written) {
  const found = new Map<unknown, { operation: Operation; amount: number; taken: number; executed: number }>()
  const byContent = new Map<string, unknown>()
  for (const one of requests) {
    const asked = one.form?.link ?? one
    const { order, amount } = one
    found.set(asked, { operation: operationOf(one), amount, taken: 0, executed: 0 })
    // To its network, a refund is a payout.
    const kind = order.kind === 'collection' ? 'collection' : 'payout'
    byContent.set([order.network, kind, amount, crashPhone(order)].join(), asked)
  }
  const strange = [...written].filter(({ network, kind, amount, phoneNumber, taken, executed }) => {
    const sent = found.get(byContent.get([network, kind, amount, phoneNumber].join()))
    if (sent) Object.assign(sent, { taken: sent.taken + taken, executed: sent.executed + executed })
    return sent === undefined
  })
  return { found, strange }
}

function operationOf({ form, known, order }: PaymentRequest): Operation {
  if (form) return 'link'
  return known.is === 'line' ? 'line' : order.kind
}
