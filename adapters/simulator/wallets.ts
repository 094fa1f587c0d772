import type { Kind, Payment } from './payments.ts'

/** What was in the wallet for payouts before the first. */
const initially = 1_000_000_000

/** What is in the wallet that payments of a kind over a network move, as decimal text in major units. */
export function walletOf(
  payments: readonly Payment[],
  wallet: { readonly network: string; readonly kind: Kind; readonly currency: string },
): string {
  const names = ['network', 'kind', 'currency'] as const
  const paid = payments
    .filter((payment) => payment.status === 'successful' && names.every((name) => payment[name] === wallet[name]))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  return String(wallet.kind === 'payout' ? initially - paid : paid)
}
