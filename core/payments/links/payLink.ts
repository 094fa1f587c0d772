import { accountNotFound } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { takesRoom } from '../../books/subjects/follows.ts'
import { livePolicy } from '../../followUp/policy.ts'
import type { Account } from '../../model/account.ts'
import { waitsForPerson } from '../../model/attention.ts'
import { type Market, type Network, predictNetworks, shownNetwork } from '../../model/market.ts'
import { toMajor, toMinor } from '../../model/money.ts'
import { isPseudonym } from '../../model/pseudonym.ts'
import { isRefusal, malformedFields, type Refusal } from '../../model/refusal.ts'
import { isFinal, type Reason, type State, type Transaction } from '../../model/transaction.ts'
import type { PaymentLink, PaymentLinks } from '../../ports/books/paymentLinks.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'
import { linkNotFound } from '../linkOver.ts'
import { type Pay, type PaymentPorts, payment } from '../payment.ts'
import { transactionNotFound } from '../refunds.ts'
import { asksFor, isOfNumber, networkOf } from '../rules.ts'
import { boundsNow, hasOneAmount } from './bounds.ts'
import { type StandingLink, standing } from './readLinks.ts'

/** The most numbers that are tried with one form, one after another. */
const mostTries = 9

const nonceForm = '[0-9a-f]{32}'

/** The form of a nonce, as a regular expression. It identifies one form that a customer sees. */
export const noncePattern = `^${nonceForm}$`

/** The reference of the link of a payment, by the payment's reference; undefined if it is not of a link. */
export function referenceOfLink(reference: string): string | undefined {
  return new RegExp(`^(.+)-${nonceForm}(?:-[2-${mostTries}])?$`).exec(reference)?.[1]
}

/** A payment through a link. */
export type LinkedRequest = {
  readonly link: PaymentLink
  readonly reference: string
  /** In major units. */
  readonly amount: number
  readonly phoneNumber: string
  readonly network: string
}

/** The function that {@link collectThroughLink} returns. Its caller needs no key. */
export type CollectThroughLink = Pay<LinkedRequest>

/** The ports for the page of a link. */
export type LinkPagePorts = Pick<
  PaymentPorts,
  'accounts' | 'books' | 'clock' | 'ids' | 'market' | 'secrets' | 'providerFor' | 'policy'
> & {
  readonly paymentLinks: PaymentLinks
  readonly quarantines: Pick<Quarantines, 'all'>
}

/** The ports for paying through a link. */
export type PayLinkPorts = LinkPagePorts & {
  readonly collectThroughLink: CollectThroughLink
  /** Called with the error when the outcome of a payment could not be recorded. The follow-up then ends the payment. */
  readonly onBreakage?: (error: unknown) => void
}

/** The public data of a link: never a balance, nor another payment. */
export type ShownLink = Pick<
  PaymentLink,
  'minimumMinor' | 'maximumMinor' | 'currency' | 'description' | 'returnUrl'
> & {
  /** The name of the merchant's account. */
  readonly merchant: string
  /** The code of the language of the account; null for none. */
  readonly language: Account['language']
  /**
   * `asked`: it has room for one payment, which is open. `taken_back` and `checked`: its one payment has succeeded, and
   * is disputed. `unavailable`: its merchant can't collect at present, or the market's limits leave none of its amounts.
   */
  readonly state: StandingLink['state'] | 'asked' | NonNullable<LinkPayment['dispute']> | 'unavailable'
  /** The last three digits of the asked number; null unless the state is `asked`, and if the number was erased. */
  readonly askedNumber: string | null
  readonly networks: readonly (Pick<Network, 'name' | 'promptHelp'> & { readonly displayName: string })[]
  /** The identity of the current form: a number that is sent with it is asked once, however often it is sent. */
  readonly nonce: string
}

/** The public data of a payment through a link. */
export type LinkPayment = Pick<
  Transaction,
  'amountMinor' | 'currency' | 'network' | 'networkReceipt' | 'createdAtMs'
> & {
  readonly paymentId: string
  readonly state: Exclude<State, 'submitting'>
  readonly reason: Reason | null
  /**
   * The reason why its final state is no answer for the payer: its network has taken it back, or a person has yet to
   * find out about it. Null if it holds.
   */
  readonly dispute: 'taken_back' | 'checked' | null
  /**
   * The asked number, in international digits; the last three once it has paid, because the payer may show the page to
   * others; null if it was erased.
   */
  readonly phoneNumber: string | null
  /** The end of the customer's time to approve it; null once it has ended. */
  readonly approveByMs: number | null
  /** The reference of its link once it has paid, for a receipt; null before. */
  readonly reference: string | null
}

/** The function that {@link openLink} returns. */
export type OpenLink = (request: { readonly token: string }) => Promise<ShownLink | Refusal>

/** The function that {@link payLink} returns. */
export type PayLink = (request: {
  readonly token: string
  readonly nonce: string
  /** International digits without a plus sign. */
  readonly phoneNumber: string
  /** The amount that the customer names, in major units; absent for a link with a fixed amount. */
  readonly amount?: number
  /** The customer's choice of a network; absent: the likely one by the number. */
  readonly network?: string
}) => Promise<PaidLink | Refusal>

/**
 * The payment of a form: opened now, or before, as a repetition. Or the form's other payment, of another amount, from
 * another number or over another network, so that nobody was asked now. Or the names of the networks from which the
 * customer must choose one, because the number does not show it.
 */
export type PaidLink =
  | { readonly payment: LinkPayment; readonly isRepeat: boolean }
  | { readonly other: LinkPayment }
  | { readonly choose: readonly string[] }

/** The function that {@link followLink} returns. */
export type FollowLink = (request: {
  readonly token: string
  readonly paymentId: string
}) => Promise<{ readonly payment: LinkPayment } | Refusal>

/** Opens collections through links, by the same rules as the API's, without those about keys. */
export function collectThroughLink(ports: PaymentPorts): CollectThroughLink {
  const reload = async ({ account: { id } }: { readonly account: Account }) => {
    const account = await ports.accounts.byId(id)
    return account && !account.closed ? callerOf(account) : accountNotFound
  }
  const read = ({ link, ...request }: LinkedRequest) => {
    const { currency, description } = link
    return { ...request, currency, description }
  }
  return payment<LinkedRequest>(ports, {
    kind: 'collection',
    refuseCaller: ({ account }) => refuseApiUse(account),
    read: async (_, request) => ({ request: read(request), link: request.link }),
    isRepeat: async (request, other) =>
      asksFor({ kind: 'collection', request: read(request), secrets: ports.secrets }, other),
    reload,
  })
}

/** Shows a link to the holder of its token. Refused with `link_not_found`. */
export function openLink(ports: LinkPagePorts): OpenLink {
  return async ({ token }) => {
    const found = await findLink(ports, token)
    if ('refused' in found) return found
    const { link, account } = found
    const { currency, description, returnUrl } = link
    const bounds = boundsNow(link, ports.market)
    const { state } = await standing(ports)(link)
    const isPaid = state === 'paid'
    const only = link.uses === 1 ? await paymentThrough(ports, link, isPaid ? ['succeeded'] : open) : undefined
    const asked = isPaid ? undefined : only
    const dispute = isPaid && only ? disputeOf(only) : null
    const { networks = [] } = ports.market.get(currency) ?? {}
    const canCollect = !refuseApiUse(account) && account.activatedCurrencies.includes(currency) && networks.length > 0
    const isPayable = canCollect && bounds.minimumMinor <= bounds.maximumMinor
    const isUnavailable = state === 'open' && (account.closed || !isPayable)
    return {
      ...bounds,
      currency,
      description,
      returnUrl,
      merchant: account.name,
      language: account.language,
      state: dispute ?? (asked ? 'asked' : isUnavailable ? 'unavailable' : state),
      askedNumber: asked ? lastDigits(asked.phoneNumber) : null,
      networks: networks.map(({ name, displayName = name, promptHelp }) => {
        return { name, displayName, ...(promptHelp !== undefined && { promptHelp }) }
      }),
      nonce: ports.ids.random().replaceAll('-', ''),
    }
  }
}

/**
 * Asks a customer to pay. The nonce of the form is part of the payment's reference, which can be used once: a form that
 * is sent twice, or again after a reload, is one payment, whatever happened to link and account since. Another amount,
 * number or network is another try, under a reference of its own, once the earlier tries have failed. A number with an
 * open payment through the link is not asked for a second one. Refused like a collection, with `malformed_fields` if the
 * customer has to name the amount, with `amount_below_minimum` and `amount_above_maximum` by the bounds of the link, with
 * `link_not_found`, with `link_is_over`, and with `account_not_found` while the account is closed.
 */
export function payLink(ports: PayLinkPorts): PayLink {
  const { books, market } = ports
  const answered = answeredBy(ports)
  return async ({ token, nonce, phoneNumber, amount: wanted, network: chosen }) => {
    if (!new RegExp(noncePattern).test(nonce)) return linkNotFound
    const found = await findLink(ports, token)
    if ('refused' in found) return found
    const { link, account } = found
    const amount = wanted ?? fixedAmountOf(link, market)
    if (amount === undefined) return malformedFields(['amount must be named'])
    const form = { link, amount, phoneNumber, network: chosen }
    const tried = await nextTry(ports, form, `${link.reference}-${nonce}`)
    if (typeof tried !== 'string') return answered(tried, form)
    if (account.closed) return accountNotFound
    const { networks = [] } = market.get(link.currency) ?? {}
    const able = predictNetworks(phoneNumber, networks)
    const known = chosen ?? shownNetwork(phoneNumber, networks)
    if (known === undefined && able.length > 0) return { choose: able.map(({ network }) => network) }
    const network = known ?? networks[0]?.name ?? ''
    const request = { link, reference: tried, amount, phoneNumber, network }
    const answer = await ports.collectThroughLink({ caller: callerOf(account), request })
    if (isRefusal(answer)) {
      const other = answer.refused === 'duplicate_reference' ? await books.transaction(answer.transactionId) : undefined
      return other ? answered(other, form) : answer
    }
    answer.outcome.catch((error: unknown) => ports.onBreakage?.(error))
    return { payment: shown(ports, answer.transaction), isRepeat: false }
  }
}

/**
 * Shows the state of a payment through a link, even when its merchant's account is closed. Refused with
 * `link_not_found`, and with `transaction_not_found`.
 */
export function followLink(ports: LinkPagePorts): FollowLink {
  return async ({ token, paymentId }) => {
    const found = await findLink(ports, token)
    if ('refused' in found) return found
    const transaction = await ports.books.transaction(paymentId)
    const isIts = transaction?.linkId === found.link.id
    return isIts ? { payment: shown(ports, transaction) } : transactionNotFound
  }
}

/** The amount of each payment through a link, in major units; undefined if the payer names it. */
function fixedAmountOf(link: PaymentLink, market: Market): number | undefined {
  const bounds = boundsNow(link, market)
  return hasOneAmount(bounds) ? toMajor(bounds.minimumMinor, link.currency) : undefined
}

type Found = { readonly link: PaymentLink; readonly account: Account }

async function findLink({ accounts, paymentLinks, secrets }: LinkPagePorts, token: string): Promise<Found | Refusal> {
  const link = await paymentLinks.byToken(secrets.digest(token))
  const account = link && (await accounts.byId(link.accountId))
  return link && account ? { link, account } : linkNotFound
}

const open = ['submitting', 'pending'] as const

/** The latest payment through a link in one of these states. */
async function paymentThrough(
  { books }: LinkPagePorts,
  { accountId, id: linkId }: PaymentLink,
  states: readonly State[],
): Promise<Transaction | undefined> {
  return (await books.list({ accountId, linkId, states, limit: 1 })).transactions[0]
}

/** The request in a form. */
type Form = {
  readonly link: PaymentLink
  readonly amount: number
  readonly phoneNumber: string
  readonly network: string | undefined
}

/**
 * The reference of the next try with a form; or the try that answers it: one with the same request, or one that has not
 * ended. The failure of a try is final, so that the reference of the next one is free for one payment, however many are
 * sent at once.
 */
async function nextTry(ports: LinkPagePorts, form: Form, first: string): Promise<string | Transaction> {
  for (let n = 1; ; n += 1) {
    const reference = n === 1 ? first : `${first}-${n}`
    const sent = await ports.books.transactionByReference(form.link.accountId, reference)
    if (!sent) return reference
    if (takesRoom(sent) || isOf(sent, form, ports) || n === mostTries) return sent
  }
}

/** Whether a payment matches the request of a form. */
function isOf(one: Transaction, form: Form, { secrets }: LinkPagePorts): boolean {
  if (toMinor(form.amount, form.link.currency) !== one.amountMinor) return false
  return isOfNumber(one, form.phoneNumber, secrets) && (form.network ?? one.network) === one.network
}

/** A caller without a key. */
function callerOf(account: Account) {
  return { account, keyId: '', keyDigest: '' }
}

/** The answer for an existing payment. A payment of another origin with such a reference is not shown. */
function answeredBy(ports: LinkPagePorts): (transaction: Transaction, form: Form) => PaidLink | Refusal {
  return (transaction, form) => {
    if (transaction.linkId !== form.link.id) return linkNotFound
    const payment = shown(ports, transaction)
    return isOf(transaction, form, ports) ? { payment, isRepeat: true } : { other: payment }
  }
}

/** The end of a phone number, which only its owner recognises; null for an erased one. */
function lastDigits(phoneNumber: string): string | null {
  return isPseudonym(phoneNumber) ? null : `…${phoneNumber.slice(-3)}`
}

function shown(ports: LinkPagePorts, transaction: Transaction): LinkPayment {
  const { id, state, reason, amountMinor, currency, network, networkReceipt, createdAtMs } = transaction
  const end = lastDigits(transaction.phoneNumber)
  return {
    phoneNumber: end === null || state === 'succeeded' ? end : transaction.phoneNumber,
    paymentId: id,
    state: state === 'submitting' ? 'pending' : state,
    reason,
    dispute: disputeOf(transaction),
    amountMinor,
    currency,
    network,
    networkReceipt,
    createdAtMs,
    approveByMs: isFinal(state) ? null : createdAtMs + approvalMsOf(ports, transaction),
    reference: state === 'succeeded' ? (referenceOfLink(transaction.reference) ?? null) : null,
  }
}

function disputeOf(transaction: Transaction): LinkPayment['dispute'] {
  if (transaction.isTakenBack) return 'taken_back'
  return isFinal(transaction.state) && waitsForPerson(transaction) ? 'checked' : null
}

/** The time that a customer has to approve a payment. Its network may have been taken out of the market since. */
function approvalMsOf({ market, providerFor, policy = livePolicy }: LinkPagePorts, request: Transaction): number {
  const provider = networkOf({ market, request }) && providerFor(request.currency, request.network)
  return provider?.approvalMs ?? policy.approvalMs
}
