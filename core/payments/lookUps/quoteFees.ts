import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { type CashOut, cashOutOf } from '../../fees/cashOut.ts'
import { type Fees, noFees } from '../../fees/fees.ts'
import { chargeOf } from '../../fees/schedule.ts'
import type { Market } from '../../model/market.ts'
import { isRefusal, type Refusal } from '../../model/refusal.ts'
import type { Kind } from '../../model/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import { checkAmount } from '../rules.ts'

/** What a quote needs. */
export type QuotePorts = {
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
  /** None by default. */
  readonly fees?: Fees
}

/** A payment to be quoted; the amount in major units. */
export type QuoteRequest = {
  readonly kind: Kind
  readonly currency: string
  readonly network: string
  readonly amount: number
}

/** What a payment costs if it is opened now. */
export type Quote = Pick<QuoteRequest, 'kind' | 'currency' | 'network'> & {
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  /** Of a collection, what its refunds would give back of that. */
  readonly feeBackMinor: bigint
  /**
   * What has to be sent so that the amount can be taken out in cash, and what sending that costs; null of a collection, and
   * where the configuration does not say.
   */
  readonly cashOut: (CashOut & { readonly feeMinor: bigint }) | null
}

/** The function that {@link quoteFees} returns. */
export type QuoteFees = (request: {
  readonly caller: Caller
  readonly query: QuoteRequest
}) => Quote | Refusal | undefined

/**
 * Says what a payment of the caller would cost now; undefined where the configuration has neither fees nor tables of what
 * cash costs. Refused with `kyc_incomplete` and `api_access_off`, and by the rules of currency, network and amount.
 */
export function quoteFees({ market, clock, fees = noFees }: QuotePorts): QuoteFees {
  const isOff = fees.schedules.length + fees.cashOuts.length === 0
  return ({ caller: { account }, query }) => {
    const { kind, currency, network } = query
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    if (isOff) return undefined
    const checked = checkAmount({ request: query, market })
    if (isRefusal(checked)) return checked
    const { amountMinor } = checked
    const atMs = clock.nowMs()
    const asked = { accountId: account.id, kind, currency, network, amountMinor, atMs }
    const chargeFor = (minor: bigint) => chargeOf(fees.schedules, { ...asked, amountMinor: minor })
    const cashOut = kind === 'collection' ? undefined : cashOutOf(fees.cashOuts, asked)
    return {
      ...{ kind, currency, network, amountMinor, ...chargeFor(amountMinor) },
      cashOut: cashOut ? { ...cashOut, feeMinor: chargeFor(cashOut.sendMinor).feeMinor } : null,
    }
  }
}
