import { isFinal, type Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import {
  directionOf,
  type Entry,
  type FileRow,
  type JudgedRow,
  type Reconciliations,
  type RowPosition,
} from '../ports/operators/reconciliations.ts'
import type { JudgeAgain } from './evidence.ts'
import { judgeRepeated } from './judge.ts'
import type { Totals } from './totals.ts'
import { clocksDifferMs, judgeGroup, lastMomentOf, type NumberKey, rowKey, transactionKey } from './withoutIds.ts'

const hourMs = 3_600_000

/** How long before its row a payment may have been opened: longer than a network keeps one open. */
const openedBeforeMs = 7 * 24 * hourMs

/** The age up to which a network need not have ended an open payment. */
const stillOpenMs = 72 * hourMs

/** How long a row waits for a payment with its id: the clocks may differ by this much then. */
const rowsWaitMs = hourMs

/** How many rows are read or written together. */
const together = 1_000

/** For how many rows payments are searched at once. */
const askedTogether = 50

/** The input of a comparison: staged rows, from the first to the last moment of any, and the payments of a period. */
export type Comparison = {
  readonly books: Pick<Books, 'list' | 'transaction'>
  readonly reconciliations: Pick<Reconciliations, 'withIds' | 'unjudged' | 'judge'>
  readonly runId: string
  readonly network: string
  readonly fromMs: number
  readonly toMs: number
  /** The moments of the first and the last row; undefined in a file without rows. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | undefined
  /** The number of the first added entry. */
  readonly nextItem: number
  readonly totals: Totals
  readonly absent: Totals
  readonly keyOf: NumberKey
  readonly judgeAgain: JudgeAgain
  /** Called with the number of judged rows. */
  onJudged(rows: number): void
}

type Group = { readonly rows: FileRow[]; readonly transactions: Transaction[] }

/**
 * Judges every row, and every payment of the period without one. Payments are read forwards, an hour at a time, so that
 * only rows and payments that may still find their counterpart are kept.
 */
export async function compareFile(comparison: Comparison): Promise<void> {
  const { books, reconciliations, runId, network, fromMs, toMs, span, keyOf } = comparison
  const begin = Math.min(fromMs, span?.fromMs ?? fromMs) - openedBeforeMs
  const end = Math.max(toMs, (span?.toMs ?? toMs) + 1) + rowsWaitMs
  const groups = new Map<string, Group>()
  const writer = judgements(comparison)
  const foundById = new Set<string>()

  let taken: RowPosition = { atMs: Number.MIN_SAFE_INTEGER, line: 0 }

  async function takeRows(beforeMs: number): Promise<void> {
    for (;;) {
      await writer.flush()
      const rows = await reconciliations.unjudged({ runId, after: taken, beforeMs, limit: together })
      const found = await takeFound(rows)
      for (const row of rows) {
        taken = row
        if (found.has(row.line)) continue
        const alone = judgedAlone(row)
        if (alone) writer.row(row, alone)
        else groupOf(groups, rowKey(row, keyOf)).rows.push(row)
      }
      if (rows.length < together) return
    }
  }

  /**
   * Judges rows by their ids, whenever their payments were opened: a clock may have been wrong then. Resolves with the
   * lines of all judged rows.
   */
  async function takeFound(rows: readonly FileRow[]): Promise<ReadonlySet<number>> {
    const lines = new Set<number>()
    for (const found of await withTheirRows(comparison, await paymentsOf(comparison, rows))) {
      foundById.add(found.transaction.id)
      for (const { row, ...judged } of judgeRepeated(
        found.rows.filter((row) => isAfter(row, taken)),
        found.transaction,
      )) {
        lines.add(row.line)
        writer.row(row, judged)
      }
    }
    return lines
  }

  async function takeTransactions(some: readonly Transaction[]): Promise<void> {
    await writer.flush()
    for (const { transaction, rows } of await withTheirRows(comparison, some)) {
      const own = rows.filter((row) => isAfter(row, taken))
      if (own.length === 0 && !foundById.has(transaction.id))
        groupOf(groups, transactionKey(transaction, keyOf)).transactions.push(transaction)
      for (const { row, ...judged } of judgeRepeated(own, transaction)) writer.row(row, judged)
    }
  }

  for (let from = begin; from < end; from += hourMs) {
    const to = Math.min(from + hourMs, end)
    for (const some of await transactionsOf(books, { network, fromMs: from, toMs: to })) await takeTransactions(some)
    const isLast = to === end
    const rowsBeforeMs = isLast ? Number.MAX_SAFE_INTEGER : to - rowsWaitMs
    await takeRows(rowsBeforeMs)
    for (const [key, group] of groups) {
      if (!isLast && group.transactions.some((transaction) => lastMomentOf(transaction) > rowsBeforeMs)) continue
      groups.delete(key)
      const transactions = group.transactions.filter(({ id }) => !foundById.has(id))
      await writer.group({ rows: group.rows, transactions })
    }
  }
  await writer.flush()
}

/**
 * The result for a row that belongs to no transaction here, without reading any: our own id is never another payment's.
 */
function judgedAlone({ ours, theirs, phoneNumber }: FileRow): Omit<JudgedRow, 'line'> | undefined {
  if (ours === null && phoneNumber !== null) return undefined
  const hasId = ours !== null || theirs !== null
  return hasId
    ? { bucket: 'missing_here', transactionId: null, why: 'no payment here has its id' }
    : { bucket: 'ambiguous', transactionId: null, why: 'it has neither an id nor a number' }
}

/** The payments of the network with the id of one of these rows. */
async function paymentsOf({ books, network }: Comparison, rows: readonly FileRow[]): Promise<readonly Transaction[]> {
  const first = async (query: { readonly providerId: string } | { readonly providerRef: string }) =>
    (await books.list({ network, ...query, limit: 1 })).transactions[0]
  const paymentOf = async ({ ours, theirs }: FileRow) =>
    (ours === null ? undefined : ((await books.transaction(ours)) ?? (await first({ providerId: ours })))) ??
    (theirs === null ? undefined : await first({ providerRef: theirs }))
  const found = new Map<string, Transaction>()
  for (let from = 0; from < rows.length; from += askedTogether) {
    for (const payment of await Promise.all(rows.slice(from, from + askedTogether).map(paymentOf)))
      if (payment?.network === network) found.set(payment.id, payment)
  }
  return [...found.values()]
}

function isAfter(row: RowPosition, place: RowPosition): boolean {
  return row.atMs > place.atMs || (row.atMs === place.atMs && row.line > place.line)
}

/** All payments that were opened in a period, oldest first, some at a time. */
async function transactionsOf(
  books: Pick<Books, 'list'>,
  { network, fromMs, toMs }: { readonly network: string; readonly fromMs: number; readonly toMs: number },
): Promise<readonly (readonly Transaction[])[]> {
  const pages: Transaction[][] = []
  for (let before: string | undefined; ; ) {
    const query = { network, createdFromMs: fromMs, createdToMs: toMs, limit: together }
    const { transactions, next } = await books.list({ ...query, ...(before !== undefined && { before }) })
    if (transactions.length > 0) pages.unshift(transactions.toReversed())
    if (next === null) return pages
    before = next
  }
}

function groupOf(groups: Map<string, Group>, key: string): Group {
  const found = groups.get(key) ?? { rows: [], transactions: [] }
  groups.set(key, found)
  return found
}

/** Transactions, each with the rows that have one of its ids. */
async function withTheirRows(
  { reconciliations, runId }: Comparison,
  transactions: readonly Transaction[],
): Promise<readonly { readonly transaction: Transaction; readonly rows: readonly FileRow[] }[]> {
  const rows = await reconciliations.withIds(runId, {
    ours: transactions.flatMap(({ id, providerId }) => [id, providerId]),
    theirs: transactions.flatMap(({ providerRef }) => providerRef ?? []),
  })
  const ours = byId(rows, ({ ours }) => ours)
  const theirs = byId(rows, ({ theirs }) => theirs)
  const taken = new Set<FileRow>()
  return transactions.map((transaction) => {
    const { id, providerId, providerRef } = transaction
    const found = [ours.get(id), ours.get(providerId), providerRef === null ? [] : theirs.get(providerRef)]
    const own = [...new Set(found.flatMap((some) => some ?? []))].filter((row) => !taken.has(row))
    for (const row of own) taken.add(row)
    return { transaction, rows: own }
  })
}

function byId(rows: readonly FileRow[], idOf: (row: FileRow) => string | null): ReadonlyMap<string, FileRow[]> {
  const found = new Map<string, FileRow[]>()
  for (const row of rows) {
    const id = idOf(row)
    if (id !== null) found.set(id, [...(found.get(id) ?? []), row])
  }
  return found
}

/** Collects results, and writes them some at a time. */
function judgements({
  reconciliations,
  runId,
  fromMs,
  toMs,
  nextItem,
  totals,
  absent,
  judgeAgain,
  onJudged,
}: Comparison) {
  let rows: (Omit<JudgedRow, 'line'> & { readonly row: FileRow })[] = []
  let added: Entry[] = []
  let item = nextItem
  let judged = 0

  async function flush(): Promise<void> {
    if (rows.length + added.length === 0) return
    const verdicts: JudgedRow[] = []
    for (const { row, ...verdict } of rows) {
      const last = await lastVerdict(row, verdict)
      verdicts.push({ line: row.line, ...last })
      totals.add(last.bucket, row)
    }
    await reconciliations.judge(runId, { rows: verdicts, added })
    judged += rows.length
    onJudged(judged)
    rows = []
    added = []
  }

  async function lastVerdict(row: FileRow, verdict: Omit<JudgedRow, 'line'>): Promise<Omit<JudgedRow, 'line'>> {
    const { bucket, transactionId } = verdict
    if (bucket !== 'state_differs' || transactionId === null) return verdict
    return (await judgeAgain(row, transactionId)) ? { bucket: 'matched', transactionId, why: null } : verdict
  }

  function row(judgedRow: FileRow, verdict: Omit<JudgedRow, 'line'>): void {
    rows.push({ row: judgedRow, ...verdict })
  }

  function addAbsent(transaction: Transaction, bucket: Entry['bucket'], why: string): void {
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
    absent.add(bucket, { ...money })
    item += 1
  }

  return {
    flush,
    row,
    async group(group: Group): Promise<void> {
      const verdict = judgeGroup(group.rows, group.transactions)
      for (const { row: judgedRow, ...found } of verdict.rows) row(judgedRow, found)
      for (const transaction of verdict.ambiguous) addAbsent(transaction, 'ambiguous', 'rows that are alike may be its')
      for (const transaction of verdict.unfound) {
        const { createdAtMs, state } = transaction
        if (createdAtMs < fromMs || createdAtMs >= toMs || state === 'failed') continue
        const isYoung = isYoungFor(transaction, toMs)
        const why = isFinal(state) ? 'it ended' : 'it is open'
        addAbsent(transaction, isYoung ? 'expected' : 'missing_there', `${why}, and the file does not have it`)
      }
      if (rows.length + added.length >= together) await flush()
    },
  }
}

/** Whether its row need not be in a file that ends at a moment. */
function isYoungFor({ state, createdAtMs, updatedAtMs }: Transaction, toMs: number): boolean {
  return isFinal(state) ? updatedAtMs + clocksDifferMs >= toMs : createdAtMs >= toMs - stillOpenMs
}
