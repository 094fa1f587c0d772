import {
  type Books,
  type FloatReport,
  type MerchantSum,
  type OperatorMoney,
  type OperatorMove,
  type Posting,
  sumFees,
  sumMoved,
  sumPaid,
  sumPaidHours,
} from '../../../core/sente.ts'
import type { ActBeside } from './actions.ts'

/** The operator's own money in memory, beside the books, which have the totals of payments. */
export function memoryOperatorMoney(
  books: Pick<Books, 'snapshot'>,
  { actBeside, moves }: { readonly actBeside: ActBeside; readonly moves: OperatorMove[] },
): OperatorMoney {
  const reports = new Map<string, FloatReport>()
  let askedAtMs = Number.NEGATIVE_INFINITY
  const find = (reference: string) => moves.find((move) => move.reference === reference)
  return {
    async move(move, acting) {
      const first = find(move.reference)
      actBeside(acting, first ?? move, !first)
      if (!first) moves.push(move)
      return first ?? move
    },
    byReference: async (reference) => find(reference),
    moves: async ({ limit }) => moves.toReversed().slice(0, limit),
    moved: async () => sumMoved(moves),
    paid: (query) => books.snapshot(async (snapshot) => sumPaid(await all(snapshot.postings()), query)),
    paidHours: (query) => books.snapshot(async (snapshot) => sumPaidHours(await all(snapshot.postings()), query)),
    merchants: () =>
      books.snapshot(async (snapshot) => {
        const sums = new Map<string, MerchantSum>()
        const add = (currency: string, { funded = 0n, balance = 0n, fees = 0n }) => {
          const { fundedMinor = 0n, balanceMinor = 0n, feesMinor = 0n } = sums.get(currency) ?? {}
          sums.set(currency, {
            currency,
            fundedMinor: fundedMinor + funded,
            balanceMinor: balanceMinor + balance,
            feesMinor: feesMinor + fees,
          })
        }
        for await (const { currency, availableMinor, heldMinor } of snapshot.balances())
          add(currency, { balance: availableMinor + heldMinor })
        for await (const { funding } of snapshot.fundings())
          add(funding.currency, { funded: funding.kind === 'fund' ? funding.amountMinor : -funding.amountMinor })
        for (const { currency, minor } of sumFees(await all(snapshot.postings()))) add(currency, { fees: minor })
        return [...sums.values()]
      }),
    // Nothing is added up beforehand.
    gather: async () => false,
    async keepReports(reported) {
      for (const report of reported) reports.set(`${report.currency} ${report.account}`, report)
    },
    reports: async () => [...reports.values()],
    async takeTurn({ nowMs, everyMs }) {
      if (Math.abs(nowMs - askedAtMs) < everyMs) return false
      askedAtMs = nowMs
      return true
    },
  }
}

async function all(postings: Iterable<Posting> | AsyncIterable<Posting>): Promise<Posting[]> {
  const found: Posting[] = []
  for await (const posting of postings) found.push(posting)
  return found
}
