import { type Attribution, refuseAttribution } from '../actions/attribution.ts'
import { floatAccountOf, floatsOf, type Product, products } from '../books/float/floats.ts'
import { type MoneyPorts, moveOperatorMoney } from '../books/float/moveOperatorMoney.ts'
import { type Calendar, utcDays } from '../model/days.ts'
import { toMajor } from '../model/money.ts'
import { isExplanation, malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import { isRefusal } from '../model/refusal.ts'
import type { OperatorMove } from '../ports/operators/operatorMoney.ts'
import type { Reconciliations, Run, StandingEntry } from '../ports/operators/reconciliations.ts'
import { unknownRun, withdrawnRun } from './entries/foundEntry.ts'

/** The ports for booking fees. */
export type FeesTakenPorts = MoneyPorts & {
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries'>
  /** The calendar of days; days in UTC by default. */
  readonly days?: Calendar
}

/** The fees to book: those of a comparison's rows in `fee`. */
export type FeesTakenRequest = {
  readonly runId: string
  /** The product of the float, if the network has one for each; payouts by default. */
  readonly product?: Product
}

/** The fees that a network took on a day, in one currency. */
export type DayOfFees = {
  /** The date, by its midnight in UTC. */
  readonly dateMs: number
  readonly currency: string
  /** By the file, less returned fees; null if the file was not read for it. */
  readonly minor: bigint | null
  /** The movement that booked the fees of the day, from this file or another; null if there is none. */
  readonly move: OperatorMove | null
}

/** The fees of a comparison, by day. */
export type FeesTaken = {
  readonly run: Run
  readonly days: readonly DayOfFees[]
  /** The number of rows of days that the comparison does not cover completely: they are not booked. */
  readonly rowsOutside: number
}

/** The fees of a comparison, and the number of days that were booked now. */
export type BookedFees = FeesTaken & { readonly booked: number }

/** The function that {@link bookFees} returns. */
export type BookFees = (
  request: FeesTakenRequest & Attribution & { readonly because: string },
) => Promise<BookedFees | OperatorRefusal>

/**
 * Books the fees that a network took: from its float into `fees_paid`, a movement for each day that the comparison
 * covers completely. A day is booked once, whatever files have it, so that no row counts twice. Refused with
 * `unknown_reconciliation`, `no_such_entries`, `malformed_explanation`, and like `moveOperatorMoney`.
 */
export function bookFees(ports: FeesTakenPorts): BookFees {
  return async (request) => {
    const { by, because, approval } = request
    const found = refuseAttribution(request) ?? (await findFeesTaken(ports)(request))
    if ('refused' in found) return found
    const booked = new Map<DayOfFees, OperatorMove>()
    const toBook = daysToBook(found, approval !== undefined)
    for (const [index, day] of toBook.entries()) {
      const text = `fees of ${dateText(day)} in ${found.run.network}'s file ${found.run.file}: ${because}`
      if (!isExplanation(text)) return malformedExplanation
      // The last one ends the proposal: until then the rest after a crash is booked by approving it again.
      const isLast = index === toBook.length - 1
      const own = approval && { ...approval, proposal: isLast ? approval.proposal : null }
      const moved = await moveOperatorMoney(ports)({
        ...moveOf(day, found),
        runId: found.run.id,
        by,
        because: text,
        approval: own,
      })
      if (isRefusal(moved)) return moved
      if (moved.isNew) booked.set(day, moved.move)
    }
    const days = found.days.map((day) => ({ ...day, move: booked.get(day) ?? day.move }))
    return { run: found.run, days, rowsOutside: found.rowsOutside, booked: booked.size }
  }
}

/** The days that are not booked. If only a proposal is left, a booked day, which ends it. */
function daysToBook({ days }: FoundFeesTaken, isApproved: boolean): readonly DayOfFees[] {
  const left = days.filter(({ move, minor }) => move === null && minor !== 0n)
  if (left.length > 0 || !isApproved) return left
  return days.filter((day) => day.move !== null && !isBookedOtherwise(day)).slice(-1)
}

/** Whether another amount was booked for a day than the one in the file. */
export function isBookedOtherwise({ minor, move }: DayOfFees): boolean {
  return minor !== null && move !== null && minor !== bookedMinor(move)
}

/** The effect of a movement on `fees_paid`; below zero if it took money out. */
export function bookedMinor({ to, amountMinor }: OperatorMove): bigint {
  return to === 'fees_paid' ? amountMinor : -amountMinor
}

/** The fees of a comparison, and the float of each currency from which they are taken. */
export type FoundFeesTaken = FeesTaken & { readonly accounts: ReadonlyMap<string, `float:${string}`> }

/** The function that {@link findFeesTaken} returns. */
export type FindFeesTaken = (request: FeesTakenRequest) => Promise<FoundFeesTaken | OperatorRefusal>

/** Finds the fees of a comparison by day, with the booked part. Refused like {@link bookFees}. */
export function findFeesTaken(ports: FeesTakenPorts): FindFeesTaken {
  const { reconciliations, operatorMoney, market, days: calendar = utcDays } = ports
  return async ({ runId, product = products.payout }) => {
    const run = await reconciliations.run(runId)
    if (!run?.ended) return unknownRun(runId)
    if (run.withdrawn) return withdrawnRun(run)
    const currencies = currenciesOf(run)
    if (currencies.length === 0) return { refused: 'no_such_entries', message: 'It has no rows of fees' }
    const accounts = new Map<string, `float:${string}`>()
    for (const currency of currencies) {
      const float = floatAccountOf(market, { network: run.network, currency, product })
      if (isRefusal(float)) return float
      accounts.set(currency, float.account)
    }
    const { sums, rowsOutside } = await sumsByDay(reconciliations, run, calendar)
    const days = sums.map(async (day): Promise<DayOfFees> => {
      const account = accounts.get(day.currency) ?? 'float:'
      return { ...day, move: (await operatorMoney.byReference(referenceOf(day, account))) ?? null }
    })
    return { run, accounts, rowsOutside, days: await Promise.all(days) }
  }
}

/** The function that {@link findBookedFees} returns. */
export type FindBookedFees = (request: { readonly run: Run }) => Promise<readonly DayOfFees[]>

/** The fees that were booked for the days of a comparison, from any file. It reads no row. */
export function findBookedFees({
  operatorMoney,
  market,
  days = utcDays,
}: Pick<FeesTakenPorts, 'operatorMoney' | 'market' | 'days'>): FindBookedFees {
  return async ({ run }) => {
    const currencies = currenciesOf(run)
    const floats = floatsOf(market).filter(
      ({ network, currency }) => network === run.network && currencies.includes(currency),
    )
    const found: DayOfFees[] = []
    for (const dateMs of currencies.length > 0 ? wholeDays(run, days) : []) {
      for (const { account, currency } of floats) {
        const move = await operatorMoney.byReference(referenceOf({ dateMs, currency }, account))
        if (move) found.push({ dateMs, currency, minor: null, move })
      }
    }
    return found
  }
}

function currenciesOf({ ended }: Run): readonly string[] {
  return (ended?.totals ?? []).filter(({ bucket }) => bucket === 'fee').map(({ currency }) => currency)
}

/** The dates that a comparison covers completely, and that had ended when it was made. */
function* wholeDays({ fromMs, toMs, begunAtMs }: Run, calendar: Calendar): Generator<number> {
  const dayMs = 24 * 3_600_000
  for (let dateMs = calendar.dateOf(fromMs); ; dateMs += dayMs) {
    const day = calendar.during(dateMs)
    if (day.toMs > Math.min(toMs, begunAtMs)) return
    if (day.fromMs >= fromMs) yield dateMs
  }
}

async function sumsByDay(
  reconciliations: Pick<Reconciliations, 'entries'>,
  run: Run,
  calendar: Calendar,
): Promise<{ sums: readonly Omit<DayOfFees, 'move'>[]; rowsOutside: number }> {
  const whole = new Set(wholeDays(run, calendar))
  const sums = new Map<string, { dateMs: number; currency: string; minor: bigint }>()
  let rowsOutside = 0
  for await (const row of feesIn(reconciliations, run.id)) {
    const { currency } = row
    const dateMs = calendar.dateOf(row.atMs)
    if (!whole.has(dateMs)) {
      rowsOutside += 1
      continue
    }
    const key = `${dateMs} ${currency}`
    const { minor } = sums.get(key) ?? { minor: 0n }
    sums.set(key, { dateMs, currency, minor: minor + tookMinor(row) })
  }
  return { sums: [...sums.values()].sort((one, other) => one.dateMs - other.dateMs), rowsOutside }
}

async function* feesIn(
  reconciliations: Pick<Reconciliations, 'entries'>,
  runId: string,
): AsyncGenerator<StandingEntry> {
  const limit = 1_000
  for (let after = 0; ; ) {
    const rows = await reconciliations.entries({ runId, buckets: ['fee'], after, limit })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < limit) return
    after = last.item
  }
}

/** The amount that a row took from the float: nothing if it failed or was taken back. */
function tookMinor({ status, direction, amountMinor }: StandingEntry): bigint {
  if (status !== 'succeeded' || direction === 'between') return 0n
  return direction === 'out' ? amountMinor : -amountMinor
}

const dates = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The reference of the fees of a day: the same from every file. */
function referenceOf(day: Pick<DayOfFees, 'dateMs' | 'currency'>, account: string): string {
  return `fees-${dateText(day)}-${day.currency}-${account}`
}

function dateText({ dateMs }: Pick<DayOfFees, 'dateMs'>): string {
  const parts = new Map(dates.formatToParts(dateMs).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

function moveOf(day: DayOfFees, { accounts }: FoundFeesTaken) {
  const { currency, minor } = day
  const account = accounts.get(currency) ?? 'float:'
  const tookMinor = minor ?? 0n
  const [from, to] = tookMinor > 0n ? [account, 'fees_paid'] : ['fees_paid', account]
  const amount = toMajor(tookMinor > 0n ? tookMinor : -tookMinor, currency)
  return { kind: 'adjust', currency, from, to, amount, reference: referenceOf(day, account) } as const
}
