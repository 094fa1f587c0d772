import type { Way } from '../../model/transaction.ts'
import { changeOf, type Posting } from '../../ports/books/ledger.ts'
import type { MovedSum, OperatorMove, PaidHour, PaidSum } from '../../ports/operators/operatorMoney.ts'

/** The length of the stretches in which payments are added up, in milliseconds. */
export const gatheredEveryMs = 3_600_000

/** The beginning of the stretch of a moment. */
export function stretchOf(ms: number): number {
  return Math.floor(ms / gatheredEveryMs) * gatheredEveryMs
}

/** The movement of a network's float by payments. */
export type PostedFloat = Omit<PaidSum, 'recentMinor'>

/** The addition of a posting to the sums of its stretch: a payment over a network, or a fee, which has no network. */
type AddedUp = {
  readonly network: string
  readonly currency: string
  readonly minor: bigint
  readonly fromMs: number
} & ({ readonly kind: Way } | { readonly kind: 'fee' })

/** The parts of a posting that count. */
export type Moved = Pick<Posting, 'currency' | 'from' | 'to' | 'amountMinor' | 'atMs'>

/** The addition of a posting; undefined where it moves no float and is no fee. A refunded fee is subtracted. */
function addedUp(posting: Moved): AddedUp | undefined {
  const { from, to, currency, amountMinor, atMs } = posting
  const fromMs = stretchOf(atMs)
  const feeMinor = changeOf(posting, 'fees')
  if (feeMinor !== 0n) return { network: '', currency, kind: 'fee', minor: feeMinor, fromMs }
  const kind: Way = to.startsWith(prefix) ? 'payout' : 'collection'
  const float = kind === 'payout' ? to : from
  if (!float.startsWith(prefix)) return undefined
  return { network: float.slice(prefix.length), currency, kind, minor: amountMinor, fromMs }
}

const prefix = 'float:'

/** Adds up payments, posting by posting; recent are those since the beginning of the hour of a moment. */
export function paidSums({ sinceMs }: { readonly sinceMs: number }) {
  const sinceStretchMs = stretchOf(sinceMs)
  const sums = new Map<string, PaidSum>()
  return {
    add(posting: Moved) {
      const added = addedUp(posting)
      if (!added || added.kind === 'fee') return
      const { network, currency, kind, fromMs } = added
      const key = `${network} ${currency} ${kind}`
      const { minor = 0n, recentMinor = 0n } = sums.get(key) ?? {}
      const recent = fromMs >= sinceStretchMs ? added.minor : 0n
      sums.set(key, { network, currency, kind, minor: minor + added.minor, recentMinor: recentMinor + recent })
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

/** Adds up payments by the hour, from the beginning of the hour of a moment, for a store. */
export function sumPaidHours(
  postings: Iterable<Posting>,
  { sinceMs }: { readonly sinceMs: number },
): readonly PaidHour[] {
  const sums = new Map<string, PaidHour>()
  for (const posting of postings) {
    const added = addedUp(posting)
    if (!added || added.kind === 'fee' || added.fromMs < stretchOf(sinceMs)) continue
    const key = `${added.network} ${added.currency} ${added.kind} ${added.fromMs}`
    sums.set(key, { ...added, kind: added.kind, minor: (sums.get(key)?.minor ?? 0n) + added.minor })
  }
  return [...sums.values()]
}

/** Adds up paid fees, less returned ones, by currency, for a store. */
export function sumFees(postings: Iterable<Posting>): readonly { readonly currency: string; readonly minor: bigint }[] {
  const sums = new Map<string, bigint>()
  for (const posting of postings) {
    const added = addedUp(posting)
    if (added?.kind === 'fee') sums.set(added.currency, (sums.get(added.currency) ?? 0n) + added.minor)
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
