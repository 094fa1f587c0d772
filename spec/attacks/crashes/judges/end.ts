import { batchesNotOver } from './batches.ts'
import { type Evidence, journalledOf } from './evidence.ts'

/** Everything that is wrong when no requests come any more and the follow-up had its time, each in a sentence. */
export function violationsInTheEnd(evidence: Evidence): readonly string[] {
  return [...unknownYet(evidence), ...notFinal(evidence), ...batchesNotOver(evidence), ...wrongBalances(evidence)]
}

function unknownYet({ requests }: Evidence): readonly string[] {
  return requests
    .filter(({ known }) => known.is === 'unknown')
    .map(({ reference }) => `${reference} is asked for again and again, and never answered`)
}

/** Only what its network itself keeps open forever may be open. */
function notFinal({ books, journal }: Evidence): readonly string[] {
  return books.transactions.flatMap((transaction) => {
    const { reference, state } = transaction
    if (state === 'succeeded' || state === 'failed') return []
    const journalled = journalledOf(transaction, journal.after)
    if (state === 'pending' && journalled?.status === 'pending' && journalled.endsAtMs === null) return []
    return [`${reference} is still ${state}, and at its network ${journalled?.status ?? 'unknown'}`]
  })
}

/** What each account began with, and what it has paid and received since, with fees, according to the networks' file. */
function wrongBalances({ requests, books, journal, feeOf }: Evidence): readonly string[] {
  const given = new Map(books.transactions.map(({ reference, feeBackMinor }) => [reference, feeBackMinor]))
  const executed = new Map([...journal.after.values()].map((payment) => [payment.amount, payment]))
  const accounts = new Set(requests.map(({ account }) => account))
  return [...accounts].flatMap((account) => {
    let [available, held] = [account.fundedMinor, 0n]
    for (const { account: owner, reference, amount, order } of requests) {
      const payment = owner === account ? executed.get(amount) : undefined
      if (payment === undefined || payment.status === 'failed') continue
      const fee = feeOf(order.kind, order.network, amount)
      const isPaidOut = order.kind !== 'collection'
      if (isPaidOut) available -= BigInt(amount) + fee
      else if (payment.status === 'successful') available += BigInt(amount) - fee
      if (order.kind === 'refund' && payment.status === 'successful') available += given.get(reference) ?? 0n
      if (isPaidOut && payment.status === 'pending') held += BigInt(amount) + fee
    }
    const row = books.balances.find(({ accountId }) => accountId === account.id)
    const [expected, found] = [`${available}, ${held} held`, `${row?.availableMinor}, ${row?.heldMinor} held`]
    return expected === found ? [] : [`account ${account.id} should have ${expected} and has ${found}`]
  })
}
