import type { Transaction } from '../../../../core/sente.ts'
import type { Evidence } from './evidence.ts'

/** Collections of which more is refunded than was collected, whatever became of it. */
export function refundedTooMuch({ books }: Evidence): readonly string[] {
  const collections = books.transactions.filter(({ kind }) => kind === 'collection')
  return collections.flatMap(({ id, reference, state, amountMinor }) => {
    const refunded = sumOf(refundsOf(books, id), ({ amountMinor }) => amountMinor)
    const most = state === 'succeeded' ? amountMinor : 0n
    return refunded <= most ? [] : [`${refunded} of ${reference} are refunded, and it is ${state} with ${amountMinor}`]
  })
}

/** Refunds that give back more or less of the fee of their collection; while some failed, others may give back less. */
export function givenBackWrong({ books, feeBackOf = () => 0n }: Evidence): readonly string[] {
  const collections = books.transactions.filter(({ kind }) => kind === 'collection')
  return collections.flatMap((collection) => {
    const { id, reference, network, amountMinor, feeBackMinor } = collection
    const about = { network, amount: Number(amountMinor) }
    const most = feeBackOf(about, about.amount)
    if (feeBackMinor !== most) return [`${feeBackMinor} of the fee of ${reference} come back, and have to be ${most}`]
    const refunds = refundsOf(books, id)
    const given = sumOf(refunds, (one) => one.feeBackMinor)
    const due = feeBackOf(about, Number(sumOf(refunds, (one) => one.amountMinor)))
    const hasFailed = books.transactions.some((one) => one.refundOf === id && one.state === 'failed')
    return given === due || (hasFailed && given <= most) ? [] : [`${given} of ${reference}'s fee came back, not ${due}`]
  })
}

function refundsOf({ transactions }: Evidence['books'], id: string): readonly Transaction[] {
  return transactions.filter((one) => one.refundOf === id && one.state !== 'failed')
}

function sumOf(refunds: readonly Transaction[], minorOf: (refund: Transaction) => bigint): bigint {
  return refunds.reduce((sum, one) => sum + minorOf(one), 0n)
}
