import type { Account, Funding, PinCount, Scope, Transaction, UnitOfWork } from '../../core/sente.ts'
import type { Store } from './everyStore.ts'
import { aFunding, anAccount, fundingPosting, holdPosting } from './records.ts'

/** Adds an account and funds it with UGX 100,000. */
export async function fundedAccount(store: Store): Promise<{ account: Account; funding: Funding }> {
  const account = anAccount()
  const funding = aFunding(account.id)
  await store.accounts.add(account)
  await fund(store, funding)
  return { account, funding }
}

/** Puts a funding's money into its account's balance. */
export function fund(store: Store, funding: Funding): Promise<void> {
  return inStep(store, funding, fundingStep(funding))
}

/** Opens a payout. */
export function openPayout(store: Store, payout: Transaction): Promise<void> {
  return inStep(store, payout, opening(payout))
}

/** What the step of a funding does. */
export function fundingStep(funding: Funding): (work: UnitOfWork) => void {
  return (work) => {
    work.fund(funding)
    work.ledger.post(fundingPosting(funding))
  }
}

/** What the step that opens a payout does: records it, which uses its reference up, and holds its money. */
export function opening(payout: Transaction): (work: UnitOfWork) => void {
  return (work) => {
    work.record(payout)
    work.ledger.post(holdPosting(payout))
  }
}

/** The scope of a new step about a transaction, a funding, or an account's balance alone. */
export function scopeOf(about: Transaction | Funding | { accountId: string; currency: string }): Scope {
  const scope = { account: about.accountId, currency: about.currency }
  return 'id' in about ? { ...scope, reference: about.reference, transaction: about.id } : scope
}

/** Runs a new step whose result is of no interest. */
export async function inStep(
  { books }: Store,
  about: Parameters<typeof scopeOf>[0],
  act: (work: UnitOfWork) => void,
): Promise<void> {
  await books.atomically(scopeOf(about), (work) => {
    act(work)
    return 'done'
  })
}

/** What a new step sees of a payout and of the wrong PINs of its account. */
export async function pageOf(store: Store, payout: Transaction) {
  const { id, accountId, reference } = payout
  const seen: { transaction?: Transaction | undefined; used?: string | undefined; count?: PinCount | undefined } = {}
  await inStep(store, payout, (work) => {
    seen.transaction = work.transaction(id)
    seen.used = work.references.usedBy(accountId, reference)
    seen.count = work.pinCount()
  })
  return seen
}

/** What an account has available and held in UGX. */
export async function balanceOf({ books }: Store, accountId: string): Promise<[available: bigint, held: bigint]> {
  const row = (await books.balances(accountId)).find(({ currency }) => currency === 'UGX')
  return [row?.availableMinor ?? 0n, row?.heldMinor ?? 0n]
}
