import type { Account } from '../../model/account.ts'
import type { Market } from '../../model/market.ts'
import { toMinor } from '../../model/money.ts'
import { type OperatorRefusal, unconfiguredCurrency, unknownAccount } from '../../model/operatorRefusal.ts'
import { type AccountLimit, type AccountLimits, accountLimitNames, isAmountLimit } from '../../model/riskLimits.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'

/** What each limit is to be, amounts in major units: null for no limit; what is absent stays as it is. */
export type NewLimits = { readonly [Limit in AccountLimit]?: number | null }

/** The function that {@link setLimits} returns. */
export type SetLimits = (request: {
  readonly accountId: string
  readonly currency: string
  readonly limits: NewLimits
}) => Promise<Account | OperatorRefusal>

/** The function that {@link clearLimits} returns. */
export type ClearLimits = (request: {
  readonly accountId: string
  readonly currency: string
  /** Which ones; all by default. */
  readonly limits?: readonly AccountLimit[]
}) => Promise<Account | OperatorRefusal>

/**
 * Gives an account limits of its own in a currency, which hold from its next payment on; resolves with the changed
 * account. Refused with `unknown_account`, `unknown_currency` and `malformed_limit`.
 */
export function setLimits({ accounts, market }: Pick<AccountPorts, 'accounts' | 'market'>): SetLimits {
  return async ({ accountId, currency, limits }) => {
    const set = limitsSet(limits, currency, market)
    if ('refused' in set) return set
    const changed = await accounts.change(accountId, (account) => withLimits(account, currency, set))
    return changed ?? unknownAccount(accountId)
  }
}

/**
 * Takes from an account limits of its own in a currency, so that those of every account hold again; resolves with the
 * changed account. Refused with `unknown_account`.
 */
export function clearLimits({ accounts }: Pick<AccountPorts, 'accounts'>): ClearLimits {
  return async ({ accountId, currency, limits = accountLimitNames }) => {
    const changed = await accounts.change(accountId, (account) => withoutLimits(account, currency, limits))
    return changed ?? unknownAccount(accountId)
  }
}

function limitsSet(limits: NewLimits, currency: string, market: Market): Partial<AccountLimits> | OperatorRefusal {
  if (!market.has(currency)) return unconfiguredCurrency(currency, market)
  const set: { [Limit in AccountLimit]?: bigint | null } = {}
  for (const limit of accountLimitNames) {
    const given = limits[limit]
    if (given === undefined) continue
    const most = given === null ? null : limitOf(limit, given, currency)
    if (most === undefined) return { refused: 'malformed_limit', message: `${given} can't be ${limit}: ${form(limit)}` }
    set[limit] = most
  }
  return set
}

/** The most that a limit can be; payments of a day can't come close to it. */
const highest = 1e12

/** A limit as it is kept, amounts in minor units; undefined when it can't be one. */
export function limitOf(limit: AccountLimit, given: number, currency: string): bigint | undefined {
  if (!(given >= 0 && given <= highest)) return undefined
  if (isAmountLimit(limit)) return toMinor(given, currency)
  return Number.isInteger(given) ? BigInt(given) : undefined
}

function form(limit: AccountLimit): string {
  const what = isAmountLimit(limit) ? 'an amount with no more decimals than the currency has' : 'a whole number'
  return `it is ${what}, from 0 to 10^12`
}

function withLimits(account: Account, currency: string, set: Partial<AccountLimits>): Account {
  return { ...account, limits: { ...account.limits, [currency]: { ...account.limits[currency], ...set } } }
}

function withoutLimits(account: Account, currency: string, cleared: readonly AccountLimit[]): Account {
  const { [currency]: theirs = {}, ...others } = account.limits
  const left = accountLimitNames.filter((limit) => theirs[limit] !== undefined && !cleared.includes(limit))
  const kept = Object.fromEntries(left.map((limit) => [limit, theirs[limit]]))
  return { ...account, limits: left.length === 0 ? others : { ...others, [currency]: kept } }
}
