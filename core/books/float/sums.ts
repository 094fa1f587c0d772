import type { Way } from '../../model/transaction.ts'
import { changeOf, type Posting } from '../../ports/books/ledger.ts'
import type { MovedSum, OperatorMove, PaidSum } from '../../ports/operators/operatorMoney.ts'

/** The movement of a network's float by a posting of a payment. */
export type PostedFloat = Omit<PaidSum, 'recentMinor'>

/** The payment that a posting has ended with success; undefined for every other posting. */
export function floatIn({ from, to, currency, amountMinor }: Posting): PostedFloat | undefined {
  const kind: Way = to.startsWith(prefix) ? 'payout' : 'collection'
  const float = kind === 'payout' ? to : from
  if (!float.startsWith(prefix)) return undefined
  return { network: float.slice(prefix.length), currency, kind, minor: amountMinor }
}

const prefix = 'float:'

/** The length of the stretches in which payments are added up, in milliseconds. */
export const gatheredEveryMs = 3_600_000

/** Adds up payments, posting by posting; recent are those since the beginning of the hour of a moment. */
export function paidSums({ sinceMs }: { readonly sinceMs: number }) {
  const fromMs = Math.floor(sinceMs / gatheredEveryMs) * gatheredEveryMs
  const sums = new Map<string, PaidSum>()
  return {
    add(posting: Posting) {
      const moved = floatIn(posting)
      if (!moved) return
      const key = `${moved.network} ${moved.currency} ${moved.kind}`
      const { minor = 0n, recentMinor = 0n } = sums.get(key) ?? {}
      const recent = posting.atMs >= fromMs ? moved.minor : 0n
      sums.set(key, { ...moved, minor: minor + moved.minor, recentMinor: recentMinor + recent })
    },
    sums: (): readonly PaidSum[] => [...sums.values()],
  }
}

/** Adds up payments, for a store. */
export function sumPaid(postings: Iterable<Posting>, query: { readonly sinceMs: number }): readonly PaidSum[] {
  const { add, sums } = paidSums(query)
  for (const posting of postings) add(posting)
  return sums()
}

/** Adds up paid fees, less returned ones, by currency, for a store. */
export function sumFees(postings: Iterable<Posting>): readonly { readonly currency: string; readonly minor: bigint }[] {
  const sums = new Map<string, bigint>()
  for (const posting of postings) {
    const change = changeOf(posting, 'fees')
    if (change !== 0n) sums.set(posting.currency, (sums.get(posting.currency) ?? 0n) + change)
  }
  return [...sums].map(([currency, minor]) => ({ currency, minor }))
}

/** Adds up movements of the operator's own money, for a store. */
export function sumMoved(moves: Iterable<OperatorMove>): readonly MovedSum[] {
  const sums = new Map<string, MovedSum>()
  for (const { currency, from, to, amountMinor } of moves) {
    for (const [account, change] of [
      [from, -amountMinor],
      [to, amountMinor],
    ] as const) {
      const key = `${currency} ${account}`
      sums.set(key, { currency, account, minor: (sums.get(key)?.minor ?? 0n) + change })
    }
  }
  return [...sums.values()]
}
