import type { Market } from '../../model/market.ts'
import { toMinor } from '../../model/money.ts'
import type { PaymentLink } from '../../ports/books/paymentLinks.ts'

/** The least and the most that one payment through a link may be. */
export type LinkBounds = Pick<PaymentLink, 'minimumMinor' | 'maximumMinor'>

/** Whether a link has one amount for all of its payments. */
export function hasOneAmount({ minimumMinor, maximumMinor }: LinkBounds): boolean {
  return minimumMinor === maximumMinor
}

/**
 * The bounds of a link within the present limits of its market, which may have been narrowed since. The least is more
 * than the most if no amount is left. A fixed amount stays.
 */
export function boundsNow(link: LinkBounds & Pick<PaymentLink, 'currency'>, market: Market): LinkBounds {
  const { minimumMinor, maximumMinor, currency } = link
  const limits = market.get(currency)
  if (!limits || hasOneAmount(link)) return { minimumMinor, maximumMinor }
  const [least = minimumMinor, most = maximumMinor] = [limits.minimum, limits.maximum].map((one) =>
    toMinor(one, currency),
  )
  return {
    minimumMinor: least > minimumMinor ? least : minimumMinor,
    maximumMinor: most < maximumMinor ? most : maximumMinor,
  }
}
