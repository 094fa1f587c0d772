import { type Calendar, utcDays } from '../model/days.ts'
import type { Market } from '../model/market.ts'
import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import { isFinal, type Kind } from '../model/transaction.ts'
import type { ChangedBooks, SnapshotMoment } from '../ports/books/auditMarks.ts'
import type { ContinuedAudit, OnProgress } from '../ports/books/auditRules.ts'
import { changeOf, type LedgerAccount } from '../ports/books/ledger.ts'
import type { MoneyOfTransaction, Snapshot } from '../ports/books/snapshot.ts'
import type { Clock } from '../ports/clock.ts'
import type { ChainEnd } from '../ports/operators/actions.ts'
import type { OperatorMove } from '../ports/operators/operatorMoney.ts'
import {
  type Bucket,
  type Confirmed,
  type FileBalances,
  isException,
  type Reconciliations,
  type Run,
} from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { auditChanges } from './audit/auditChanges.ts'
import { auditAll } from './audit/continueAudit.ts'
import { type MarkedBooks, readFromMark } from './audit/markedBooks.ts'
import { watchedSnapshot } from './audit/watchedSnapshot.ts'
import { floatsWith, paidInto } from './float/floats.ts'
import { type OperatorBalance, operatorBalances } from './float/listFloat.ts'
import { type Moved, paidSums, sumMoved } from './float/sums.ts'

/** The ports for the close of a day. */
export type CloseDayPorts = {
  readonly books: MarkedBooks
  readonly reconciliations: Pick<Reconciliations, 'runs' | 'entries' | 'confirmed'>
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'digest'>
  readonly market: Market
  /** The calendar of days; days in UTC by default. */
  readonly days?: Calendar
  /** Takes the progress while everything is read. */
  readonly onProgress?: OnProgress | undefined
}

/** A day, from its beginning to the beginning of the next, in milliseconds since the Unix epoch. */
export type ClosedTime = { readonly fromMs: number; readonly toMs: number }

/** The ages of open items at the end of a day. */
export const ages = ['an hour', 'a day', 'three days', 'a month', 'longer'] as const

/** The balance of a ledger account of all merchants together at the end of the day; below zero if more went out. */
export type ClosedBalance = { readonly currency: string; readonly account: LedgerAccount; readonly minor: bigint }

/** Payments of one kind, and their amounts. */
export type ClosedPayments = {
  readonly network: string
  readonly currency: string
  readonly kind: Kind
  readonly payments: number
  readonly minor: bigint
}

/** An unexplained item by age: `age` is the shortest of {@link ages} that it does not exceed. */
export type Aged<Group> = Group & { readonly age: (typeof ages)[number] }

/** Exceptions of reconciliations. */
export type ClosedExceptions = {
  readonly network: string
  readonly bucket: Bucket
  readonly currency: string
  readonly entries: number
  readonly minor: bigint
}

/** The last balance in a network's own file whose period ends on the day. */
export type ReportedBalance = FileBalances['last'] & Pick<Run, 'network' | 'file'>

/** The state of the books at the end of a day. */
export type DayClose = ClosedTime & {
  readonly closedAtMs: number
  readonly audit: Pick<ContinuedAudit, 'ok' | 'checked' | 'since'> & {
    readonly broken: number
    readonly contradicted: number
  }
  /** The end of the record of actions when the day was closed. */
  readonly actionsEnd: ChainEnd
  /** By ledger account, the networks' float by the books among them. */
  readonly balances: readonly ClosedBalance[]
  /** By account of the operator: the bank, each float, fees and unexplained differences. */
  readonly operator: readonly OperatorBalance[]
  /** The floats in the networks' files, file by file. */
  readonly reported: readonly ReportedBalance[]
  /** The payments that succeeded on the day. */
  readonly succeeded: readonly ClosedPayments[]
  /** The open ones among all payments that were opened by the end of the day. */
  readonly open: readonly Aged<ClosedPayments>[]
  /** The unresolved exceptions: among them entries that the networks have and the books do not. */
  readonly exceptions: readonly Aged<ClosedExceptions>[]
  /** The share of the money of the 30 days before that the networks' own files confirm. */
  readonly confirmed: readonly Confirmed[]
}

/** The function that {@link closeDay} returns. */
export type CloseDay = (request: {
  /** The date, by its midnight in UTC. */
  readonly dateMs: number
  /** Whether everything is read; by default only when there is no usable mark of an audit. */
  readonly all?: boolean
}) => Promise<DayClose | OperatorRefusal>

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const bounds = [hourMs, dayMs, 3 * dayMs, 30 * dayMs]

/**
 * Sums up the state of the books at the end of a day, and audits them like `continueAudit`: after the first close only
 * rows since the last mark, and those of the day, are read. The result is the same. Refused with `day_not_over`.
 */
export function closeDay({ books, reconciliations, clock, days = utcDays, ...ports }: CloseDayPorts): CloseDay {
  return async ({ dateMs, all = false }) => {
    const closedAtMs = clock.nowMs()
    const day = days.during(dateMs)
    if (day.toMs > closedAtMs) return { refused: 'day_not_over', message: 'That day is not over yet' }
    const runs = (await reconciliations.runs({ limit: runsLookedAt })).filter(({ withdrawn }) => withdrawn === null)
    const closing = { day, ...ports }
    const { audit, ...closed } = await readFromMark(books, {
      nowMs: closedAtMs,
      all,
      changed: (changes) => closedChanges(changes, closing),
      whole: (snapshot, moment) => closedBooks(snapshot, { ...closing, moment }),
    })
    const { ok, checked, since, broken, contradicted } = audit
    return {
      ...day,
      closedAtMs,
      reported: reportedIn(runs, day),
      audit: { ok, checked, since, broken: broken.length, contradicted: contradicted.length },
      ...closed,
      exceptions: await openExceptions({ reconciliations, runs }, day.toMs),
      confirmed: await reconciliations.confirmed({ fromMs: day.toMs - 30 * dayMs }),
    }
  }
}

type Closing = { readonly day: ClosedTime; readonly moment?: SnapshotMoment | undefined } & Pick<
  CloseDayPorts,
  'secrets' | 'market' | 'onProgress'
>

/** Sums up the rows while the audit reads them: both are of one moment, and the books are read once. */
async function closedBooks(snapshot: Snapshot, { day, market, ...auditing }: Closing) {
  const sums = closingSums(day, market)
  const watched = watchedSnapshot(snapshot, {
    postings: sums.addPosting,
    operatorMoves: sums.addMove,
    transactions({ transaction }) {
      sums.addOpen(transaction)
      sums.addSucceeded(transaction)
    },
    chainEnd: sums.endActions,
  })
  const audit = await auditAll({ snapshot: watched, ...auditing })
  return { audit, ...sums.sums() }
}

/**
 * The same from the totals at a mark, wherever the day ends: postings since the mark are added, and those that are
 * dated after the day's end are taken out. The open payments are all among the changes; others count only if they
 * succeeded on the day.
 */
async function closedChanges(changes: ChangedBooks, { day, secrets, market }: Closing) {
  const sums = closingSums(day, market)
  for (const sum of await totalsBefore(changes, day.toMs)) sums.addPosting(sum)
  for await (const transaction of changes.succeededSince(day.fromMs)) sums.addSucceeded(transaction)
  const watched = watchedSnapshot(changes, {
    postings: sums.addPosting,
    operatorMoves: sums.addMove,
    transactions: ({ transaction }) => sums.addOpen(transaction),
    chainEnd: sums.endActions,
  })
  const audit = await auditChanges(watched, secrets)
  return audit && { audit, ...sums.sums() }
}

/** The totals of the postings up to the mark that are dated before a moment. */
async function totalsBefore(changes: ChangedBooks, toMs: number): Promise<Moved[]> {
  const totals = new Map(changes.markedSums().map((sum) => [`${sum.currency} ${sum.from} ${sum.to}`, sum]))
  for await (const { currency, from, to, amountMinor } of changes.datedAfter(toMs)) {
    const key = `${currency} ${from} ${to}`
    const sum = totals.get(key)
    if (sum) totals.set(key, { ...sum, postings: sum.postings - 1n, minor: sum.minor - amountMinor })
  }
  return [...totals.values()].flatMap(({ postings, minor, ...sum }) =>
    postings === 0n ? [] : [{ ...sum, amountMinor: minor, atMs: toMs - 1 }],
  )
}

/** Sums up a day, row by row. */
function closingSums(day: ClosedTime, market: Market) {
  const [balances, payments, operator] = [balancesAt(day.toMs), paymentsOf(day), operatorAt(day.toMs, market)]
  let actionsEnd: ChainEnd = { number: 0, hash: '' }
  return {
    addPosting(posting: Moved) {
      balances.add(posting)
      operator.add(posting)
    },
    addMove: operator.addMove,
    addOpen: payments.addOpen,
    addSucceeded: payments.addSucceeded,
    endActions(end: ChainEnd) {
      actionsEnd = end
    },
    sums: () => ({ actionsEnd, balances: balances.sums(), operator: operator.sums(), ...payments.sums() }),
  }
}

/** The accounts of the operator, from movements and postings before the end of the day. */
function operatorAt(toMs: number, market: Market) {
  const moves: OperatorMove[] = []
  const paid = paidSums({ sinceMs: toMs })
  const funded = new Map<string, bigint>()
  return {
    addMove(move: OperatorMove) {
      if (move.atMs < toMs) moves.push(move)
    },
    add(posting: Moved) {
      if (posting.atMs >= toMs) return
      const { currency } = posting
      paid.add(posting)
      funded.set(currency, (funded.get(currency) ?? 0n) - changeOf(posting, 'funding'))
    },
    sums(): readonly OperatorBalance[] {
      const moved = sumMoved(moves)
      const merchants = [...funded].sort().map(([currency, fundedMinor]) => ({ currency, fundedMinor }))
      const sums = inOrder(new Map(paid.sums().map((sum) => [`${sum.network} ${sum.currency} ${sum.kind}`, sum])))
      const floats = floatsWith(market, sums).map((float) => {
        const own = moved.find(({ currency, account }) => currency === float.currency && account === float.account)
        return { ...float, minor: (own?.minor ?? 0n) + paidInto(float, sums) }
      })
      return operatorBalances({ moved, merchants, floats, market })
    },
  }
}

/** The balances at a moment. Postings are never changed, so that a day's end can be summed up at any later time. */
function balancesAt(toMs: number) {
  const sums = new Map<string, ClosedBalance>()
  return {
    add(posting: Moved) {
      if (posting.atMs >= toMs) return
      for (const account of [posting.from, posting.to]) {
        const key = `${posting.currency} ${account}`
        const { minor } = sums.get(key) ?? { minor: 0n }
        sums.set(key, { currency: posting.currency, account, minor: minor + changeOf(posting, account) })
      }
    },
    sums: () => inOrder(sums),
  }
}

function paymentsOf({ fromMs, toMs }: ClosedTime) {
  const succeeded = new Map<string, ClosedPayments>()
  const open = new Map<string, Aged<ClosedPayments>>()
  return {
    addSucceeded({ network, currency, kind, amountMinor, state, updatedAtMs }: MoneyOfTransaction) {
      if (state !== 'succeeded' || updatedAtMs < fromMs || updatedAtMs >= toMs) return
      count(succeeded, { network, currency, kind }, amountMinor)
    },
    addOpen({ network, currency, kind, amountMinor, state, createdAtMs }: MoneyOfTransaction) {
      if (isFinal(state) || createdAtMs >= toMs) return
      count(open, { network, currency, kind, age: ageOf(toMs - createdAtMs) }, amountMinor)
    },
    sums: () => ({ succeeded: inOrder(succeeded), open: inOrder(open) }),
  }
}

function count<Group extends ClosedPayments>(
  groups: Map<string, Group>,
  own: Omit<Group, 'payments' | 'minor'>,
  amountMinor: bigint,
) {
  const key = Object.values(own).join(' ')
  const { payments = 0, minor = 0n } = groups.get(key) ?? {}
  groups.set(key, { ...own, payments: payments + 1, minor: minor + amountMinor } as Group)
}

/** How many of the latest reconciliations are read. */
const runsLookedAt = 1_000

function reportedIn(runs: readonly Run[], { fromMs, toMs }: ClosedTime): ReportedBalance[] {
  return runs.flatMap(({ network, file, ended, ...run }) => {
    const last = ended?.balances?.last
    const isOfDay = run.toMs > fromMs && run.toMs <= toMs
    return last && isOfDay && last.atMs < toMs ? [{ ...last, network, file }] : []
  })
}

async function openExceptions(
  { reconciliations, runs }: Pick<CloseDayPorts, 'reconciliations'> & { readonly runs: readonly Run[] },
  toMs: number,
): Promise<readonly Aged<ClosedExceptions>[]> {
  const found = new Map<string, Aged<ClosedExceptions>>()
  for (const { id: runId, network, ended } of runs) {
    const buckets = [...(ended?.totals ?? []), ...(ended?.absent ?? [])].map(({ bucket }) => bucket).filter(isException)
    if (buckets.length === 0) continue
    for (let after = 0; ; ) {
      const entries = await reconciliations.entries({ runId, buckets, open: true, after, limit: 1_000 })
      for (const { bucket, currency, amountMinor, atMs } of entries) {
        const group = { network, bucket, currency, age: ageOf(toMs - atMs) }
        const key = Object.values(group).join(' ')
        const { entries: count, minor } = found.get(key) ?? { entries: 0, minor: 0n }
        found.set(key, { ...group, entries: count + 1, minor: minor + amountMinor })
      }
      const last = entries.at(-1)
      if (!last || entries.length < 1_000) break
      after = last.item
    }
  }
  return inOrder(found)
}

function ageOf(ms: number): (typeof ages)[number] {
  const place = bounds.findIndex((bound) => ms <= bound)
  return ages[place === -1 ? bounds.length : place] ?? 'longer'
}

function inOrder<Found>(groups: ReadonlyMap<string, Found>): Found[] {
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, found]) => found)
}
