import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import type { ActionPorts, Done } from '../../actions/attribution.ts'
import { recordingOfUser } from '../../actions/byUser.ts'
import { toDecimal } from '../../model/money.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { PaymentLink, PaymentLinks } from '../../ports/books/paymentLinks.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'
import { type LinkOver, linkIsOver, linkNotFound, overBecause } from '../linkOver.ts'

/** The ports for reading links. */
export type LinkReadingPorts = {
  readonly paymentLinks: PaymentLinks
  readonly books: Pick<Books, 'list'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly quarantines: Pick<Quarantines, 'all'>
}

/** A link with its present state. */
export type StandingLink = {
  readonly link: PaymentLink
  /** The number of payments that take its room; null if their number is not limited. */
  readonly used: number | null
  /** `paid`: all of its payments have succeeded, whatever happened to the link afterwards. */
  readonly state: 'open' | 'paid' | LinkOver
}

/** A link with the latest of its payments, newest first, 100 at most, including failed ones. */
export type LinkWithPayments = StandingLink & { readonly payments: readonly Transaction[] }

/** A merchant's link, by its id. */
export type LinkOfCaller = { readonly caller: Caller; readonly linkId: string }

/** The function that {@link lookUpLink} returns. */
export type LookUpLink = (request: LinkOfCaller) => Promise<LinkWithPayments | Refusal>

/** The function that {@link listLinks} returns. */
export type ListLinks = (request: {
  readonly caller: Caller
  readonly before?: string
  readonly limit: number
}) => Promise<{ readonly links: readonly StandingLink[]; readonly next: string | null } | Refusal>

/** The function that {@link endLink} returns. */
export type EndLink = (request: LinkOfCaller) => Promise<StandingLink | Refusal>

/** The function that {@link standing} returns. */
export type Standing = (link: PaymentLink) => Promise<StandingLink>

const mostShown = 100

/** Determines the state of a link. */
export function standing({ paymentLinks, clock, quarantines }: Omit<LinkReadingPorts, 'books'>): Standing {
  return async (link) => {
    const now = { nowMs: clock.nowMs(), quarantines: (await quarantines.all()).length }
    if (link.uses === null) return { link, used: null, state: overBecause({ link, used: 0 }, now) ?? 'open' }
    const { used, paid } = await paymentLinks.uses(link.id)
    const state = paid >= link.uses ? 'paid' : (overBecause({ link, used }, now) ?? 'open')
    return { link, used, state }
  }
}

/** Looks up a link of the caller, with its payments. Refused with `link_not_found`. */
export function lookUpLink(ports: LinkReadingPorts): LookUpLink {
  return async (request) => {
    const found = await ofCaller(ports, request)
    if ('refused' in found) return found
    const { id: linkId, accountId } = found
    const { transactions: payments } = await ports.books.list({ accountId, linkId, limit: mostShown })
    return { ...(await standing(ports)(found)), payments }
  }
}

/** Lists the links of the caller, newest first. */
export function listLinks(ports: Omit<LinkReadingPorts, 'books'>): ListLinks {
  return async ({ caller: { account }, before, limit }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const place = before === undefined ? {} : { before }
    const found = await ports.paymentLinks.list({ accountId: account.id, ...place, limit: limit + 1 })
    const links = await Promise.all(found.slice(0, limit).map(standing(ports)))
    return { links, next: found.length > limit ? (links.at(-1)?.link.id ?? null) : null }
  }
}

/**
 * Ends a link of the caller, for good: no more payments are opened through it, and open ones continue. Repeating is
 * safe. Refused with `link_not_found`, and with `link_is_over` for one that has expired. A user's act is recorded.
 */
export function endLink(ports: Omit<LinkReadingPorts, 'books'> & ActionPorts): EndLink {
  return async (request) => {
    const link = await ofCaller(ports, request)
    if ('refused' in link) return link
    const nowMs = ports.clock.nowMs()
    if (link.endedAtMs === null && nowMs >= link.expiresAtMs) return linkIsOver('expired')
    const acting = recordingOfUser(ports, request.caller)?.(() => linkDone('link.end', link))
    await ports.paymentLinks.end(link, nowMs, acting)
    return standing(ports)((await ports.paymentLinks.byId(link.id)) ?? link)
  }
}

/** The action for a link that a user has made or ended. */
export function linkDone(
  kind: 'link.create' | 'link.end',
  { id, accountId, reference, amountMinor, currency }: PaymentLink,
): Done {
  const facts = { reference, amount: toDecimal(amountMinor, currency), currency }
  const made = kind === 'link.create'
  return { kind, accountId, subject: `payment link ${id}`, before: made ? null : facts, after: made ? facts : null }
}

async function ofCaller(
  { paymentLinks }: Pick<LinkReadingPorts, 'paymentLinks'>,
  { caller: { account }, linkId }: LinkOfCaller,
): Promise<PaymentLink | Refusal> {
  const refusal = refuseApiUse(account)
  if (refusal) return refusal
  const link = await paymentLinks.byId(linkId)
  return link?.accountId === account.id ? link : linkNotFound
}
