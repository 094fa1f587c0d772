import { isFinal } from '../../model/transaction.ts'
import {
  type ComparedPayment,
  directionOf,
  type Entry,
  type FileRow,
  type Reconciliations,
  type Run,
} from '../../ports/operators/reconciliations.ts'
import type { JudgeAgain } from './evidence.ts'
import { type Judged, type JudgedRow, judgeRepeated } from './judge.ts'
import { type Tally, tallied } from './likelihood.ts'
import { lostAnswers } from './lostAnswers.ts'
import { hasWholeNumber } from './maskedNumber.ts'
import type { Totals } from './totals.ts'
import type { WaitingRow, WaitingRows } from './waitingRows.ts'
import { clocksDifferMs, judgeGroup, lastMomentOf, type NumberKey, rowKey, transactionKey } from './withoutIds.ts'

const hourMs = 3_600_000

/** How long before its row a payment may have been opened: longer than a network keeps one open. */
const openedBeforeMs = 7 * 24 * hourMs

/** The age up to which a network need not have ended an open payment. */
const stillOpenMs = 72 * hourMs

/** How long a row waits for a payment with its id: the clocks may differ by this much then. */
const rowsWaitMs = hourMs

/** How many rows or payments are read or written together. */
const together = 1_000

/** How many results show whether a file is likely. None is stored before. */
const resultsThatTell = 10_000

/** Where the results of a comparison go. */
export type Stored = {
  add(entries: readonly Entry[]): Promise<void>
  readonly judgeAgain: JudgeAgain
}

/** The input of a comparison: the rows of a file that are payments, and the payments of a period. */
export type Comparison = {
  readonly reconciliations: Pick<Reconciliations, 'payments' | 'paymentsWithIds'>
  readonly run: Pick<Run, 'id' | 'network' | 'fromMs' | 'toMs'>
  readonly rows: WaitingRows
  /** The number of the first added entry. */
  readonly nextItem: number
  readonly totals: Totals
  readonly absent: Totals
  readonly keyOf: NumberKey
  /** Begins before the first result is stored: given the results so far, if they are not too many to wait. */
  begin(tally: Tally): Promise<Stored>
  /** Called with the number of judged rows. */
  onJudged(rows: number): void
}

type Group = { readonly rows: FileRow[]; readonly transactions: ComparedPayment[] }

/**
 * Judges every row, and every payment of the period without one. Payments are read once, in the order of their ids.
 * Rows without ids, and payments that may still find such a row, are kept for an hour of the file's time.
 */
export async function compareFile(comparison: Comparison): Promise<void> {
  const { rows: waiting, keyOf } = comparison
  const groups = new Map<string, Group>()
  const writer = results(comparison)
  const foundById = new Set<string>()
  const lost = lostAnswers()
  const widestMs = waiting.span()?.withinMs ?? 0

  function groupOf(key: string): Group {
    const found = groups.get(key) ?? { rows: [], transactions: [] }
    groups.set(key, found)
    return found
  }

  function takeById(payment: ComparedPayment): boolean {
    const own = waiting.withIdsOf(payment)
    for (const row of own) waiting.take(row)
    for (const judged of judgeRepeated(own, payment)) writer.judged(judged)
    return own.length > 0
  }

  function takePayments(payments: readonly ComparedPayment[]): void {
    for (const payment of payments) {
      if (takeById(payment) || foundById.has(payment.id)) continue
      groupOf(transactionKey(payment, keyOf)).transactions.push(payment)
      lost.add(payment)
    }
  }

  let judgedUntilMs = Number.NEGATIVE_INFINITY

  /** Takes the rows before a moment. After an hour of the file's time, groups are judged: there may be few payments. */
  async function takeRows(beforeMs: number): Promise<void> {
    for (;;) {
      const rows = waiting.next({ beforeMs, limit: together })
      const last = rows.at(-1)
      if (!last) return
      // Whenever its payment was opened: a clock may have been wrong then.
      for (const payment of await paymentsOf(comparison, rows)) {
        foundById.add(payment.id)
        takeById(payment)
      }
      for (const row of rows) if (waiting.waits(row)) takeAlone(row)
      await writer.flushIfMany()
      if (last.atMs >= judgedUntilMs + hourMs) await judgeUntil(last.atMs)
    }
  }

  /** Judges the groups whose payments have no row from this moment on. All rows before it were taken. */
  async function judgeUntil(untilMs: number): Promise<void> {
    judgedUntilMs = untilMs
    await judgeGroups((transaction) => lastMomentOf(transaction) <= untilMs)
  }

  function takeAlone(row: WaitingRow): void {
    waiting.take(row)
    const alone = judgedAlone(row)
    if (alone) writer.judged(alone.bucket === 'missing_here' && lost.mayHave(row) ? mayBeLost(row) : alone)
    else groupOf(rowKey(row, keyOf)).rows.push(row)
  }

  async function judgeGroups(isOver: (transaction: ComparedPayment) => boolean): Promise<void> {
    for (const [key, group] of groups) {
      if (!group.transactions.every(isOver)) continue
      groups.delete(key)
      const transactions = group.transactions.filter(({ id }) => !foundById.has(id))
      writer.group({ rows: group.rows, transactions }, lost.isSuspected)
      for (const transaction of group.transactions) lost.end(transaction)
      await writer.flushIfMany()
    }
  }

  for await (const { payments, readUntilMs } of paymentsIn(comparison)) {
    takePayments(payments)
    await writer.flushIfMany()
    const untilMs = readUntilMs - rowsWaitMs - widestMs
    if (untilMs < judgedUntilMs + hourMs) continue
    await takeRows(untilMs)
    await judgeUntil(untilMs)
  }
  await takeRows(Number.MAX_SAFE_INTEGER)
  await judgeGroups(() => true)
  await writer.flush()
}

/** Payments, and the moment before which all have been read with them. */
type ReadPayments = { readonly payments: readonly ComparedPayment[]; readonly readUntilMs: number }

/** The payments that rows may belong to, in the order of their ids. */
async function* paymentsIn({ reconciliations, run, rows }: Comparison): AsyncGenerator<ReadPayments> {
  const { network, fromMs, toMs } = run
  const span = rows.span()
  const begin = Math.min(fromMs, span?.fromMs ?? fromMs) - openedBeforeMs
  const end = Math.max(toMs, (span?.toMs ?? toMs) + 1) + rowsWaitMs + (span?.withinMs ?? 0)
  for (let after: string | undefined; ; ) {
    const opened = { network, fromMs: begin, toMs: end, limit: together }
    const payments = await reconciliations.payments({ ...opened, ...(after !== undefined && { after }) })
    const last = payments.at(-1)
    if (!last || payments.length < together) {
      yield { payments, readUntilMs: end }
      return
    }
    yield { payments, readUntilMs: last.createdAtMs }
    after = last.id
  }
}

/**
 * The result for a row that belongs to no transaction here, without reading any: it is no payment, or has our own id,
 * which is never another payment's. A number that the file masks shows no payment either.
 */
function judgedAlone(row: FileRow): JudgedRow | undefined {
  const { ours, theirs, phoneNumber, kind, unnamed = null } = row
  if (kind !== 'payment') return { row, bucket: kind === 'fee' ? 'fee' : 'not_ours', transactionId: null, why: unnamed }
  if (ours === null && hasWholeNumber(row)) return undefined
  const hasId = ours !== null || theirs !== null
  return hasId
    ? { row, bucket: 'missing_here', transactionId: null, why: 'no payment here has its id' }
    : {
        row,
        bucket: 'ambiguous',
        transactionId: null,
        why: `it has ${phoneNumber === null ? 'neither an id nor a number' : 'no id, and only a part of a number'}`,
      }
}

/** The result for a row whose payment may be here, with an id that is not known here. */
function mayBeLost(row: FileRow): JudgedRow {
  const why = 'it shows no whole number, and may belong to a payment whose id is not known here'
  return { row, bucket: 'ambiguous', transactionId: null, why }
}

/** The payments of the network with the id of one of these rows. */
async function paymentsOf(
  { reconciliations, run: { network } }: Comparison,
  given: readonly FileRow[],
): Promise<Iterable<ComparedPayment>> {
  const rows = given.filter(({ kind }) => kind === 'payment')
  const ids = { ours: rows.flatMap(({ ours }) => ours ?? []), theirs: rows.flatMap(({ theirs }) => theirs ?? []) }
  if (ids.ours.length + ids.theirs.length === 0) return []
  const payments = await reconciliations.paymentsWithIds(ids)
  const own = payments.filter((payment) => payment.network === network)
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const byProviderId = new Map(own.map((payment) => [payment.providerId, payment]))
  const byProviderRef = new Map(own.map((payment) => [payment.providerRef, payment]))
  const found = new Map<string, ComparedPayment>()
  for (const { ours, theirs } of rows) {
    const payment =
      (ours === null ? undefined : (byId.get(ours) ?? byProviderId.get(ours))) ??
      (theirs === null ? undefined : byProviderRef.get(theirs))
    if (payment?.network === network) found.set(payment.id, payment)
  }
  return found.values()
}

/** The entry of a row with its result. */
export function entryOf(row: FileRow, { bucket, transactionId, why }: Judged): Entry {
  const { line, atMs, withinMs, direction, amountMinor, currency, phoneNumber, status } = row
  const { ours, theirs, feeMinor, balanceMinor } = row
  const money = { direction, amountMinor, currency, phoneNumber, feeMinor, balanceMinor }
  return { item: line, line, atMs, withinMs, status, ...money, ours, theirs, bucket, transactionId, why }
}

/** Collects results, and writes them by the thousand; the first only when they show whether the file is likely. */
function results({ run, nextItem, totals, absent, begin, onJudged }: Comparison) {
  const { fromMs, toMs } = run
  const tally = tallied()
  let stored: Stored | undefined
  let judgedRows: JudgedRow[] = []
  let added: Entry[] = []
  let item = nextItem
  let judged = 0

  async function flush(): Promise<void> {
    stored ??= await begin(tally.all())
    const { add, judgeAgain } = stored
    const entries: Entry[] = []
    for (const found of judgedRows) {
      const isToJudge = found.bucket === 'state_differs'
      const entry = entryOf(found.row, isToJudge ? await judgedAgain(found, judgeAgain) : found)
      totals.add(entry.bucket, found.row)
      entries.push(entry)
    }
    const all = [...entries, ...added]
    for (let from = 0; from < all.length; from += together) await add(all.slice(from, from + together))
    judged += judgedRows.length
    if (judgedRows.length > 0) onJudged(judged)
    judgedRows = []
    added = []
  }

  async function judgedAgain(found: JudgedRow, judgeAgain: JudgeAgain): Promise<Judged> {
    const { row, transactionId } = found
    return transactionId !== null && (await judgeAgain(row, transactionId))
      ? { bucket: 'matched', transactionId, why: null }
      : found
  }

  function rowJudged(found: JudgedRow): void {
    judgedRows.push(found)
    tally.row(found)
  }

  function addAbsent(transaction: ComparedPayment, bucket: Entry['bucket'], why: string): void {
    const { id, kind, amountMinor, currency, phoneNumber, createdAtMs, providerId, providerRef } = transaction
    const money = {
      direction: directionOf(kind),
      amountMinor,
      currency,
      phoneNumber,
      feeMinor: null,
      balanceMinor: null,
    }
    const ids = { ours: providerId, theirs: providerRef, transactionId: id }
    added.push({ item, line: null, atMs: createdAtMs, withinMs: null, status: null, ...money, ...ids, bucket, why })
    absent.add(bucket, money)
    tally.absent(bucket)
    item += 1
  }

  return {
    flush,
    async flushIfMany(): Promise<void> {
      if (judgedRows.length + added.length >= (stored ? together : resultsThatTell)) await flush()
    },
    judged: rowJudged,
    group(group: Group, isSuspected: (transaction: ComparedPayment) => boolean): void {
      const verdict = judgeGroup(group.rows, group.transactions)
      for (const found of verdict.rows) rowJudged(found)
      for (const transaction of verdict.ambiguous) addAbsent(transaction, 'ambiguous', 'rows that are alike may be its')
      for (const transaction of verdict.unfound) {
        if (isSuspected(transaction)) {
          addAbsent(transaction, 'ambiguous', 'rows without a whole number may be its')
          continue
        }
        const { createdAtMs, state } = transaction
        if (createdAtMs < fromMs || createdAtMs >= toMs || state === 'failed') continue
        const isYoung = isYoungFor(transaction, toMs)
        const why = isFinal(state) ? 'it ended' : 'it is open'
        addAbsent(transaction, isYoung ? 'expected' : 'missing_there', `${why}, and the file does not have it`)
      }
    },
  }
}

/** Whether its row need not be in a file that ends at a moment. */
function isYoungFor({ state, createdAtMs, updatedAtMs }: ComparedPayment, toMs: number): boolean {
  return isFinal(state) ? updatedAtMs + clocksDifferMs >= toMs : createdAtMs >= toMs - stillOpenMs
}
