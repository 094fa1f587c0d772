import { costOf, isRefundable, type Tariffs } from '../stage/tariffs.ts'
import { modelBatches } from './modelBatches.ts'
import { isTheirs, keyRefusal } from './modelKeys.ts'
import { modelLinks } from './modelLinks.ts'
import {
  type Case,
  countPin,
  isFinal,
  isPaidOut,
  type ModelAccount,
  type ModelPayment,
  type ModelReport,
  type ModelRequest,
  move,
  newPayment,
  refusals,
} from './modelRules.ts'

function see(payment: ModelPayment, nowMs: number): void {
  payment.openedAtMs = Math.min(payment.openedAtMs, nowMs)
}

/** Five absences over an hour; three separated by restarts, where no pause can be measured, count as one and its pause. */
function isAbsent({ absences }: ModelPayment): boolean {
  const overMs = (absences.at(-1)?.monotonicMs ?? 0) - (absences[0]?.monotonicMs ?? 0)
  const restarts = absences.filter(({ run }, index) => index > 0 && run !== absences[index - 1]?.run).length
  const pauses = Math.floor(overMs / 900_000) + Math.floor(restarts / 3)
  return absences.length >= 5 && pauses >= 4
}

const hasSettled = ({ openedAtMs }: ModelPayment, nowMs: number) => nowMs >= openedAtMs + 65_000

const scopes = { payout: 'pay', collection: 'collect', refund: 'refund' } as const

/** What has to be true of accounts, money and payments: the product written a second time, as plainly as possible. */
export function referenceModel(tariffs: Tariffs) {
  const accounts: ModelAccount[] = []
  const payments = new Map<string, ModelPayment>()
  const used = new Set<string>()
  const fundings = new Map<string, number>()
  const paused = new Set<string>()
  const keyOf = (account: ModelAccount, reference: string) => `${accounts.indexOf(account)} ${reference}`
  const accountOf = ({ secretKey }: ModelRequest) => accounts.find((account) => isTheirs(account, secretKey))

  /** What a request refunds, and how much of that is left: any amount where it is no refund. */
  function refundable({ collection: id, secretKey }: ModelRequest): Pick<Case, 'collection' | 'left'> {
    const found = payments.get(id ?? '')
    if (found?.kind !== 'collection' || !isTheirs(found.account, secretKey)) return { left: Number.POSITIVE_INFINITY }
    const refunds = [...payments.values()].filter((one) => one.collection === id && one.state !== 'failed')
    return { collection: found, left: refunds.reduce((left, { amount }) => left - amount, found.amount) }
  }

  /** What a payment costs under a configuration. */
  function cost(
    account: ModelAccount,
    { kind, network, amount }: Pick<ModelRequest, 'kind' | 'network' | 'amount'>,
    at: { nowMs: number; config: string },
  ): number {
    return costOf(tariffs, { ...at, kind, network, amount, account: accounts.indexOf(account) })
  }

  /** What refunds give back of a collection's fee in the end. */
  function refundableFee(
    account: ModelAccount,
    { kind, network, amount }: ModelRequest,
    at: { nowMs: number; config: string },
    fee: number,
  ): number {
    const costing = { ...at, kind, network, amount, account: accounts.indexOf(account) }
    return kind === 'collection' && isRefundable(tariffs, costing) ? fee : 0
  }

  /** What a refund of an amount gives back of the fee of its collection. */
  function share(id: string, amount: number): number {
    const collection = payments.get(id)
    if (!collection) return 0
    const others = [...payments.values()].filter((one) => one.collection === id && one.state !== 'failed')
    const refunded = others.reduce((sum, one) => sum + one.amount, amount)
    const given = others.reduce((sum, one) => sum + (one.back ?? 0), 0)
    return Math.max(0, Math.floor(((collection.back ?? 0) * refunded) / collection.amount) - given)
  }

  function judge(request: ModelRequest, nowMs: number, seen?: ModelAccount, fee = 0): string {
    const account = seen ?? accountOf(request)
    const refused = request.link === undefined && keyRefusal(account, request, { scope: scopes[request.kind], nowMs })
    return refused || judgeKnown(request, nowMs, seen, fee)
  }

  function isUsed(request: ModelRequest): boolean {
    const account = accountOf(request)
    return account !== undefined && used.has(keyOf(account, request.reference))
  }

  /** The same once its key was found. */
  function judgeKnown(request: ModelRequest, nowMs: number, seen?: ModelAccount, fee = 0): string {
    const known = accountOf(request)
    if (!known) throw new Error('a request of nobody')
    const isPaused = paused.has(request.network)
    const link = links.stateFor(request, nowMs)
    const given = {
      account: seen ?? known,
      request,
      nowMs,
      isUsed: isUsed(request),
      isPaused,
      fee,
      link,
      ...refundable(request),
    }
    return refusals.find(([, applies]) => applies(given))?.[0] ?? 'opened'
  }

  const links = modelLinks(payments)
  const batches = modelBatches({ accounts, payments, used, paused, keyOf, cost })

  return {
    accounts,
    payments,
    batches,
    links,
    judge,
    judgeKnown,
    isUsed,
    /** An account as it is now, for a request that goes on with what it has read. */
    seenBy(request: ModelRequest): ModelAccount | undefined {
      return structuredClone(accountOf(request))
    },
    /** Answers a request that has got as far as its opening, and opens it. */
    open(id: string, request: ModelRequest, { nowMs, config }: { nowMs: number; config: string }): string {
      const account = accountOf(request)
      const fee = account ? cost(account, request, { nowMs, config }) : 0
      const code = judge(request, nowMs, account, fee)
      if (account && isPaidOut(request)) countPin(account, request.pin, { code, nowMs })
      if (!account || code !== 'opened') return code
      const { kind, amount, collection, link, phoneNumber } = request
      const isRefund = collection !== undefined
      const back = isRefund ? share(collection, amount) : refundableFee(account, request, { nowMs, config }, fee)
      const through = link === undefined ? {} : { link }
      const paid = { account, kind, amount, phoneNumber, fee, back, ...(isRefund && { collection }), ...through }
      payments.set(id, { ...paid, ...newPayment, config, openedAtMs: nowMs, absences: [] })
      used.add(keyOf(account, request.reference))
      if (isPaidOut(request)) move(account, -amount - fee, amount + fee)
      return code
    },
    /** Records what a network said about a payment. */
    report(id: string, { from, outcome, isSame, word, config, at }: ModelReport): void {
      const payment = payments.get(id)
      const isNothing = from === 'hint' && ['inDoubt', 'notFound', 'unanswered'].includes(outcome)
      if (!payment || isFinal(payment) || isNothing) return
      // Then it changes nothing.
      if (from === 'submission' && outcome === 'declined' && payment.state === 'pending') return
      see(payment, at.wallMs)
      const counts = from === 'sweep' && config === payment.config && hasSettled(payment, at.wallMs)
      if (outcome === 'notFound') payment.absences.push(...(counts ? [at] : []))
      else if (outcome !== 'unanswered') payment.absences = []
      if (!isSame) return
      if (outcome === 'accepted' || outcome === 'pending' || outcome === 'reversed') payment.state = 'pending'
      if (outcome === 'succeeded') end(Object.assign(payment, { isReceipted: true }), 'succeeded')
      if (outcome === 'declined') end(Object.assign(payment, { word }), 'failed')
    },
    /** Whether a payment is in the right state; enough absences may have ended it. */
    agrees(id: string, state: string, reason: string | null): boolean {
      const payment = payments.get(id)
      if (payment?.state === 'submitting' && reason === 'never_arrived' && isAbsent(payment)) end(payment, 'failed')
      return payment?.state === state
    },
    /** Pauses all payments over a network, or takes them again. */
    decideLine(network: string, decision: 'pause' | 'resume'): string {
      const isPaused = paused.has(network)
      if (decision === 'resume') return paused.delete(network) ? 'done' : 'not_stopped'
      paused.add(network)
      return isPaused ? 'paused_already' : 'done'
    },
    /** Puts money into an account, or takes out an amount below zero, once under each reference. */
    fund(account: ModelAccount, reference: string, amount: number): string {
      const first = fundings.get(keyOf(account, reference))
      if (account.rights.closed && amount > 0) return 'closed_account'
      if (first !== undefined) return first === amount ? 'done' : 'funding_reference_reused'
      if (account.available + amount < 0) return 'balance_too_low'
      fundings.set(keyOf(account, reference), amount)
      move(account, amount, 0)
      return 'done'
    },
    /** How many events an account has to have. */
    toldTo(account: ModelAccount): number {
      const ended = [...payments.values()].filter((payment) => payment.account === account && isFinal(payment))
      const moved = [...fundings.keys()].filter((key) => key.startsWith(keyOf(account, '')))
      return ended.length + moved.length + batches.told(account)
    },
    /** Ends a payment by an operator's decision. */
    decide(id: string, state: 'succeeded' | 'failed', nowMs: number): string {
      const payment = payments.get(id)
      if (!payment || isFinal(payment)) return 'transaction_ended'
      see(payment, nowMs)
      if (!hasSettled(payment, nowMs)) return 'may_still_arrive'
      end(payment, state)
      return 'done'
    },
  }
}

function end(payment: ModelPayment, state: 'succeeded' | 'failed'): void {
  const { account, amount, fee, back = 0 } = Object.assign(payment, { state })
  const givenBack = payment.collection !== undefined && state === 'succeeded' ? back : 0
  move(account, givenBack, 0)
  account.fees -= givenBack
  if (isPaidOut(payment)) move(account, state === 'failed' ? amount + fee : 0, -amount - fee)
  else if (state === 'succeeded') move(account, amount - fee, 0)
  if (state === 'succeeded') account.fees += fee
}
