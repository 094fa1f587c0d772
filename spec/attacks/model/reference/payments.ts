import { priceOf, type Tariffs } from '../stage/tariffs.ts'
import {
  type Case,
  countPin,
  isFinal,
  isPaidOut,
  type KeyUse,
  keyRefusal,
  type ModelAccount,
  type ModelBatch,
  type ModelPayment,
  type ModelReport,
  type ModelRequest,
  move,
  refusals,
  scopes,
} from './rules.ts'

/** A payment link in the model; null uses are any number. */
type ModelLink = Pick<ModelRequest, 'reference' | 'amount'> & {
  readonly account: ModelAccount
  readonly token: string
  readonly uses: number | null
  readonly expiresAtMs: number
  isEnded: boolean
}

/** The required state of accounts, money and payments: the product written a second time, as plainly as possible. */
export type Model = ReturnType<typeof newModel>

/** A model of an empty store. */
export function newModel(tariffs: Tariffs) {
  return {
    tariffs,
    accounts: [] as ModelAccount[],
    payments: new Map<string, ModelPayment>(),
    links: new Map<string, ModelLink>(),
    batches: new Map<string, ModelBatch>(),
    fundings: new Map<string, number>(),
    /** The references of payments. */
    used: new Set<string>(),
    /** The paused networks. */
    paused: new Set<string>(),
  }
}

/** The time and the configuration of an act. */
export type At = { readonly nowMs: number; readonly config: string }

/** The unique name of an account's reference. */
export const nameOf = ({ accounts }: Model, account: ModelAccount, reference: string) =>
  `${accounts.indexOf(account)} ${reference}`

/** The account of a key. */
export const ownerOf = ({ accounts }: Model, { secretKey }: KeyUse) =>
  accounts.find(({ issued }) => issued.some(({ secret }) => secret === secretKey))

/** The fee of a payment, and the part of it that refunds give back. */
export function costOf(
  { tariffs, accounts }: Model,
  account: ModelAccount,
  { kind, network, amount }: Pick<ModelRequest, 'kind' | 'network' | 'amount'>,
  at: At,
) {
  return priceOf(tariffs, { ...at, kind, network, amount, account: accounts.indexOf(account) })
}

/** Answers a request by the account as read, by default in its current state. */
export function judge(model: Model, request: ModelRequest, nowMs: number, seen?: ModelAccount, fee = 0): string {
  const account = seen ?? ownerOf(model, request)
  const refused = request.link === undefined && keyRefusal(account, request, scopes[request.kind], nowMs)
  return refused || judgeKnown(model, request, nowMs, seen, fee)
}

/** The same once its key was found. */
export function judgeKnown(model: Model, request: ModelRequest, nowMs: number, seen?: ModelAccount, fee = 0): string {
  const owner = ownerOf(model, request)
  if (!owner) throw new Error('a request of nobody')
  const given: Case = {
    account: seen ?? owner,
    request,
    nowMs,
    isUsed: isUsed(model, request),
    isPaused: model.paused.has(request.network),
    fee,
    link: linkFor(model, request, nowMs),
    ...refundable(model, request),
  }
  return refusals.find(([, applies]) => applies(given))?.[0] ?? 'done'
}

/** Whether a payment of that account has the reference of a request. */
export function isUsed(model: Model, request: ModelRequest): boolean {
  const account = ownerOf(model, request)
  return account !== undefined && model.used.has(nameOf(model, account, request.reference))
}

/** Whether the payment of that account with the reference of a request has failed. */
export function hasFailed(model: Model, request: ModelRequest): boolean {
  const account = ownerOf(model, request)
  return [...model.payments.values()].some(
    (one) => one.account === account && one.reference === request.reference && one.state === 'failed',
  )
}

/** The refunds of a collection that have not failed. */
const refundsOf = ({ payments }: Model, id: string | undefined) =>
  [...payments.values()].filter((one) => one.collection === id && one.state !== 'failed')

/** The collection of a request for a refund, and its rest. */
function refundable(model: Model, request: ModelRequest): Pick<Case, 'collection' | 'left'> {
  const found = model.payments.get(request.collection ?? '')
  if (found?.kind !== 'collection' || found.account !== ownerOf(model, request)) return {}
  const left = refundsOf(model, request.collection).reduce((sum, { amount }) => sum - amount, found.amount)
  return { collection: found, left }
}

/** The part of its collection's fee that a refund of an amount gives back. */
function share(model: Model, id: string, amount: number): number {
  const collection = model.payments.get(id)
  if (!collection) return 0
  const others = refundsOf(model, id)
  const refunded = others.reduce((sum, one) => sum + one.amount, amount)
  const given = others.reduce((sum, one) => sum + one.back, 0)
  return Math.max(0, Math.floor((collection.back * refunded) / collection.amount) - given)
}

/** Answers a request at its opening, and opens it. */
export function open(model: Model, id: string, request: ModelRequest, at: At): string {
  const account = ownerOf(model, request)
  const { fee, back } = account ? costOf(model, account, request, at) : { fee: 0, back: 0 }
  const code = judge(model, request, at.nowMs, account, fee)
  if (account && isPaidOut(request)) countPin(account, request.pin, { code, nowMs: at.nowMs })
  if (!account || code !== 'done') return code
  const given = request.collection === undefined ? back : share(model, request.collection, request.amount)
  begin(model, id, { account, request, fee, back: given, at })
  if (isPaidOut(request)) move(account, -request.amount - fee, request.amount + fee)
  return code
}

/** Keeps a payment that was opened. */
export function begin(
  model: Model,
  id: string,
  {
    account,
    request,
    fee,
    back,
    at: { nowMs, config },
  }: Pick<ModelPayment, 'account' | 'fee' | 'back'> & {
    readonly request: Pick<ModelRequest, 'kind' | 'amount' | 'collection' | 'link' | 'phoneNumber' | 'reference'>
    readonly at: At
  },
): ModelPayment {
  const { reference, kind, amount, phoneNumber, collection, link } = request
  const asked = {
    reference,
    kind,
    amount,
    phoneNumber,
    ...(collection !== undefined && { collection }),
    ...(link && { link }),
  }
  const fresh = {
    config,
    openedAtMs: nowMs,
    submittedFromMs: nowMs,
    state: 'submitting',
    absences: [],
    waits: 'no',
    isDoubted: false,
    isReceipted: false,
    word: null,
  } as const
  const payment: ModelPayment = { ...asked, account, fee, back, ...fresh, absences: [] }
  model.payments.set(id, payment)
  model.used.add(nameOf(model, account, reference))
  return payment
}

/** Records a network's report about a payment. */
export function report({ payments }: Model, id: string, given: ModelReport): void {
  const { from, outcome, isSame, word, config, at } = given
  const payment = payments.get(id)
  const isNothing = from === 'hint' && ['inDoubt', 'notFound', 'unanswered'].includes(outcome)
  if (!payment || isFinal(payment) || isNothing) return
  // Then it changes nothing.
  if (from === 'submission' && outcome === 'declined' && payment.state === 'pending') return
  see(payment, at.wallMs)
  const counts = from === 'sweep' && config === payment.config && hasSettled(payment, at.wallMs)
  if (outcome === 'notFound') payment.absences.push(...(counts ? [at] : []))
  else if (outcome !== 'unanswered') payment.absences = []
  if (!isSame && payment.waits === 'no') payment.waits = 'mismatch'
  if (!isSame) return
  const isOdd = outcome === 'reversed' || (outcome === 'declined' && payment.waits !== 'no')
  if (isOdd) payment.waits = 'contradiction'
  const isHad = outcome === 'accepted' || outcome === 'pending' || outcome === 'succeeded' || outcome === 'reversed'
  if (isHad) payment.state = 'pending'
  if (outcome === 'succeeded') payment.isReceipted = true
  if (payment.waits === 'contradiction') return
  if (outcome === 'succeeded') end(payment, 'succeeded')
  if (outcome === 'declined') end(Object.assign(payment, { word }), 'failed')
}

/** The required state of a payment; enough absences may have ended it. */
export function stateOf({ payments }: Model, id: string, reason: string | null): string {
  const payment = payments.get(id)
  const isForgotten = payment?.state === 'submitting' && payment.waits === 'no' && reason === 'never_arrived'
  if (isForgotten && isAbsent(payment)) end(payment, 'failed')
  return payment?.state ?? 'absent'
}

/** Ends a payment by an operator's decision. */
export function decide({ payments }: Model, id: string, state: 'succeeded' | 'failed', nowMs: number): string {
  const payment = payments.get(id)
  if (!payment || isFinal(payment)) return 'transaction_ended'
  see(payment, nowMs)
  if (!hasSettled(payment, nowMs)) return 'may_still_arrive'
  end(payment, state)
  return 'done'
}

/** Restarts the time to submit a payment, since its opening was slow. */
export function beginAnew({ payments }: Model, id: string, nowMs: number): void {
  const payment = payments.get(id)
  if (payment?.state !== 'submitting') throw new Error(`${id} is submitted anew, and is ${payment?.state}`)
  see(payment, nowMs)
  payment.submittedFromMs = nowMs
}

function see(payment: ModelPayment, nowMs: number): void {
  payment.openedAtMs = Math.min(payment.openedAtMs, nowMs)
  payment.submittedFromMs = Math.min(payment.submittedFromMs, nowMs)
}

const hasSettled = ({ submittedFromMs }: ModelPayment, nowMs: number) => nowMs >= submittedFromMs + 65_000

/** Five absences over an hour; three separated by restarts, without a measurable pause, count as one and its pause. */
function isAbsent({ absences }: ModelPayment): boolean {
  const overMs = (absences.at(-1)?.monotonicMs ?? 0) - (absences[0]?.monotonicMs ?? 0)
  const restarts = absences.filter(({ run }, index) => index > 0 && run !== absences[index - 1]?.run).length
  const pauses = Math.floor(overMs / 900_000) + Math.floor(restarts / 3)
  return absences.length >= 5 && pauses >= 4
}

function end(payment: ModelPayment, state: 'succeeded' | 'failed'): void {
  const { account, amount, fee, back } = Object.assign(payment, { state })
  const givenBack = payment.collection !== undefined && state === 'succeeded' ? back : 0
  move(account, givenBack, 0)
  account.fees -= givenBack
  if (isPaidOut(payment)) move(account, state === 'failed' ? amount + fee : 0, -amount - fee)
  else if (state === 'succeeded') move(account, amount - fee, 0)
  if (state === 'succeeded') account.fees += fee
}

/** Pauses all payments over a network, or takes them again. */
export function decideLine({ paused }: Model, network: string, decision: 'pause' | 'resume'): string {
  if (decision === 'resume') return paused.delete(network) ? 'done' : 'not_stopped'
  return paused.size < paused.add(network).size ? 'done' : 'paused_already'
}

/** Puts money into an account, or takes out an amount below zero, once under each reference. */
export function fund(model: Model, account: ModelAccount, reference: string, amount: number): string {
  const first = model.fundings.get(nameOf(model, account, reference))
  if (first !== undefined) return first === amount ? 'done' : 'funding_reference_reused'
  if (account.rights.closed && amount > 0) return 'closed_account'
  if (account.available + amount < 0) return 'balance_too_low'
  model.fundings.set(nameOf(model, account, reference), amount)
  move(account, amount, 0)
  return 'done'
}

/** The required number of an account's events. */
export function reportedTo(model: Model, account: ModelAccount): number {
  const ended = [...model.payments.values()].filter((payment) => payment.account === account && isFinal(payment))
  const moved = [...model.fundings.keys()].filter((key) => key.startsWith(nameOf(model, account, '')))
  const batches = [...model.batches.values()].filter((one) => one.account === account && one.state === 'completed')
  return ended.length + moved.length + batches.length
}

const paidThrough = ({ payments }: Model, id: string) => [...payments.values()].filter(({ link }) => link === id)

/** The number of a link's uses. */
export const usesOf = (model: Model, id: string) =>
  paidThrough(model, id).filter(({ state, isDoubted }) => state !== 'failed' || isDoubted).length

function linkFor(model: Model, { link: id, phoneNumber }: ModelRequest, nowMs: number): Case['link'] {
  if (id === undefined) return undefined
  const link = model.links.get(id)
  const isUsedUp = usesOf(model, id) >= (link?.uses ?? Number.POSITIVE_INFINITY)
  const isAsked = paidThrough(model, id).some((one) => one.phoneNumber === phoneNumber && !isFinal(one))
  return { isOver: !link || link.isEnded || nowMs >= link.expiresAtMs || isUsedUp, isAsked }
}

const rightsLackedBy = ({ rights }: ModelAccount) =>
  rights.kyc ? (rights.apiAccess ? undefined : 'api_access_off') : 'kyc_incomplete'

/** The answer to a merchant who makes a link. */
export function linkAnswer({ links }: Model, account: ModelAccount, reference: string): string {
  const isUsed = [...links.values()].some((one) => one.account === account && one.reference === reference)
  const activation = account.rights.activated ? 'done' : 'currency_not_activated'
  return rightsLackedBy(account) ?? (isUsed ? 'duplicate_link' : activation)
}

/** Ends a link for its merchant. */
export function endLink({ links }: Model, id: string, nowMs: number): string {
  const link = links.get(id)
  const lacked = link ? rightsLackedBy(link.account) : 'link_not_found'
  if (!link || lacked) return lacked ?? ''
  if (!link.isEnded && nowMs >= link.expiresAtMs) return 'link_is_over'
  link.isEnded = true
  return 'done'
}
