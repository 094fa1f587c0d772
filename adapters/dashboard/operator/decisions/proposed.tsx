import { type Change, isFinal, type Proposal, type Transaction } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { amountText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { AccountLink, type AccountNames, namesOf } from '../parts/names.tsx'
import { decisionWords } from './words.ts'

/** A proposal, with its payment and its account. */
export type Proposed = {
  readonly proposal: Proposal
  readonly payment: Transaction | undefined
  readonly accountId: string | null
  readonly names: AccountNames
}

/** Finds the payments and accounts of proposals. */
export async function proposedOf(
  { books, findAccount }: Pick<OperatorDeps, 'books' | 'findAccount'>,
  proposals: readonly Proposal[],
): Promise<readonly Proposed[]> {
  const about = await Promise.all(
    proposals.map(async (proposal) => {
      const { change, proposed } = proposal
      const payment =
        'transactionId' in change.request ? await books.transaction(change.request.transactionId) : undefined
      return { proposal, payment, accountId: payment?.accountId ?? proposed.accountId }
    }),
  )
  const names = await namesOf(findAccount, about)
  return about.map((one) => ({ ...one, names }))
}

/** A change in a few words. */
export function changeTitle({ kind }: Change): string {
  return decisionWords.changes[kind]
}

/** The account of a change. */
export function AccountOf({ of: { accountId, names } }: { readonly of: Proposed }) {
  return accountId === null ? null : <AccountLink id={accountId} names={names} />
}

/** The payment of a change, with its current state. */
export function PaymentOf({ of: { payment } }: { readonly of: Proposed }) {
  if (!payment) return null
  const { id, amountMinor, currency, kind, state } = payment
  return (
    <>
      <Link to={`/operator/payments/${id}`}>
        {amountText(amountMinor, currency)} {words.payment.kinds[kind]}
      </Link>
      {isFinal(state) && ` (${words.payment.states[state]})`}
    </>
  )
}

/** The number of a proposal in a path or form; 0, which no proposal has, for any other text. */
export function numberIn(given = ''): number {
  return /^[1-9][0-9]{0,14}$/.test(given) ? Number(given) : 0
}
