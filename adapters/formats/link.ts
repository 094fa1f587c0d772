import { hasOneAmount, type LinkWithPayments, type OwnLink, toMajor } from '../../core/sente.ts'
import { utc } from './moment.ts'
import { transactionData } from './transaction.ts'

/** A payment link as its merchant sees it, at a gateway with this URL. */
export function linkData({ link, used, state, token }: OwnLink, gateway: string) {
  const { id, reference, minimumMinor, maximumMinor, currency, description, uses, returnUrl } = link
  const [minimum, maximum] = [toMajor(minimumMinor, currency), toMajor(maximumMinor, currency)]
  const isFixed = hasOneAmount(link)
  return {
    payment_link_id: id,
    reference,
    amount: isFixed ? minimum : null,
    minimum: isFixed ? null : minimum,
    maximum: isFixed ? null : maximum,
    currency,
    description,
    uses,
    used,
    state,
    return_url: returnUrl,
    created_at: utc(link.createdAtMs),
    expires_at: utc(link.expiresAtMs),
    ended_at: link.endedAtMs === null ? null : utc(link.endedAtMs),
    url: token === null ? null : `${gateway.replace(/\/$/, '')}/pay/${token}`,
  }
}

/** A payment link with its payments. */
export function linkWithPayments({ payments, paid, ...own }: LinkWithPayments, gateway: string) {
  return {
    ...linkData(own, gateway),
    paid,
    payments: payments.map((payment) => {
      const { transaction_id, reference, phone_number, network, state, created_at } = transactionData(payment)
      return { transaction_id, reference, phone_number, network, state, created_at }
    }),
  }
}
