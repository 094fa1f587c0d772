import type { Market } from '../../model/market.ts'
import { paysOut } from '../../model/transaction.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Figures } from '../../ports/operators/figures.ts'
import type { MerchantSum, MovedSum, OperatorAccount, OperatorMoney } from '../../ports/operators/operatorMoney.ts'
import { type Float, floatsWith, movesFloat, paidInto } from './floats.ts'
import { gatheredEveryMs } from './sums.ts'

/** The ports for reading the operator's own money. */
export type FloatPorts = {
  readonly operatorMoney: Pick<OperatorMoney, 'moved' | 'paid' | 'reports' | 'merchants'>
  readonly figures: Pick<Figures, 'open'>
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
}

/** A network's report of a float. */
export type ReportedFloat = {
  readonly minor: bigint
  readonly atMs: number
  /** Whether it is recent enough to be relied on. */
  readonly isFresh: boolean
  /** How far it was above the amount in the books, including later records; below zero: less. */
  readonly differenceMinor: bigint
}

/** A float by the books. */
export type FloatStatus = Float & {
  /** Its amount by the books. */
  readonly minor: bigint
  /**
   * Whether the operator has ever recorded a movement into or out of it: without one, the books can't know its amount.
   */
  readonly isKnown: boolean
  /** The amount of open payouts from it. */
  readonly heldMinor: bigint
  /** The network's last report of it; null if there is none. */
  readonly reported: ReportedFloat | null
  /**
   * The amount that can be paid out: by the network's report, if it is recent enough, less later payments; otherwise
   * the amount in the books, less the held one. Null if neither is known.
   */
  readonly usableMinor: bigint | null
  /**
   * How long it lasts at the rate of the last hours, in milliseconds; null if nothing is paid out of it, or its amount
   * is not known.
   */
  readonly runwayMs: number | null
}

/** The balance of an account of the operator, by the books; below zero if more went out than came in. */
export type OperatorBalance = { readonly currency: string; readonly account: OperatorAccount; readonly minor: bigint }

/** The operator's own money. */
export type OperatorPosition = {
  /** By account. The bank includes the money that merchants have put in. */
  readonly balances: readonly OperatorBalance[]
  /** The operator's debt to merchants, by currency. Together with the earnings, it equals the balances. */
  readonly owed: readonly CurrencySum[]
  /** The operator's earnings in fees, by currency, without currencies that have none. */
  readonly earned: readonly CurrencySum[]
  readonly floats: readonly FloatStatus[]
}

/** An amount in a currency. */
export type CurrencySum = { readonly currency: string; readonly minor: bigint }

/** The function that {@link listFloat} returns. */
export type ListFloat = () => Promise<OperatorPosition>

/** The number of hours, to the hour, for the rate at which a float runs empty. */
const rateHours = 6

/** How long a network's report is relied on. */
const freshMs = 15 * 60_000

/** Lists the operator's own money: all accounts, and each float with how long it lasts. */
export function listFloat(ports: FloatPorts): ListFloat {
  const floats = findFloats(ports)
  return async () => {
    const [moved, merchants, found] = await Promise.all([
      ports.operatorMoney.moved(),
      ports.operatorMoney.merchants(),
      floats(),
    ])
    return {
      floats: found,
      owed: merchants.map(({ currency, balanceMinor }) => ({ currency, minor: balanceMinor })),
      earned: merchants
        .filter(({ feesMinor }) => feesMinor !== 0n)
        .map(({ currency, feesMinor }) => ({ currency, minor: feesMinor })),
      balances: operatorBalances({ moved, merchants, floats: found, market: ports.market }),
    }
  }
}

type Sums = {
  readonly moved: readonly MovedSum[]
  readonly merchants: readonly Pick<MerchantSum, 'currency' | 'fundedMinor'>[]
  readonly floats: readonly (OperatorBalance & { readonly account: Float['account'] })[]
  readonly market: Market
}

/**
 * The balance of each account of the operator: movements, payments in the floats, and at the bank the money that
 * merchants have put in.
 */
export function operatorBalances({ moved, merchants, floats, market }: Sums): readonly OperatorBalance[] {
  const currencies = [...new Set([...market.keys(), ...[...moved, ...merchants].map(({ currency }) => currency)])]
  return currencies.flatMap((currency): OperatorBalance[] => {
    const own = moved.filter((sum) => sum.currency === currency)
    const sum = (account: OperatorAccount) => own.find((one) => one.account === account)?.minor ?? 0n
    const listed = floats.filter((float) => float.currency === currency)
    const isFormer = ({ account }: OperatorBalance) =>
      account.startsWith('float:') && !listed.some((float) => float.account === account)
    const funded = merchants.find((one) => one.currency === currency)?.fundedMinor ?? 0n
    return [
      { currency, account: 'bank', minor: sum('bank') + funded },
      ...listed.map(({ account, minor }) => ({ currency, account, minor })),
      ...own.filter(isFormer),
      ...(['fees_paid', 'suspense', 'capital'] as const).map((account) => ({ currency, account, minor: sum(account) })),
    ]
  })
}

/** The function that {@link findFloats} returns. */
export type FindFloats = () => Promise<readonly FloatStatus[]>

/** Finds each float of the market, by the books. */
export function findFloats({ operatorMoney, figures, market, clock }: FloatPorts): FindFloats {
  return async () => {
    const nowMs = clock.nowMs()
    const sinceMs = nowMs - rateHours * gatheredEveryMs
    const [moved, paid, reports, open] = await Promise.all([
      operatorMoney.moved(),
      operatorMoney.paid({ sinceMs }),
      operatorMoney.reports(),
      figures.open(),
    ])
    return floatsWith(market, paid).map((float) => {
      const isOf = (one: { readonly currency: string; readonly account: string }) =>
        one.currency === float.currency && one.account === float.account
      const own = moved.find(isOf)
      const paidMinor = paidInto(float, paid)
      const minor = (own?.minor ?? 0n) + paidMinor
      const held = open.filter((one) => paysOut(one) && movesFloat(float, { ...one, kind: 'payout' }))
      const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      const report = reports.find(isOf)
      const reported = report
        ? {
            minor: report.minor,
            atMs: report.atMs,
            isFresh: nowMs - report.atMs < freshMs,
            // As if both had been read at the time of the report: later records count, too.
            differenceMinor: report.minor - report.paidMinor - (own?.minor ?? 0n),
          }
        : null
      const byBooks = own === undefined ? null : minor - heldMinor
      const usableMinor = report && reported?.isFresh ? report.minor + paidMinor - report.paidMinor : byBooks
      const recent = paid.find((sum) => sum.kind === 'payout' && movesFloat(float, sum))?.recentMinor ?? 0n
      const elapsedMs = rateHours * gatheredEveryMs + (sinceMs % gatheredEveryMs)
      const runwayMs = usableMinor === null ? null : runwayOf(usableMinor, { recent, elapsedMs })
      return { ...float, minor, isKnown: own !== undefined, heldMinor, reported, usableMinor, runwayMs }
    })
  }
}

/** How long an amount lasts when `recent` was paid out in so many milliseconds; null when nothing was. */
export function runwayOf(
  minor: bigint,
  { recent, elapsedMs }: { readonly recent: bigint; readonly elapsedMs: number },
): number | null {
  if (recent <= 0n) return null
  return minor <= 0n ? 0 : Number((minor * BigInt(elapsedMs)) / recent)
}

/** The number of milliseconds below which a float counts as running out: time enough to top it up. */
const shortMs = 4 * 3_600_000

/** Whether a float runs out soon. */
export function runsOut({ runwayMs }: FloatStatus): boolean {
  return runwayMs !== null && runwayMs < shortMs
}

/** Whether a network's report differs from the books by more than open payments can explain. */
export function differsFromNetwork({ isKnown, reported, heldMinor }: FloatStatus): boolean {
  if (!isKnown || !reported?.isFresh) return false
  const { differenceMinor } = reported
  return (differenceMinor < 0n ? -differenceMinor : differenceMinor) > heldMinor
}
