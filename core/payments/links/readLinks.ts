import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import type { ActionPorts, Done } from '../../actions/attribution.ts'
import { recordingOfUser } from '../../actions/byUser.ts'
import { scopesOf } from '../../model/keyScopes.ts'
import { toDecimal } from '../../model/money.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { Transaction } from '../../model/transaction.ts'
import { acts } from '../../people/permissions.ts'
import type { Books } from '../../ports/books/books.ts'
import type { PaymentLink, PaymentLinks } from '../../ports/books/paymentLinks.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { type LinkOver, linkIsOver, linkNotFound, overBecause } from '../linkOver.ts'
import { hasOneAmount } from './bounds.ts'

/** The ports for reading links. */
export type LinkReadingPorts = {
  readonly paymentLinks: PaymentLinks
  readonly books: Pick<Books, 'list'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly quarantines: Pick<Quarantines, 'all'>
  readonly secrets: Pick<Secrets, 'digest' | 'sameDigest' | 'linkTokens'>
}

/** The ports for the state of a link. */
export type StandingPorts = Pick<LinkReadingPorts, 'paymentLinks' | 'clock' | 'quarantines'>

/** A link with its present state. */
export type StandingLink = {
  readonly link: PaymentLink
  /** The number of payments that take its room; null if their number is not limited. */
  readonly used: number | null
  /** `paid`: all of its payments have succeeded, whatever happened to the link afterwards. */
  readonly state: 'open' | 'paid' | LinkOver
}

/** A link as its merchant sees it. */
export type OwnLink = StandingLink & {
  /**
   * The token of its URL while it is open or used up; null for a caller who may not make links, and if its key is no
   * longer configured.
   */
  readonly token: string | null
}

/** A link with the latest of its payments, newest first, 100 at most, including failed ones. */
export type LinkWithPayments = OwnLink & {
  readonly payments: readonly Transaction[]
  /** The number of all its payments that have succeeded. */
  readonly paid: number
}

/** A merchant's link, by its id. */
export type LinkOfCaller = { readonly caller: Caller; readonly linkId: string }

/** The function that {@link lookUpLink} returns. */
export type LookUpLink = (request: LinkOfCaller) => Promise<LinkWithPayments | Refusal>

/** The function that {@link listLinks} returns. */
export type ListLinks = (request: {
  readonly caller: Caller
  readonly before?: string
  readonly limit: number
}) => Promise<{ readonly links: readonly OwnLink[]; readonly next: string | null } | Refusal>

/** The function that {@link endLink} returns. */
export type EndLink = (request: LinkOfCaller) => Promise<OwnLink | Refusal>

/** The function that {@link standing} returns. */
export type Standing = (link: PaymentLink) => Promise<StandingLink>

const mostShown = 100

/** Determines the state of a link. */
export function standing({ paymentLinks, clock, quarantines }: StandingPorts): Standing {
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
    const { paid } = await ports.paymentLinks.uses(linkId)
    return { ...(await own(ports, request.caller)(found)), payments, paid }
  }
}

/** Lists the links of the caller, newest first. */
export function listLinks(ports: Omit<LinkReadingPorts, 'books'>): ListLinks {
  return async ({ caller, before, limit }) => {
    const { account } = caller
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const place = before === undefined ? {} : { before }
    const found = await ports.paymentLinks.list({ accountId: account.id, ...place, limit: limit + 1 })
    const links = await Promise.all(found.slice(0, limit).map(own(ports, caller)))
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
    return own(ports, request.caller)((await ports.paymentLinks.byId(link.id)) ?? link)
  }
}

/** The action for a link that a user has made or ended. */
export function linkDone(kind: 'link.create' | 'link.end', link: PaymentLink): Done {
  const { id, accountId, reference, minimumMinor, maximumMinor, currency } = link
  const [minimum, maximum] = [toDecimal(minimumMinor, currency), toDecimal(maximumMinor, currency)]
  const facts = { reference, ...(hasOneAmount(link) ? { amount: minimum } : { minimum, maximum }), currency }
  const made = kind === 'link.create'
  return { kind, accountId, subject: `payment link ${id}`, before: made ? null : facts, after: made ? facts : null }
}

/** Adds the token of a link's URL for a caller who may hand it out. */
function own(ports: Omit<LinkReadingPorts, 'books'>, caller: Caller): (link: PaymentLink) => Promise<OwnLink> {
  return async (link) => {
    const found = await standing(ports)(link)
    const isOver = !['open', 'used_up'].includes(found.state)
    return { ...found, token: isOver || !makesLinks(caller) ? null : tokenOf(ports.secrets, link) }
  }
}

function makesLinks({ account, keyId, user, role }: Caller): boolean {
  const { holders, scope } = acts['link.create']
  if (user !== undefined) return holders.some((one) => one === role)
  const key = account.keys.find(({ id }) => id === keyId)
  return key !== undefined && scope !== null && scopesOf(key).includes(scope)
}

function tokenOf(
  { digest, sameDigest, linkTokens }: LinkReadingPorts['secrets'],
  { id, tokenDigest }: PaymentLink,
): string | null {
  return linkTokens(id).find((token) => sameDigest(digest(token), tokenDigest)) ?? null
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
