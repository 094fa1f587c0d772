import { type Caller, findCaller } from '../accounts/keys/authenticate.ts'
import type { PinLock } from '../accounts/pin/judgePin.ts'
import { missingPinKey, resealPin } from '../accounts/pin/pinKeys.ts'
import type { FloatWatch } from '../books/float/floatWatch.ts'
import { livePolicy } from '../followUp/policy.ts'
import type { ReportPorts } from '../followUp/reports/recordReport.ts'
import { firstFollowUp } from '../followUp/schedule.ts'
import type { LineWatch } from '../lines/lineWatch.ts'
import type { Market } from '../model/market.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import { liveRiskLimits, type RiskLimits } from '../model/riskLimits.ts'
import type { Kind, Transaction } from '../model/transaction.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import { type Deadline, deadlineIn } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { ProviderFor } from '../ports/mobileProvider.ts'
import type { Secrets } from '../ports/secrets.ts'
import { invalidPin, isOpened, isRepeat, openingScope, openPayment } from './openPayment.ts'
import { check, type PaymentRequest } from './rules.ts'
import { type Outcome, submission } from './submission.ts'

/** The ports that a payment needs. */
export type PaymentPorts = ReportPorts & {
  readonly accounts: AccountRepo
  readonly ids: Ids
  readonly secrets: Secrets
  readonly market: Market
  readonly providerFor: ProviderFor
  readonly limits?: Partial<PaymentLimits>
  /** Those for real customers by default. */
  readonly riskLimits?: RiskLimits
  /** Watches the lines to the networks; without it nothing stops a line by itself. */
  readonly lines?: Pick<LineWatch, 'answered' | 'refused'>
  /** Watches the floats of networks whose payouts are refused beyond them; without it none is. */
  readonly floats?: Pick<FloatWatch, 'take'>
  /** Called with the error when a PIN could not be resealed under the current PIN key; the next right PIN tries again. */
  readonly resealBroke?: (error: unknown) => void
  /** Called with each lock of a PIN, once it is durable. */
  readonly pinLocked?: (lock: PinLock) => void
}

/** Bounds of one payment; each has a default. */
export type PaymentLimits = {
  /**
   * How long opening a payment may take, from its first check on; one that is not opened by then never is. 20,000 by
   * default.
   */
  readonly openWithinMs: number
  /** How long after the opening a submission may still be written to the network; 5,000 by default. */
  readonly submitWithinMs: number
  /**
   * How many enquiries about submissions in doubt one network gets at once, 32 by default; the others are left to the
   * follow-up.
   */
  readonly enquiriesAtOnce: number
}

const defaultLimits: PaymentLimits = { openWithinMs: 20_000, submitWithinMs: 5_000, enquiriesAtOnce: 32 }

/**
 * An opened payment, durably recorded, and its outcome, which is recorded whether or not anyone awaits it. The outcome
 * rejects when it cannot be recorded; the follow-up ends the payment then.
 */
export type OpenedPayment = { readonly transaction: Transaction; readonly outcome: Promise<Outcome> }

/**
 * Opens a payment of a caller, or refuses it; resolves once that is durable, while the payment is being submitted. Rejects
 * only when something is broken: then the same request may be repeated.
 */
export type Pay<Request extends PaymentRequest> = (given: {
  readonly caller: Caller
  readonly request: Request
}) => Promise<OpenedPayment | Refusal>

/** The payment behind both operations: check, open, submit, record the answer. */
export function payment<Request extends PaymentRequest & { pin?: string }>(
  kind: Kind,
  ports: PaymentPorts,
): Pay<Request> {
  const { openWithinMs, submitWithinMs, enquiriesAtOnce } = { ...defaultLimits, ...ports.limits }
  const { riskLimits = liveRiskLimits } = ports
  const reload = findCaller(ports)
  const submit = submission(ports, { enquiriesAtOnce })
  const reseal = resealPin(ports)

  async function tryToOpen(
    { account }: Caller,
    request: Request,
    withinMs: number,
  ): Promise<OpenedPayment | Refusal | 'stale'> {
    const checked = check({ request, account, market: ports.market, secrets: ports.secrets })
    if (isRefusal(checked)) return checked
    const until = deadlineIn(ports.clock, submitWithinMs)
    const transaction = draft({ kind, accountId: account.id, request, until, ...checked }, ports)
    const { access = '' } = ports.providerFor(request.currency, request.network)
    let hasFloat: boolean | undefined
    // A step may be run again, and the amount is taken once.
    const takeFloat = () => {
      hasFloat ??= ports.floats?.take(transaction) ?? true
      return hasFloat
    }
    const given = {
      account,
      transaction,
      pin: request.pin,
      secrets: ports.secrets,
      limits: riskLimits,
      access,
      takeFloat,
    }
    const result = await ports.books.atomically(openingScope(given, withinMs), openPayment(given))
    if (result === 'no_pin_key') throw missingPinKey(account)
    if (result === 'stale') return result
    if (kind === 'payout' && request.pin !== undefined && wasPinRight(result)) void reseal(account, request.pin)
    if (isOpened(result)) return { transaction: result.opened, outcome: submit(result.opened, until) }
    const { lock, ...answer } = result
    if (lock) {
      ports.pinLocked?.(lock)
      return invalidPin
    }
    if (answer.refused === 'network_unavailable' && hasFloat !== false) ports.lines?.refused(transaction)
    return answer.refused === 'duplicate_reference'
      ? {
          ...answer,
          isRepeat: isRepeat(transaction, await ports.books.transaction(answer.transactionId), ports.secrets),
        }
      : answer
  }

  return async ({ caller, request }) => {
    const giveUpAtMs = ports.clock.monotonicMs() + openWithinMs
    let current: Caller | Refusal = caller
    for (let leftMs = openWithinMs; leftMs > 0; leftMs = giveUpAtMs - ports.clock.monotonicMs()) {
      if (isRefusal(current)) return current
      const opened = await tryToOpen(current, request, leftMs)
      if (opened !== 'stale') return opened
      current = await reload(caller.keyDigest)
    }
    throw new Error(`the account changed again and again for ${openWithinMs} ms`)
  }
}

/** Whether a payout has passed the PIN check: it was opened, or refused by a later rule. */
function wasPinRight(result: { readonly opened: Transaction } | Refusal): boolean {
  if (isOpened(result)) return true
  return ['duplicate_reference', 'insufficient_balance', 'network_unavailable'].includes(result.refused)
}

type Draft = { kind: Kind; accountId: string; request: PaymentRequest; until: Deadline; amountMinor: bigint }

function draft(
  { kind, accountId, request, until, amountMinor }: Draft,
  { clock, ids, providerFor, policy = livePolicy }: PaymentPorts,
): Transaction {
  const { reference, phoneNumber, currency, network, description = null, metadata = {} } = request
  const provider = providerFor(currency, network)
  const nowMs = clock.nowMs()
  const id = ids.ordered(nowMs)
  return {
    id,
    accountId,
    kind,
    reference,
    phoneNumber,
    amountMinor,
    currency,
    network,
    description,
    metadata,
    state: 'submitting',
    reason: null,
    networkReason: null,
    providerId: provider.providerId({ transactionId: id, random: ids.random() }),
    providerRef: null,
    fingerprint: provider.fingerprint,
    submitUntilMs: until.wallMs,
    countedUntilMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    attention: null,
    followUp: firstFollowUp(until.wallMs, policy),
  }
}
