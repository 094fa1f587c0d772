import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { recordingOfUser } from '../../actions/byUser.ts'
import { toMinor } from '../../model/money.ts'
import { isRefusal, malformedFields, type Refusal } from '../../model/refusal.ts'
import type { PaymentLink, PaymentLinks } from '../../ports/books/paymentLinks.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'
import type { PaymentPorts } from '../payment.ts'
import { checkFixedAmount, type FixedAmountCase } from '../rules.ts'
import { linkDone } from './readLinks.ts'

/** The form of a link's reference, as a regular expression: it leaves room for the additions of its payments. */
export const linkReferencePattern = '^[\\x21-\\x7e]{1,60}$'

/** The same in words. */
export const linkReferenceForm = '1 to 60 visible ASCII characters'

/** The most payments that a link may have room for, if they are counted. */
export const mostUses = 1_000

const dayMs = 24 * 3_600_000

/** How long a link can be used by default, in milliseconds. */
export const usualLinkMs = 7 * dayMs

/** How long a link can be used at most, in milliseconds. */
export const longestLinkMs = 366 * dayMs

/** The ports for making a link. */
export type CreateLinkPorts = Pick<PaymentPorts, 'market' | 'clock' | 'ids' | 'secrets'> & {
  readonly paymentLinks: PaymentLinks
  readonly quarantines: Pick<Quarantines, 'all'>
}

/** A merchant's request. A caller that receives it from outside has checked its form. */
export type LinkRequest = Pick<PaymentLink, 'reference' | 'currency' | 'description' | 'uses' | 'returnUrl'> & {
  /** In major units: the amount of each payment, or the bounds of an amount that each payer names. */
  readonly amount: number | AmountBounds
  /** Null for the default. */
  readonly expiresAtMs: number | null
}

/** The least and the most of an amount, in major units. */
export type AmountBounds = { readonly minimum: number; readonly maximum: number }

/** A new link, and the token of its URL. */
export type CreatedLink = { readonly link: PaymentLink; readonly token: string }

/** The function that {@link createLink} returns. */
export type CreateLink = (given: {
  readonly caller: Caller
  readonly request: LinkRequest
}) => Promise<CreatedLink | Refusal | undefined>

/**
 * Makes a payment link, for a fixed amount or for one that each payer names within bounds. Its reference can be used
 * once: a repeated request whose answer was lost returns the link that was made, and makes no second one, whatever has
 * changed since. Refused by the rules of account, currency and amount, and with `malformed_fields` for a maximum that is
 * not above the minimum; undefined for a time that has passed or is too far off. A user's act is recorded.
 */
export function createLink({ market, clock, ids, secrets, paymentLinks, quarantines }: CreateLinkPorts): CreateLink {
  return async ({ caller, request }) => {
    const { account } = caller
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const first = await paymentLinks.byReference(account.id, request.reference)
    if (first) return duplicateLink(request, first)
    const bounds = checkBounds({ request, account, market })
    if (isRefusal(bounds)) return bounds
    const nowMs = clock.nowMs()
    const expiresAtMs = request.expiresAtMs ?? nowMs + usualLinkMs
    if (expiresAtMs <= nowMs || expiresAtMs > nowMs + longestLinkMs) return undefined
    const id = ids.ordered(nowMs)
    const [token] = secrets.linkTokens(id)
    const { reference, currency, description, uses, returnUrl } = request
    const link: PaymentLink = {
      id,
      accountId: account.id,
      reference,
      tokenDigest: secrets.digest(token),
      ...bounds,
      currency,
      description,
      uses,
      returnUrl,
      createdAtMs: nowMs,
      expiresAtMs,
      endedAtMs: null,
      quarantines: (await quarantines.all()).length,
    }
    const acting = recordingOfUser({ clock, secrets }, caller)?.(() => linkDone('link.create', link))
    const kept = await paymentLinks.add(link, acting)
    if (kept.id === link.id) return { link, token }
    return duplicateLink(request, kept)
  }
}

type Bounds = Pick<PaymentLink, 'minimumMinor' | 'maximumMinor'>

/** The bounds of a link, each by the rules of a fixed amount. */
function checkBounds({
  request,
  ...given
}: Omit<FixedAmountCase, 'request'> & { readonly request: LinkRequest }): Bounds | Refusal {
  const { minimum, maximum } = boundsIn(request)
  const least = checkFixedAmount({ request: { ...request, amount: minimum }, ...given })
  if (isRefusal(least)) return least
  const most = checkFixedAmount({ request: { ...request, amount: maximum }, ...given })
  if (isRefusal(most)) return most
  if (typeof request.amount !== 'number' && least.amountMinor >= most.amountMinor)
    return malformedFields(['maximum must be more than minimum'])
  return { minimumMinor: least.amountMinor, maximumMinor: most.amountMinor }
}

function boundsIn({ amount }: Pick<LinkRequest, 'amount'>): AmountBounds {
  return typeof amount === 'number' ? { minimum: amount, maximum: amount } : amount
}

function duplicateLink(request: LinkRequest, link: PaymentLink): Refusal {
  return { refused: 'duplicate_link', linkId: link.id, isRepeat: isRepeat(request, link) }
}

type SameField = Exclude<keyof LinkRequest, 'amount' | 'expiresAtMs'>

/** The fields that a link takes over from its request. A new field of the request does not compile until it is here. */
const sameFields: Readonly<Record<SameField, true>> = {
  reference: true,
  currency: true,
  description: true,
  uses: true,
  returnUrl: true,
}

const sameFieldNames = Object.keys(sameFields) as SameField[]

/** Whether a request repeats a link. A default expiry does not count. */
function isRepeat({ amount, expiresAtMs, ...request }: LinkRequest, link: PaymentLink): boolean {
  if (!sameFieldNames.every((field) => request[field] === link[field])) return false
  const { minimum, maximum } = boundsIn({ amount })
  if (toMinor(minimum, link.currency) !== link.minimumMinor) return false
  return toMinor(maximum, link.currency) === link.maximumMinor && (expiresAtMs ?? link.expiresAtMs) === link.expiresAtMs
}
