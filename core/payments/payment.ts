import { type Caller, findCaller } from '../accounts/keys/authenticate.ts'
import type { PinLock } from '../accounts/pin/judgePin.ts'
import { missingPinKey, resealPin } from '../accounts/pin/pinKeys.ts'
import { recordingOfUser } from '../actions/byUser.ts'
import { type FloatWatch, floatShare } from '../books/float/floatWatch.ts'
import { channelOf } from '../channels/channels.ts'
import type { ChannelWatch } from '../channels/channelWatch.ts'
import { type Fees, noFees } from '../fees/fees.ts'
import { chargeOf } from '../fees/schedule.ts'
import { livePolicy } from '../followUp/policy.ts'
import type { ReportPorts } from '../followUp/reports/recordReports.ts'
import { firstFollowUp } from '../followUp/schedule.ts'
import { type Calendar, utcDays } from '../model/days.ts'
import type { Market } from '../model/market.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import { liveRiskLimits, type RiskLimits } from '../model/riskLimits.ts'
import { type Kind, paysOut, type Transaction } from '../model/transaction.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import type { PaymentLink } from '../ports/books/paymentLinks.ts'
import { type Deadline, deadlineIn } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { ProviderFor } from '../ports/mobileProvider.ts'
import type { Secrets } from '../ports/secrets.ts'
import { invalidPin, isOpened, openingScope, openPayment } from './openPayment.ts'
import type { Refund } from './refunds.ts'
import { checkLine, duplicateReference, type LineRequest } from './rules.ts'
import { defaultLimits, type Outcome, type PaymentLimits, submission } from './submission.ts'

/** The ports for a payment. */
export type PaymentPorts = ReportPorts & {
  readonly accounts: AccountRepo
  readonly ids: Ids
  readonly secrets: Secrets
  readonly market: Market
  readonly providerFor: ProviderFor
  readonly limits?: Partial<PaymentLimits>
  /** The calendar of days; days in UTC by default. */
  readonly days?: Calendar
  /** By default, the limits for real customers. */
  readonly riskLimits?: RiskLimits
  /** The merchants' fees for payments; none by default. */
  readonly fees?: Fees
  /** Watches the channels to the networks. Without it nothing stops a channel automatically. */
  readonly channels?: Pick<ChannelWatch, 'answered' | 'refused'>
  /** Watches the floats of networks whose payouts are limited to them. Without it no float is watched. */
  readonly floats?: Pick<FloatWatch, 'take'>
  /** Called with the error when a PIN could not be resealed under the current PIN key; the next right PIN tries again. */
  readonly resealBroke?: (error: unknown) => void
  /** Called with each lock of a PIN, once it is durable. */
  readonly pinLocked?: (lock: PinLock) => void
}

/**
 * An opened payment, durably recorded, and its outcome, which is recorded whether or not anyone awaits it. The outcome
 * rejects when it cannot be recorded; the follow-up then ends the payment.
 */
export type OpenedPayment = { readonly transaction: Transaction; readonly outcome: Promise<Outcome> }

/**
 * Opens a payment of a caller, or refuses it. Resolves once that is durable, while the payment is being submitted.
 * Rejects only when something is broken: then the same request may be repeated.
 */
export type Pay<Request> = (given: {
  readonly caller: Caller
  readonly request: Request
}) => Promise<OpenedPayment | Refusal>

/** The content of a request: a payment, the collection of a refund, and the link of a customer. */
export type Asked = {
  readonly request: LineRequest & { readonly pin?: string }
  readonly refund?: Refund
  readonly link?: PaymentLink
}

/** The parts in which the operations differ. */
type Operation<Request> = {
  readonly kind: Kind
  /** Refuses callers without the right, whatever their request. */
  readonly refuseCaller: (caller: Caller, request: Request) => Refusal | undefined
  /** Determines the content of a request, or refuses it. */
  readonly read: (caller: Caller, request: Request) => Promise<Asked | Refusal>
  /** Whether a request repeats the one that has become a payment of its account. */
  readonly isRepeat: (request: Request, other: Transaction) => Promise<boolean>
  /** Finds a caller again whose account has changed. */
  readonly reload?: (caller: Caller) => Promise<Caller | Refusal>
}

/** The payment behind all operations: check, open, submit, record the answer. */
export function payment<Request extends Pick<LineRequest, 'reference'>>(
  ports: PaymentPorts,
  { kind, refuseCaller, read, isRepeat, reload = findCaller(ports) }: Operation<Request>,
): Pay<Request> {
  const { openWithinMs, submitWithinMs } = { ...defaultLimits, ...ports.limits }
  const { riskLimits = liveRiskLimits, days = utcDays } = ports
  const submit = submission(ports)
  const reseal = resealPin(ports)

  /**
   * A used reference comes before every rule but those about the caller. It is read after the rule was broken, so that
   * nothing is recorded under the reference of a request that is refused for another reason.
   */
  async function unlessUsed(caller: Caller, wanted: Request, refused: Refusal): Promise<Refusal> {
    const used = await ports.books.transactionByReference(caller.account.id, wanted.reference)
    return used ? { ...duplicateReference(used.id), isRepeat: await isRepeat(wanted, used) } : refused
  }

  async function tryToOpen(
    caller: Caller,
    wanted: Request,
    withinMs: number,
  ): Promise<OpenedPayment | Refusal | 'stale'> {
    const { account } = caller
    const refusal = refuseCaller(caller, wanted)
    if (refusal) return refusal
    const asked = await read(caller, wanted)
    if (isRefusal(asked)) return unlessUsed(caller, wanted, asked)
    const { request, refund, link } = asked
    const checked = checkLine({ request, account, market: ports.market })
    if (isRefusal(checked)) return unlessUsed(caller, wanted, checked)
    const until = deadlineIn(ports.clock, submitWithinMs)
    const transaction = draft({ kind, refund, link, accountId: account.id, request, until, ...checked }, ports)
    const { access = '' } = ports.providerFor(request.currency, request.network)
    const share = floatShare(ports.floats, transaction)
    const given = {
      caller,
      transaction,
      refund,
      pin: request.pin,
      secrets: ports.secrets,
      limits: riskLimits,
      days,
      access,
      takeFloat: share.take,
      record: recordingOfUser(ports, caller),
    }
    const result = await ports.books.atomically(openingScope(given, withinMs), openPayment(given))
    if (result === 'no_pin_key') throw missingPinKey(account)
    if (result === 'stale') return result
    if (paysOut(transaction) && request.pin !== undefined && wasPinRight(result)) void reseal(account, request.pin)
    if (isOpened(result)) return { transaction: result.opened, outcome: submit(result.opened, until) }
    const { lock, ...answer } = result
    if (lock) {
      ports.pinLocked?.(lock)
      return invalidPin
    }
    if (answer.refused === 'network_unavailable' && !share.isShort()) ports.channels?.refused(channelOf(transaction))
    if (answer.refused !== 'duplicate_reference') return answer
    const used = await ports.books.transaction(answer.transactionId)
    return { ...answer, isRepeat: used !== undefined && (await isRepeat(wanted, used)) }
  }

  return async ({ caller, request }) => {
    const giveUpAtMs = ports.clock.monotonicMs() + openWithinMs
    let current: Caller | Refusal = caller
    for (let leftMs = openWithinMs; leftMs > 0; leftMs = giveUpAtMs - ports.clock.monotonicMs()) {
      if (isRefusal(current)) return current
      const opened = await tryToOpen(current, request, leftMs)
      if (opened !== 'stale') return opened
      current = await reload(caller)
    }
    throw new Error(`the account kept changing for ${openWithinMs} ms`)
  }
}

const rulesAfterPin: readonly string[] = ['refund_exceeds_collection', 'insufficient_balance', 'network_unavailable']

/** Whether a payout has passed the PIN check: it was opened, or refused by a later rule. */
function wasPinRight(result: { readonly opened: Transaction } | Refusal): boolean {
  if (isOpened(result)) return true
  return rulesAfterPin.includes(result.refused)
}

type Draft = {
  kind: Kind
  refund?: Refund | undefined
  link?: PaymentLink | undefined
  accountId: string
  request: Omit<LineRequest, 'amount' | 'description' | 'customerMessage'> & {
    readonly description?: string | null
    readonly customerMessage?: string | null
  }
  until: Deadline
  amountMinor: bigint
  /** Its fee, if that is already fixed. */
  feeMinor?: bigint
}

/** A transaction to be opened. */
export function draft(
  { kind, refund, link, accountId, request, until, amountMinor, feeMinor: fixed }: Draft,
  {
    clock,
    ids,
    providerFor,
    policy = livePolicy,
    fees = noFees,
  }: Pick<PaymentPorts, 'clock' | 'ids' | 'providerFor' | 'policy' | 'fees'>,
): Transaction {
  const {
    reference,
    phoneNumber,
    currency,
    network,
    description = null,
    metadata = {},
    customerMessage = null,
  } = request
  const provider = providerFor(currency, network)
  const nowMs = clock.nowMs()
  const id = ids.ordered(nowMs)
  const charged = { accountId, kind, currency, network, amountMinor, atMs: nowMs }
  const charge = fixed === undefined ? chargeOf(fees.schedules, charged) : { feeMinor: fixed, feeBackMinor: 0n }
  return {
    id,
    accountId,
    kind,
    refundOf: refund?.collection.id ?? null,
    linkId: link?.id ?? null,
    reference,
    phoneNumber,
    amountMinor,
    ...charge,
    currency,
    network,
    description,
    metadata,
    customerMessage,
    customerMessageAsSent: customerMessage && (provider.customerText?.(customerMessage) ?? null),
    state: 'submitting',
    reason: null,
    networkReason: null,
    providerId: provider.providerId({ transactionId: id, random: ids.random() }),
    providerRef: null,
    networkReceipt: null,
    fingerprint: provider.fingerprint,
    submitUntilMs: until.wallMs,
    countedUntilMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    attention: null,
    reported: null,
    isTakenBack: false,
    followUp: firstFollowUp(until.wallMs, policy),
  }
}
