import type { Broken } from './audit.ts'
import type { FundingRows, TransactionRows } from './ports/books.ts'
import type { Entry, Place } from './ports/ledger.ts'
import type { Transaction } from './transaction.ts'

type Way = readonly [from: Place, to: Place]
type Money = { readonly accountId: string; readonly currency: string; readonly amountMinor: bigint }

/** A transaction has exactly the entries that its state requires, and nobody contradicted its end. */
export function transactionProblems({ transaction, entries }: TransactionRows): Broken[] {
  const { id: row, attention } = transaction
  const problems: Broken[] = []
  const difference = differenceOf(transaction, waysOf(transaction), entries)
  if (difference) problems.push({ rule: 'entries_fit_transaction', row, problem: difference })
  if (attention === 'contradiction') {
    const problem = `it is ${transaction.state}, but its network said something else`
    problems.push({ rule: 'no_contradiction', row, problem })
  }
  return problems
}

/** A funding has exactly the one entry that it says. */
export function fundingProblems({ funding, entries }: FundingRows): Broken[] {
  const way: Way = funding.kind === 'fund' ? ['funding', 'available'] : ['available', 'funding']
  const difference = differenceOf(funding, [way], entries)
  if (!difference) return []
  return [{ rule: 'entries_fit_funding', row: `${funding.accountId} ${funding.reference}`, problem: difference }]
}

/** The ways that a transaction's money has gone, by its kind and state. */
function waysOf({ kind, state, network }: Transaction): Way[] {
  const float: Place = `float:${network}`
  if (kind === 'collection') return state === 'succeeded' ? [[float, 'available']] : []
  const hold: Way = ['available', 'held']
  if (state === 'succeeded') return [hold, ['held', float]]
  return state === 'failed' ? [hold, ['held', 'available']] : [hold]
}

function differenceOf(money: Money, ways: readonly Way[], entries: readonly Entry[]): string | undefined {
  const wanted = ways.map((way) => tell(way, money)).join(', ')
  const found = entries.map((entry) => tell([entry.from, entry.to], entry)).join(', ')
  return wanted === found ? undefined : `its entries are ${found || 'none'}, but have to be ${wanted || 'none'}`
}

function tell([from, to]: Way, { accountId, currency, amountMinor }: Money): string {
  return `${amountMinor} ${currency} of ${accountId} from ${from} to ${to}`
}
