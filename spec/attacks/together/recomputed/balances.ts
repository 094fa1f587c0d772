import { type Facts, plain, type Recomputable, same } from './facts.ts'
import { waitingIn } from './lines.ts'

/** The balance of an account, from the outcomes of its payments, in one sum. */
export function balanceOf({ fundings, payments, batches }: Facts, accountId: string) {
  let [available, held] = [0n, 0n]
  for (const { kind, amountMinor } of fundings.filter((one) => one.accountId === accountId))
    available += kind === 'fund' ? amountMinor : -amountMinor
  for (const { kind, state, amountMinor, feeMinor, feeBackMinor } of payments.filter(
    (one) => one.accountId === accountId,
  )) {
    const cost = amountMinor + feeMinor
    if (kind === 'collection') available += state === 'succeeded' ? amountMinor - feeMinor : 0n
    else if (state !== 'failed') available -= cost
    if (kind !== 'collection' && state !== 'succeeded' && state !== 'failed') held += cost
    if (kind === 'refund' && state === 'succeeded') available += feeBackMinor
  }
  for (const one of batches.filter(({ batch }) => batch.accountId === accountId)) {
    available -= waitingIn(one)
    held += waitingIn(one)
  }
  return { available, held }
}

/** The balance of an account is the sum of its rows. */
export async function compareBalance({ books }: Recomputable, facts: Facts, accountId: string): Promise<void> {
  const [row] = await books.balances(accountId)
  same(`the balance of ${accountId}`, row ? plain(row) : { available: 0n, held: 0n }, balanceOf(facts, accountId))
}

/** The refunds of a collection give back their share of its fee, and in the end exactly the whole fee. */
export function compareGivenBack({ payments }: Facts): void {
  for (const { id, reference, amountMinor, feeBackMinor } of payments.filter(({ kind }) => kind === 'collection')) {
    const refunds = payments.filter((one) => one.refundOf === id && one.state !== 'failed')
    const sum = refunds.reduce((minor, one) => minor + one.amountMinor, 0n)
    const back = refunds.reduce((minor, one) => minor + one.feeBackMinor, 0n)
    const odd = refunds.find((one) => {
      const part = (feeBackMinor * one.amountMinor) / amountMinor
      return sum < amountMinor && (one.feeBackMinor < part - 1n || one.feeBackMinor > part + 1n)
    })
    const isWhole = sum < amountMinor || back === feeBackMinor
    if (sum > amountMinor || back > feeBackMinor || !isWhole || odd)
      throw new Error(`refunds of ${reference} give back ${back} of ${feeBackMinor}, and pay ${sum} of ${amountMinor}`)
  }
}
