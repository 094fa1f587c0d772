import type { Account } from '../../model/account.ts'
import { type Calendar, utcDays } from '../../model/days.ts'
import { type OperatorRefusal, unknownAccount } from '../../model/operatorRefusal.ts'
import type { Refusal } from '../../model/refusal.ts'
import {
  type AccountLimit,
  accountLimitNames,
  limitsIn,
  liveRiskLimits,
  type RiskLimits,
} from '../../model/riskLimits.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Caller } from '../keys/authenticate.ts'
import { refuseApiUse } from '../refuseApiUse.ts'
import { countNow, emptyCount, usedOf } from './accountLimits.ts'

/** The ports for looking up limits. By default the limits are those for real customers. */
export type LimitPorts = {
  readonly books: Books
  readonly clock: Clock
  /** The calendar of days; days in UTC by default. */
  readonly days?: Calendar
  readonly riskLimits?: RiskLimits
}

/** A limit of an account in a currency, amounts in minor units. */
export type LimitInUse = {
  readonly currency: string
  readonly limit: AccountLimit
  readonly most: bigint
  /** The part of it that is left; for the amount of one payout, all of it. */
  readonly left: bigint
  /**
   * The time from which nothing of it is used, in milliseconds since the Unix epoch; null for the limit of one payment.
   */
  readonly endsAtMs: number | null
  /** Whether it is the account's own limit, and not the one for every account. */
  readonly isOwn: boolean
}

/** The function that {@link lookUpLimits} returns. */
export type LookUpLimits = (request: {
  readonly caller: Caller
}) => Promise<{ readonly limits: readonly LimitInUse[] } | Refusal>

/** The function that {@link showLimits} returns. */
export type ShowLimits = (request: {
  readonly accountId: string
}) => Promise<{ readonly account: Account; readonly limits: readonly LimitInUse[] } | OperatorRefusal>

/**
 * The limits of the caller's account, with the part of each that is left. Refused with `kyc_incomplete` and
 * `api_access_off`.
 */
export function lookUpLimits(ports: LimitPorts): LookUpLimits {
  return async ({ caller: { account } }) => refuseApiUse(account) ?? { limits: await inUse(account, ports) }
}

/** The limits of an account, with the part of each that is left, for the operator. Refused with `unknown_account`. */
export function showLimits(ports: LimitPorts & { readonly accounts: AccountRepo }): ShowLimits {
  return async ({ accountId }) => {
    const account = await ports.accounts.byId(accountId)
    return account ? { account, limits: await inUse(account, ports) } : unknownAccount(accountId)
  }
}

async function inUse(account: Account, ports: LimitPorts): Promise<readonly LimitInUse[]> {
  const { books, clock, days = utcDays, riskLimits = liveRiskLimits } = ports
  const counts = await books.dayCounts(account.id)
  const nowMs = clock.nowMs()
  const endsAtMs = days.endOf(nowMs)
  const currencies = [...new Set([...account.activatedCurrencies, ...Object.keys(account.limits)])].sort()
  return currencies.flatMap((currency) => {
    const limits = limitsIn(currency, account.limits, riskLimits)
    const stored = counts.find((count) => count.currency === currency)
    const count = countNow(stored ?? emptyCount({ accountId: account.id, currency }), nowMs, endsAtMs)
    return accountLimitNames.flatMap((limit): LimitInUse[] => {
      const most = limits[limit]
      if (most === null) return []
      const used = usedOf(limit, count)
      const isOwn = account.limits[currency]?.[limit] !== undefined
      const left = used > most ? 0n : most - used
      return [{ currency, limit, most, left, endsAtMs: limit === 'payout_amount' ? null : count.endsAtMs, isOwn }]
    })
  })
}
