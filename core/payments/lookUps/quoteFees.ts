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

/** The ports for a quote. */
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

/** The cost of a payment that is opened now. */
export type Quote = Pick<QuoteRequest, 'kind' | 'currency' | 'network'> & {
  readonly amountMinor: bigint
  readonly feeMinor: bigint
  /** For a collection, the part of the fee that its refunds would return. */
  readonly feeBackMinor: bigint
  /**
   * The amount to send so that the recipient can withdraw `amount` in cash, and the fee for sending it; null for a
   * collection, and if the configuration has no charges.
   */
  readonly cashOut: (CashOut & { readonly feeMinor: bigint }) | null
}

/** The function that {@link quoteFees} returns. */
export type QuoteFees = (request: {
  readonly caller: Caller
  readonly query: QuoteRequest
}) => Quote | Refusal | undefined

/**
 * Returns the cost of a payment of the caller now; undefined if the configuration has neither fees nor tables of
 * charges for cash. Refused with `kyc_incomplete` and `api_access_off`, and by the rules of currency, network and
 * amount.
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
      kind,
      currency,
      network,
      amountMinor,
      ...chargeFor(amountMinor),
      cashOut: cashOut ? { ...cashOut, feeMinor: chargeFor(cashOut.sendMinor).feeMinor } : null,
    }
  }
}
