import type { Enquired, Submitted } from '../../../../core/sente.ts'

/** A PIN, or none, and what is counted of the wrong ones; `locks` are those after ten in 24 hours. */
type ModelPin = { code: string | null; wrong: number; wrongAtMs: number[]; locks: number; lockedUntilMs: number }

/** A PIN that was just set. */
export function modelPin(code: string | null): ModelPin {
  return { code, wrong: 0, wrongAtMs: [], locks: 0, lockedUntilMs: 0 }
}

const dayMs = 86_400_000

/** An account as the model knows it; money in UGX. */
export type ModelAccount = {
  readonly keys: { readonly secret: string; readonly public: string }
  rights: { kyc: boolean; apiAccess: boolean; closed: boolean; activated: boolean }
  pin: ModelPin
  available: number
  held: number
}

/** A request with its secret key; a collection's PIN does not matter. */
export type ModelRequest = { readonly kind: 'payout' | 'collection'; readonly amount: number } & {
  readonly [Field in 'secretKey' | 'apikey' | 'pin' | 'reference' | 'phoneNumber' | 'currency' | 'network']: string
}

/** What a network said under a configuration; `isSame` is false when it named another amount, currency or number. */
export type ModelReport = {
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly outcome: Enquired['outcome'] | Submitted['outcome']
  readonly isSame: boolean
  readonly config: string
  readonly at: { readonly wallMs: number; readonly monotonicMs: number; readonly run: string }
}

type Payment = Pick<ModelRequest, 'kind' | 'amount'> & {
  readonly account: ModelAccount
  readonly config: string
  /** By the wall clock, which may have been ahead then: any later reading shows that it was opened by then. */
  openedAtMs: number
  state: 'submitting' | 'pending' | 'succeeded' | 'failed'
  absences: ModelReport['at'][]
}
type Case = { account: ModelAccount; request: ModelRequest; isUsed: boolean; isPaused: boolean; nowMs: number }

/** Every reason to refuse a request, the first one first. */
const refusals: readonly (readonly [code: string, applies: (given: Case) => boolean])[] = [
  ['account_not_found', ({ account }) => account.rights.closed],
  ['invalid_public_key', ({ account, request }) => request.apikey !== account.keys.public],
  ['kyc_incomplete', ({ account }) => !account.rights.kyc],
  ['api_access_off', ({ account }) => !account.rights.apiAccess],
  ['currency_not_supported', ({ request }) => request.currency !== 'UGX'],
  ['invalid_network', ({ request }) => !['MTN', 'AIRTEL'].includes(request.network)],
  ['invalid_phone_number', ({ request }) => !/^256[1-9][0-9]{8}$/.test(request.phoneNumber)],
  ['amount_below_minimum', ({ request }) => request.amount < 500],
  ['amount_above_maximum', ({ request }) => request.amount > 5_000_000],
  ['amount_too_precise', ({ request }) => !Number.isInteger(request.amount)],
  ['currency_not_activated', ({ account }) => !account.rights.activated],
  ['pin_not_set', ({ account, request }) => request.kind === 'payout' && account.pin.code === null],
  ['pin_locked', ({ account, request, nowMs }) => request.kind === 'payout' && nowMs < account.pin.lockedUntilMs],
  ['invalid_pin', ({ account, request }) => request.kind === 'payout' && request.pin !== account.pin.code],
  ['duplicate_reference', ({ isUsed }) => isUsed],
  ['insufficient_balance', ({ account, request }) => request.kind === 'payout' && request.amount > account.available],
  ['network_unavailable', ({ isPaused }) => isPaused],
]

function see(payment: Payment, nowMs: number): void {
  payment.openedAtMs = Math.min(payment.openedAtMs, nowMs)
}

/** Five absences over an hour; three separated by restarts, where no pause can be measured, count as one and its pause. */
function isAbsent({ absences }: Payment): boolean {
  const overMs = (absences.at(-1)?.monotonicMs ?? 0) - (absences[0]?.monotonicMs ?? 0)
  const restarts = absences.filter(({ run }, index) => index > 0 && run !== absences[index - 1]?.run).length
  const pauses = Math.floor(overMs / 900_000) + Math.floor(restarts / 3)
  return absences.length >= 5 && pauses >= 4
}

const hasSettled = ({ openedAtMs }: Payment, nowMs: number) => nowMs >= openedAtMs + 65_000
const isFinal = ({ state }: Payment) => state === 'succeeded' || state === 'failed'

/** What has to be true of accounts, money and payments: the product written a second time, as plainly as possible. */
export function referenceModel() {
  const accounts: ModelAccount[] = []
  const payments = new Map<string, Payment>()
  const used = new Set<string>()
  const fundings = new Map<string, number>()
  const paused = new Set<string>()
  const keyOf = (account: ModelAccount, reference: string) => `${accounts.indexOf(account)} ${reference}`
  const accountOf = ({ secretKey }: ModelRequest) => accounts.find(({ keys }) => keys.secret === secretKey)

  function judge(request: ModelRequest, nowMs: number): string {
    const account = accountOf(request)
    if (!account) return 'invalid_secret_key'
    const isUsed = used.has(keyOf(account, request.reference))
    const given = { account, request, nowMs, isUsed, isPaused: paused.has(request.network) }
    return refusals.find(([, applies]) => applies(given))?.[0] ?? 'opened'
  }

  return {
    accounts,
    payments,
    judge,
    /** Answers a request that has got as far as its opening, and opens it. */
    open(id: string, request: ModelRequest, { nowMs, config }: { nowMs: number; config: string }): string {
      const code = judge(request, nowMs)
      const account = accountOf(request)
      if (account && request.kind === 'payout') countPin(account, request.pin, { code, nowMs })
      if (!account || code !== 'opened') return code
      const { kind, amount } = request
      payments.set(id, { account, kind, amount, config, openedAtMs: nowMs, state: 'submitting', absences: [] })
      used.add(keyOf(account, request.reference))
      if (kind === 'payout') move(account, -amount, amount)
      return code
    },
    /** Records what a network said about a payment. */
    report(id: string, { from, outcome, isSame, config, at }: ModelReport): void {
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
      if (outcome === 'succeeded') end(payment, 'succeeded')
      if (outcome === 'declined') end(payment, 'failed')
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
      return ended.length + moved.length
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

/** Counts a guess; nothing counts while the PIN is locked, nor does a text that can't be a PIN. */
function countPin({ pin }: ModelAccount, guess: string, { code, nowMs }: { code: string; nowMs: number }): void {
  const longestMs = () => Math.min(dayMs, 900_000 * 2 ** Math.max(0, pin.locks - 1))
  if (code === 'opened') Object.assign(pin, { wrong: 0, lockedUntilMs: 0 })
  // A clock that was ahead may have locked it for longer.
  if (code === 'pin_locked') pin.lockedUntilMs = Math.min(pin.lockedUntilMs, nowMs + longestMs())
  if (code !== 'invalid_pin' || !/^[0-9]{4,6}$/.test(guess)) return
  pin.wrongAtMs = pin.wrongAtMs.map((atMs) => Math.min(atMs, nowMs)).filter((atMs) => nowMs - atMs < dayMs)
  pin.wrongAtMs.push(nowMs)
  pin.wrong = (pin.lockedUntilMs > 0 ? 0 : pin.wrong) + 1
  if (pin.locks > 0 || pin.wrongAtMs.length >= 10) pin.locks += 1
  pin.lockedUntilMs = pin.locks > 0 || pin.wrong >= 5 ? nowMs + longestMs() : 0
}

function end(payment: Payment, state: 'succeeded' | 'failed'): void {
  const { account, kind, amount } = Object.assign(payment, { state })
  const comes = (kind === 'collection') === (state === 'succeeded')
  move(account, comes ? amount : 0, kind === 'payout' ? -amount : 0)
}

function move(account: ModelAccount, available: number, held: number): void {
  account.available += available
  account.held += held
}
