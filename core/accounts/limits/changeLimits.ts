import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { Account } from '../../model/account.ts'
import type { Market } from '../../model/market.ts'
import { toDecimal, toMinor } from '../../model/money.ts'
import { type OperatorRefusal, unconfiguredCurrency, unknownAccount } from '../../model/operatorRefusal.ts'
import { type AccountLimit, type AccountLimits, accountLimitNames, isAmountLimit } from '../../model/riskLimits.ts'
import type { AccountChangePorts, AccountPorts } from '../../ports/accountPorts.ts'
import type { Facts } from '../../ports/operators/actions.ts'

/** The new value of each limit, amounts in major units: null for no limit. Absent ones stay unchanged. */
export type NewLimits = { readonly [Limit in AccountLimit]?: number | null }

/** The function that {@link setLimits} returns. */
export type SetLimits = (
  request: { readonly accountId: string; readonly currency: string; readonly limits: NewLimits } & Attribution,
) => Promise<Account | OperatorRefusal>

/** The function that {@link clearLimits} returns. */
export type ClearLimits = (
  request: {
    readonly accountId: string
    readonly currency: string
    /** The limits; all by default. */
    readonly limits?: readonly AccountLimit[]
  } & Attribution,
) => Promise<Account | OperatorRefusal>

/**
 * Gives an account limits of its own in a currency, which apply from its next payment on. Resolves with the changed
 * account. Refused with `unknown_account`, `unknown_currency` and `malformed_limit`.
 */
export function setLimits(ports: AccountChangePorts & Pick<AccountPorts, 'market'>): SetLimits {
  return async (request) => {
    const { currency, limits } = request
    const set = limitsSet(limits, currency, ports.market)
    return 'refused' in set ? set : change(ports, request, (account) => withLimits(account, currency, set))
  }
}

/**
 * Clears an account's own limits in a currency, so that those for every account apply again. Resolves with the changed
 * account. Refused with `unknown_account`.
 */
export function clearLimits(ports: AccountChangePorts): ClearLimits {
  return (request) => {
    const { currency, limits = accountLimitNames } = request
    return change(ports, request, (account) => withoutLimits(account, currency, limits))
  }
}

/** The ports for changing limits. */
async function change(
  ports: AccountChangePorts,
  request: { readonly accountId: string; readonly currency: string } & Attribution,
  how: (account: Account) => Account,
): Promise<Account | OperatorRefusal> {
  const refusal = refuseAttribution(request)
  if (refusal) return refusal
  const { accountId, currency, approval } = request
  const evenIfSame = approval !== undefined
  const acting = recording(
    ports,
    request,
  )((before: Account, after: Account) => done(currency, [before, after], { evenIfSame }))
  return (await ports.accounts.change(accountId, how, acting)) ?? unknownAccount(accountId)
}

/**
 * The action for a change of an account's own limits; undefined when nothing has changed, unless that is to be
 * recorded, too.
 */
function done(
  currency: string,
  [before, after]: readonly [Account, Account],
  { evenIfSame }: { readonly evenIfSame: boolean },
): Done | undefined {
  const [was, is] = [factsOf(before, currency), factsOf(after, currency)]
  if (!evenIfSame && JSON.stringify(was) === JSON.stringify(is)) return undefined
  return { kind: 'account.limit', accountId: after.id, subject: `limits in ${currency}`, before: was, after: is }
}

/** Limits by their names, amounts in decimals; `none` for no limit. */
function factsOf({ limits }: Account, currency: string): Facts {
  const theirs = limits[currency] ?? {}
  const inWords = (limit: AccountLimit, most: bigint | null) => {
    if (most === null) return 'none'
    return isAmountLimit(limit) ? toDecimal(most, currency) : String(most)
  }
  const given = accountLimitNames.flatMap((limit) => {
    const most = theirs[limit]
    return most === undefined ? [] : [[limit, inWords(limit, most)] as const]
  })
  return Object.fromEntries(given)
}

function limitsSet(limits: NewLimits, currency: string, market: Market): Partial<AccountLimits> | OperatorRefusal {
  if (!market.has(currency)) return unconfiguredCurrency(currency, market)
  const set: { [Limit in AccountLimit]?: bigint | null } = {}
  for (const limit of accountLimitNames) {
    const given = limits[limit]
    if (given === undefined) continue
    const most = given === null ? null : limitOf(limit, given, currency)
    if (most === undefined) {
      return { refused: 'malformed_limit', message: `${given} can't be ${limit}: ${form(limit)}`, about: limit }
    }
    set[limit] = most
  }
  return set
}

/** The highest value of a limit; payments of a day can't come close to it. */
const highest = 1e12

/** A limit in its stored form, amounts in minor units; undefined when it is invalid. */
export function limitOf(limit: AccountLimit, given: number, currency: string): bigint | undefined {
  if (!(given >= 0 && given <= highest)) return undefined
  if (isAmountLimit(limit)) return toMinor(given, currency)
  return Number.isInteger(given) ? BigInt(given) : undefined
}

function form(limit: AccountLimit): string {
  const what = isAmountLimit(limit) ? 'an amount with no more decimals than the currency has' : 'a whole number'
  return `it must be ${what}, from 0 to 10^12`
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
