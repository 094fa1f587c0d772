import type { Kind, Payment } from './payments.ts'

/** The balance of the wallet for payouts before the first payout. */
const initially = 1_000_000_000

/** The balance of the wallet for one kind of payments over a network, as decimal text in major units. */
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

/** The registered owner of a phone number at a simulated network. */
export type Holder = { readonly given: string; readonly family: string; readonly isBarred: boolean }

/**
 * The holder of a phone number, made up from its digits. Undefined for the numbers ending in 990455 and 990457, which
 * test payments to or from a missing holder.
 */
export function holderOf(phoneNumber: string): Holder | undefined {
  if (nobodys.test(phoneNumber)) return undefined
  const digits = Number(phoneNumber.slice(-6))
  return { given: pick(givenNames, digits), family: pick(familyNames, digits), isBarred: barred.test(phoneNumber) }
}

const nobodys = /99045[57]$/

/** The number of a payer whose account is not active. */
const barred = /990480$/

const givenNames = ['John', 'Grace', 'Moses', 'Sarah', 'Peter', 'Ruth', 'Paul Isaac']

const familyNames = ['Okello', 'Nakato', 'Mugisha', 'Auma', 'Ssempala']

function pick(names: readonly string[], digits: number): string {
  return names[digits % names.length] ?? ''
}
