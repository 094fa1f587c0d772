import type { Calendar } from '../../model/days.ts'
import { toMajor } from '../../model/money.ts'
import type { Refusal, RefusalDetails } from '../../model/refusal.ts'
import { type AccountLimit, type AccountLimits, isAmountLimit } from '../../model/riskLimits.ts'
import { paysOut, type Transaction, type Way, wayOf } from '../../model/transaction.ts'
import type { DayCount } from '../../ports/books/counts.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'

/** The count of a limit of a day, and the part that a payment adds to it. */
type DayLimit = {
  readonly limit: AccountLimit
  readonly way: Way
  readonly counted: 'payouts' | 'payoutsMinor' | 'collections'
  adds(transaction: Transaction): bigint
}

/** In the order of the checks. */
const dayLimits: readonly DayLimit[] = [
  { limit: 'payouts_a_day', way: 'payout', counted: 'payouts', adds: () => 1n },
  { limit: 'payout_amount_a_day', way: 'payout', counted: 'payoutsMinor', adds: ({ amountMinor }) => amountMinor },
  { limit: 'collections_a_day', way: 'collection', counted: 'collections', adds: () => 1n },
]

/** Whether payments in one direction are counted by the day. */
export function countsDays(way: Way, limits: AccountLimits): boolean {
  return dayLimits.some((one) => one.way === way && limits[one.limit] !== null)
}

/**
 * Counts a payment on its account's day, and returns the time until which it counts, null for not at all; or refuses it
 * because a limit of the account is reached.
 */
export function countPayment(
  work: UnitOfWork,
  transaction: Transaction,
  limits: AccountLimits,
  days: Calendar,
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
    // No day makes room for a single payment beyond the limit.
    return reached(limit, most, transaction, adds(transaction) > most ? null : count.endsAtMs - nowMs)
  }
  work.countDay(added(count, transaction, 1n))
  return { countedUntilMs: count.endsAtMs }
}

/** Refuses a payout above the largest amount, which no day allows. */
export function beyondLargest(
  payout: Pick<Transaction, 'amountMinor' | 'currency'>,
  { payout_amount: largest }: AccountLimits,
): Refusal | undefined {
  if (largest === null || payout.amountMinor <= largest) return undefined
  return reached('payout_amount', largest, payout, null)
}

/** Whether a payment's count may have to be reversed on its day, if it fails. */
export function isCounted({ countedUntilMs }: Transaction): boolean {
  return countedUntilMs !== null
}

/**
 * Reverses the count of a failed payment while its day lasts: a payout whose money has gone nowhere, and a collection
 * that has asked nobody.
 */
export function giveBack(work: UnitOfWork, transaction: Transaction): void {
  const { state, reason, countedUntilMs } = transaction
  if (countedUntilMs === null || state !== 'failed' || (!paysOut(transaction) && reason !== 'not_sent')) return
  const count = work.dayCount()
  if (count?.endsAtMs === countedUntilMs) work.countDay(added(count, transaction, -1n))
}

/** The length of a day on which clocks are put back. */
const longestDayMs = 25 * 3_600_000

/** The use of an account's day in a currency at a moment. */
export function countNow(count: DayCount, nowMs: number, endsAtMs: number): DayCount {
  const leftMs = count.endsAtMs - nowMs
  // A begun day goes on to its end, whatever its time zone. One that ends too late is from a clock that was ahead.
  return leftMs > 0 && leftMs <= longestDayMs ? count : { ...emptyCount(count), endsAtMs }
}

/** The used part of a limit. */
export function usedOf(limit: AccountLimit, count: DayCount): bigint {
  const counting = dayLimits.find((one) => one.limit === limit)
  return counting ? count[counting.counted] : 0n
}

/** The use of the day of an account that has paid nothing. */
export function emptyCount({ accountId, currency }: Pick<DayCount, 'accountId' | 'currency'>): DayCount {
  return { accountId, currency, endsAtMs: 0, payouts: 0n, payoutsMinor: 0n, collections: 0n }
}

function added(count: DayCount, transaction: Transaction, times: 1n | -1n): DayCount {
  const theirs = dayLimits.filter(({ way }) => way === wayOf(transaction))
  const sums = theirs.map(({ counted, adds }) => [counted, count[counted] + times * adds(transaction)] as const)
  return { ...count, ...Object.fromEntries(sums) }
}

/** The refusal of a payment beyond a limit. */
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
