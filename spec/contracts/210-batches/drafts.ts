import type { Batch, Batches, BatchLine, Scope, Transaction, UnitOfWork } from '../../../core/sente.ts'
import { record } from '../kit/bookActs.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'

/** A store under test that keeps batches. */
export type BatchStore = Store & { readonly batches: Batches }

/** A draft of an account's. */
export function aBatch(accountId: string, given: Partial<Batch> = {}): Batch {
  const { id } = aPayout(accountId)
  const sums = [{ currency: 'UGX', lines: 2, acceptedMinor: 9_000n, heldMinor: 9_000n }]
  return {
    ...{ id, accountId, keyId: `key of ${id}`, reference: `salaries ${id}`, state: 'draft', digest: 'a digest' },
    ...{ lines: 2, sums, totals: null, createdAtMs: 1_000, updatedAtMs: 1_000, quarantines: 2, ...given },
  }
}

/** A waiting line. */
export function aLine({ id }: Batch, number: number, given: Partial<BatchLine> = {}): BatchLine {
  return {
    ...{ batchId: id, number, reference: `line ${id} ${number}`, phoneNumber: `25677000000${number}` },
    ...{ amountMinor: 4_500n, feeMinor: 0n, currency: 'UGX', network: 'MTN', state: 'waiting', code: null },
    ...{ description: null, metadata: {}, customerMessage: null, transactionId: null, ...given },
  }
}

/** Runs a step about a batch, and one of its lines. */
export function inBatch<T>(
  { books }: Store,
  batch: Batch,
  step: (work: UnitOfWork) => T,
  scope: Partial<Scope> = {},
): Promise<T> {
  return books.atomically({ account: batch.accountId, currency: 'UGX', batch: batch.id, events: true, ...scope }, step)
}

/** Writes a draft with lines. */
export async function draft({ batches }: BatchStore, batch: Batch, lines: readonly BatchLine[]): Promise<void> {
  await batches.draft(batch)
  await batches.addLines(lines)
}

/** All lines of a batch, with their payments. */
export function rowsOf({ batches }: BatchStore, { id }: Batch, query: Partial<LinesQuery> = {}) {
  return batches.lines({ batchId: id, after: 0, limit: 9, ...query })
}

/** Which lines. */
export type LinesQuery = Parameters<Batches['lines']>[0]

/** All lines of a batch. */
export async function linesOf(store: BatchStore, batch: Batch): Promise<BatchLine[]> {
  return (await rowsOf(store, batch)).map(({ line }) => line)
}

/** Accepts a batch with the lines `given`. */
export async function accepted(
  store: BatchStore,
  accountId: string,
  given: readonly Partial<BatchLine>[] = [{}, {}],
  change: Partial<Batch> = {},
): Promise<{ batch: Batch; lines: readonly BatchLine[] }> {
  const batch = aBatch(accountId, change)
  const lines = given.map((line, index) => aLine(batch, index + 1, line))
  await draft(store, batch, lines)
  const paying: Batch = { ...batch, state: 'paying' }
  await inBatch(store, batch, (work) => work.keepBatch(paying))
  return { batch: paying, lines }
}

/** Opens a line as a payout, without moving money. */
export async function open(store: BatchStore, batch: Batch, line: BatchLine): Promise<Transaction> {
  const { phoneNumber, reference } = line
  const payout = aPayout(batch.accountId, { phoneNumber, reference, amountMinor: 4_500n })
  const scope = { transaction: payout.id, reference, batchLine: line.number }
  const step = (work: UnitOfWork) => {
    work.record(payout)
    work.keepBatchLine({ ...line, state: 'opened', transactionId: payout.id })
  }
  await inBatch(store, batch, step, scope)
  return payout
}

/** Ends a payout in success, without moving money. */
export function end(store: BatchStore, payout: Transaction): Promise<void> {
  return record(store, { ...payout, state: 'succeeded' })
}
