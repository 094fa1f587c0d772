import { utcDays } from '../../model/days.ts'
import { toMajor } from '../../model/money.ts'
import type { Refusal, RefusalDetails } from '../../model/refusal.ts'
import { type AccountLimit, type AccountLimits, isAmountLimit, type RiskLimits } from '../../model/riskLimits.ts'
import { paysOut, type Transaction, type Way, wayOf } from '../../model/transaction.ts'
import type { DayCount } from '../../ports/books/counts.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'

/** What a limit of a day has counted, and what a payment adds to it. */
type DayLimit = {
  readonly limit: AccountLimit
  readonly way: Way
  readonly counted: 'payouts' | 'payoutsMinor' | 'collections'
  adds(transaction: Transaction): bigint
}

/** In the order in which they are checked. */
const dayLimits: readonly DayLimit[] = [
  { limit: 'payouts_a_day', way: 'payout', counted: 'payouts', adds: () => 1n },
  { limit: 'payout_amount_a_day', way: 'payout', counted: 'payoutsMinor', adds: ({ amountMinor }) => amountMinor },
  { limit: 'collections_a_day', way: 'collection', counted: 'collections', adds: () => 1n },
]

/** Whether payments of one way are counted by the day. */
export function countsDays(way: Way, limits: AccountLimits): boolean {
  return dayLimits.some((one) => one.way === way && limits[one.limit] !== null)
}

/**
 * Counts a payment on its account's day, and says until when it counts, null for not at all; or refuses it because a
 * limit of the account is reached.
 */
export function countPayment(
  work: UnitOfWork,
  transaction: Transaction,
  limits: AccountLimits,
  { days = utcDays }: Pick<RiskLimits, 'days'>,
): Refusal | Pick<Transaction, 'countedUntilMs'> {
  const { createdAtMs } = transaction
  const way = wayOf(transaction)
  const beyond = way === 'payout' ? beyondLargest(transaction, limits) : undefined
  if (beyond) return beyond
  if (!countsDays(way, limits)) return { countedUntilMs: null }
  const nowMs = work.nowMs(createdAtMs)
  const count = countNow(work.dayCount() ?? emptyCount(transaction), nowMs, days.endOf(nowMs))
  for (const { limit, counted, adds, way: counts } of dayLimits) {
    const most = limits[limit]
    if (counts !== way || most === null || count[counted] + adds(transaction) <= most) continue
    // No day makes room for what is beyond the limit by itself.
    return reached(limit, most, transaction, adds(transaction) > most ? null : count.endsAtMs - nowMs)
  }
  work.countDay(added(count, transaction, 1n))
  return { countedUntilMs: count.endsAtMs }
}

/** Refuses what is too much for one payout, which no day allows. */
export function beyondLargest(
  payout: Pick<Transaction, 'amountMinor' | 'currency'>,
  { payout_amount: largest }: AccountLimits,
): Refusal | undefined {
  if (largest === null || payout.amountMinor <= largest) return undefined
  return reached('payout_amount', largest, payout, null)
}

/** Whether a payment may have to be given back on its day, if it fails. */
export function isCounted({ countedUntilMs }: Transaction): boolean {
  return countedUntilMs !== null
}

/**
 * Gives back what a payment that has failed was counted as, while its day lasts: a payout of which no money has gone
 * anywhere, and a collection that has asked nobody.
 */
export function giveBack(work: UnitOfWork, transaction: Transaction): void {
  const { state, reason, countedUntilMs } = transaction
  if (countedUntilMs === null || state !== 'failed' || (!paysOut(transaction) && reason !== 'not_sent')) return
  const count = work.dayCount()
  if (count?.endsAtMs === countedUntilMs) work.countDay(added(count, transaction, -1n))
}

/** The length of a day on which clocks are put back. */
const longestDayMs = 25 * 3_600_000

/** What an account has used of its day in a currency, as it is at a moment. */
export function countNow(count: DayCount, nowMs: number, endsAtMs: number): DayCount {
  const leftMs = count.endsAtMs - nowMs
  // A day that was begun goes on to its end, whatever its time zone; one that ends too late is of a clock that was ahead.
  return leftMs > 0 && leftMs <= longestDayMs ? count : { ...emptyCount(count), endsAtMs }
}

/** How much of a limit an account has used. */
export function usedOf(limit: AccountLimit, count: DayCount): bigint {
  const counting = dayLimits.find((one) => one.limit === limit)
  return counting ? count[counting.counted] : 0n
}

/** What an account that has paid nothing has used of its day. */
export function emptyCount({ accountId, currency }: Pick<DayCount, 'accountId' | 'currency'>): DayCount {
  return { accountId, currency, endsAtMs: 0, payouts: 0n, payoutsMinor: 0n, collections: 0n }
}

function added(count: DayCount, transaction: Transaction, times: 1n | -1n): DayCount {
  const theirs = dayLimits.filter(({ way }) => way === wayOf(transaction))
  const sums = theirs.map(({ counted, adds }) => [counted, count[counted] + times * adds(transaction)] as const)
  return { ...count, ...Object.fromEntries(sums) }
}

/** The refusal of a payment that is beyond a limit. */
export function limitReached(details: RefusalDetails['limit_reached']): Refusal {
  return { refused: 'limit_reached', ...details }
}

function reached(
  limit: AccountLimit,
  most: bigint,
  { currency }: Pick<Transaction, 'currency'>,
  endsInMs: number | null,
): Refusal {
  const inWords = isAmountLimit(limit) ? toMajor(most, currency) : Number(most)
  return limitReached({ limit, most: inWords, currency, endsInMs })
}
