import type { Market } from '../../model/market.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Figures } from '../../ports/operators/figures.ts'
import type { OperatorAccount, OperatorMoney, PaidSum } from '../../ports/operators/operatorMoney.ts'
import { type Float, floatsWith, movesFloat } from './floats.ts'
import { gatheredEveryMs } from './sums.ts'

/** What looking at the operator's own money needs. */
export type FloatPorts = {
  readonly operatorMoney: Pick<OperatorMoney, 'moved' | 'paid' | 'merchants'>
  readonly figures: Pick<Figures, 'open'>
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
}

/** A float as the books have it. */
export type FloatStatus = Float & {
  /** What is in it by the books. */
  readonly minor: bigint
  /** Whether the operator has ever recorded a move into or out of it: without one, the books can't know what is in it. */
  readonly isKnown: boolean
  /** What open payouts will take out of it. */
  readonly heldMinor: bigint
  /** How long it lasts at the rate of the last hours, in milliseconds; null where nothing is paid out of it, or not known. */
  readonly runwayMs: number | null
}

/** What is in an account of the operator, by the books; below zero where more went out than came in. */
export type OperatorBalance = { readonly currency: string; readonly account: OperatorAccount; readonly minor: bigint }

/** The operator's own money. */
export type OperatorPosition = {
  /** By account; the bank has also what merchants have put in. */
  readonly balances: readonly OperatorBalance[]
  /** What the operator owes to merchants, by currency: together the balances come to this. */
  readonly owed: readonly { readonly currency: string; readonly minor: bigint }[]
  readonly floats: readonly FloatStatus[]
}

/** The function that {@link listFloat} returns. */
export type ListFloat = () => Promise<OperatorPosition>

/** By how many hours, to the hour, the rate is judged at which a float runs empty. */
const rateHours = 6

/** Lists the operator's own money: all accounts, and each float with how long it lasts. */
export function listFloat(ports: FloatPorts): ListFloat {
  const floats = findFloats(ports)
  return async () => {
    const [moved, merchants, found] = await Promise.all([
      ports.operatorMoney.moved(),
      ports.operatorMoney.merchants(),
      floats(),
    ])
    const currencies = [
      ...new Set([...ports.market.keys(), ...[...moved, ...merchants].map(({ currency }) => currency)]),
    ]
    const isListed = (account: string) => found.some((float) => float.account === account)
    const sum = (currency: string, account: OperatorAccount) =>
      moved.find((one) => one.currency === currency && one.account === account)?.minor ?? 0n
    return {
      floats: found,
      owed: merchants.map(({ currency, balanceMinor }) => ({ currency, minor: balanceMinor })),
      balances: currencies.flatMap((currency): OperatorBalance[] => {
        const funded = merchants.find((one) => one.currency === currency)?.fundedMinor ?? 0n
        const own = (['fees_paid', 'suspense', 'capital'] as const).map((account) => ({
          ...{ currency, account, minor: sum(currency, account) },
        }))
        const former = moved.filter(({ account, ...one }) => one.currency === currency && isFormer(account, isListed))
        return [
          { currency, account: 'bank', minor: sum(currency, 'bank') + funded },
          ...found
            .filter((float) => float.currency === currency)
            .map(({ account, minor }) => ({ currency, account, minor })),
          ...former,
          ...own,
        ]
      }),
    }
  }
}

function isFormer(account: string, isListed: (account: string) => boolean): boolean {
  return account.startsWith('float:') && !isListed(account)
}

/** The function that {@link findFloats} returns. */
export type FindFloats = () => Promise<readonly FloatStatus[]>

/** Finds each float of the market as the books have it. */
export function findFloats({ operatorMoney, figures, market, clock }: FloatPorts): FindFloats {
  return async () => {
    const nowMs = clock.nowMs()
    const sinceMs = nowMs - rateHours * gatheredEveryMs
    const [moved, paid, open] = await Promise.all([
      operatorMoney.moved(),
      operatorMoney.paid({ sinceMs }),
      figures.open(),
    ])
    return floatsWith(market, paid).map((float) => {
      const own = moved.find(({ currency, account }) => currency === float.currency && account === float.account)
      const minor = paid.filter((sum) => movesFloat(float, sum)).reduce(taken, own?.minor ?? 0n)
      const held = open.filter((one) => one.kind === 'payout' && movesFloat(float, one))
      const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const recent = paid.find((sum) => sum.kind === 'payout' && movesFloat(float, sum))?.recentMinor ?? 0n
      const elapsedMs = rateHours * gatheredEveryMs + (sinceMs % gatheredEveryMs)
      const isKnown = own !== undefined
      const runwayMs = isKnown ? runwayOf(minor - heldMinor, { recent, elapsedMs }) : null
      return { ...float, minor, isKnown, heldMinor, runwayMs }
    })
  }
}

function taken(minor: bigint, paid: PaidSum): bigint {
  return paid.kind === 'payout' ? minor - paid.minor : minor + paid.minor
}

/** How long an amount lasts when `recent` was paid out in so many milliseconds; null when nothing was. */
export function runwayOf(
  minor: bigint,
  { recent, elapsedMs }: { readonly recent: bigint; readonly elapsedMs: number },
): number | null {
  if (recent <= 0n) return null
  return minor <= 0n ? 0 : Number((minor * BigInt(elapsedMs)) / recent)
}
