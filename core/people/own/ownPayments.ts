import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { noFees } from '../../fees/fees.ts'
import { chargeOf } from '../../fees/schedule.ts'
import { type FourEyes, isBatchForTwo } from '../../model/fourEyes.ts'
import { type PeopleRefusal, secondPersonNeeded } from '../../model/peopleRefusal.ts'
import { isRefusal, type Refusal } from '../../model/refusal.ts'
import type { Way } from '../../model/transaction.ts'
import type { CollectMoney } from '../../payments/collectMoney.ts'
import type { OpenedPayment, PaymentPorts } from '../../payments/payment.ts'
import { checkLine, type LineRequest } from '../../payments/rules.ts'
import type { SendMoney } from '../../payments/sendMoney.ts'
import { callAsUser, type UserCallPorts } from './callAsUser.ts'
import type { Managing } from './managing.ts'

/** A payment that a user makes without a program. */
export type OwnPayment = Managing & { readonly kind: Way; readonly request: LineRequest }

/** The cost of a payment that is opened now. */
export type PlannedPayment = {
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  /** The available balance before it. */
  readonly availableMinor: bigint
  /** Whether one person may not make it alone. */
  readonly needsSecond: boolean
}

/** The function that {@link planOwnPayment} returns. */
export type PlanOwnPayment = (payment: OwnPayment) => Promise<PlannedPayment | Refusal | PeopleRefusal>

/** The function that {@link openOwnPayment} returns. */
export type OpenOwnPayment = (
  payment: OwnPayment & { readonly pin?: string },
) => Promise<OpenedPayment | Refusal | PeopleRefusal>

/** The ports for planning a user's payment. */
export type PlanPorts = UserCallPorts &
  Pick<PaymentPorts, 'market' | 'fees'> & {
    readonly books: Pick<PaymentPorts['books'], 'balances'>
    /** The payments that wait for a second person; none by default. */
    readonly fourEyes?: FourEyes | undefined
  }

/** The ports for opening a user's payment. */
export type OwnPaymentPorts = PlanPorts & {
  readonly books: Pick<PaymentPorts['books'], 'transactionByReference'>
  readonly sendMoney: SendMoney
  readonly collectMoney: CollectMoney
}

/**
 * Returns the cost of a payment that a user is about to make, and changes nothing. Refused with `not_allowed`, and by
 * the rules that need no step. Neither the reference nor a PIN is judged.
 */
export function planOwnPayment(ports: PlanPorts): PlanOwnPayment {
  const call = callAsUser(ports)
  return async ({ who, kind, request }) => {
    const caller = await call({ who, to: actOf[kind] })
    if ('refused' in caller) return caller
    const { account } = caller
    const checked = refuseApiUse(account) ?? checkLine({ request, account, market: ports.market })
    if (isRefusal(checked)) return checked
    const balances = await ports.books.balances(account.id)
    const { availableMinor = 0n } = balances.find(({ currency }) => currency === request.currency) ?? {}
    return { ...costOf(ports, caller, { kind, request, ...checked }), availableMinor }
  }
}

/**
 * Opens a payment for a user as `sendMoney` and `collectMoney` do for a key, and records the user. Refused as they are,
 * with `not_allowed`, and with `second_person_needed` for a payout that as a batch would wait for a second person.
 */
export function openOwnPayment(ports: OwnPaymentPorts): OpenOwnPayment {
  const call = callAsUser(ports)
  return async ({ who, kind, request: asked, pin = '' }) => {
    const caller = await call({ who, to: actOf[kind] })
    if ('refused' in caller) return caller
    // A user who is signed in sends no public key.
    const request = { ...asked, apikey: '' }
    if (kind === 'collection') return ports.collectMoney({ caller, request })
    const { account } = caller
    const used = await ports.books.transactionByReference(account.id, request.reference)
    const checked = checkLine({ request, account, market: ports.market })
    // A used reference is refused as such, so that a payment that was made is found by its form.
    const isForTwo = !used && !isRefusal(checked) && costOf(ports, caller, { kind, request, ...checked }).needsSecond
    return isForTwo ? secondPersonNeeded : ports.sendMoney({ caller, request: { ...request, pin } })
  }
}

const actOf = { payout: 'payment.send', collection: 'payment.collect' } as const

type Costing = Pick<OwnPayment, 'kind' | 'request'> & { readonly amountMinor: bigint }

function costOf(
  { fees = noFees, fourEyes, clock }: Pick<PlanPorts, 'fees' | 'fourEyes' | 'clock'>,
  { account }: Pick<Caller, 'account'>,
  { kind, request: { currency, network }, amountMinor }: Costing,
): Omit<PlannedPayment, 'availableMinor'> {
  const charged = { accountId: account.id, kind, currency, network, amountMinor, atMs: clock.nowMs() }
  const { feeMinor } = chargeOf(fees.schedules, charged)
  const sum = { currency, acceptedMinor: amountMinor + feeMinor }
  return { amountMinor, feeMinor, needsSecond: kind === 'payout' && isBatchForTwo(fourEyes, [sum]) }
}
