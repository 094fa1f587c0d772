import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { uuids } from '../../../../adapters/node/node.ts'
import {
  type Entry,
  type FileRow,
  fileRows,
  isRefusal,
  type ReconciliationRequest,
  type Run,
  reconcile,
  type Transaction,
  uganda,
} from '../../../../core/sente.ts'
import { scopeOf } from '../../../contracts/kit/bookActs.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { anAccount, aPayout } from '../../../contracts/kit/records.ts'

/** The compared days. */
export const fromMs = Date.UTC(2026, 2, 30)
export const toMs = Date.UTC(2026, 3, 2)
const minuteMs = 60_000

/** A stage for payments and comparisons with files. */
export type PaidStore = Pick<ReturnType<typeof memoryStore>, 'books' | 'reconciliations' | 'actions' | 'operatorMoney'>

/** Payments that were made, and comparisons of files with them; in memory unless a store is given. */
export async function openWorld(
  given?: PaidStore & Pick<ReturnType<typeof memoryStore>, 'accounts'>,
  clock = manualClock(),
) {
  const store = given ?? memoryStore()
  const account = anAccount()
  await store.accounts.add(account)
  const ports = { ...store, clock, ids: uuids, market: uganda, secrets: testSecrets }
  let files = 0
  return {
    ...store,
    ports,
    /** Records a payout of UGX 5,000 over MTN that has succeeded, opened at a moment. */
    async paid(change: Partial<Transaction> = {}): Promise<Transaction> {
      const createdAtMs = change.createdAtMs ?? fromMs
      const transaction = aPayout(account.id, {
        ...{ id: uuids.ordered(createdAtMs), state: 'succeeded', updatedAtMs: createdAtMs + 2_000 },
        ...{ providerRef: `ref-${uuids.random()}`, ...change, createdAtMs },
      })
      await store.books.atomically(scopeOf(transaction), (work) => work.record(transaction))
      return transaction
    },
    /** Compares rows with the payments; returns every entry, by its number. */
    async compare(
      rows: readonly FileRow[],
      change: Partial<Run> & Pick<ReconciliationRequest, 'isSure' | 'doubts'> = {},
    ) {
      files += 1
      const request = {
        ...{ file: 'export.csv', digest: `digest ${files}`, network: 'MTN', profile: 'mtn-uganda', fromMs, toMs },
        ...{ by: 'amina', isSure: true, ...change },
      }
      const compared = await reconcile(ports)({ ...request, rows: fileRows(rows) })
      if (isRefusal(compared)) throw new Error(compared.message)
      const { run, already, ...likely } = compared
      const entries = await store.reconciliations.entries({ runId: run.id, limit: 100_000 })
      return { run, already, ...likely, entries, buckets: bucketsOf(entries) }
    },
  }
}

/** The contents of each bucket but `matched`, in the order of the file. */
export function bucketsOf(entries: readonly Entry[]): string[] {
  return entries.filter(({ bucket }) => bucket !== 'matched').map(({ bucket }) => bucket)
}

/** The row of a payment in a network's file, in minutes and without ids. */
export function rowOf(transaction: Transaction, line: number, change: Partial<FileRow> = {}): FileRow {
  const { kind, amountMinor, currency, phoneNumber, updatedAtMs } = transaction
  return {
    ...{ line, atMs: updatedAtMs - (updatedAtMs % minuteMs), withinMs: minuteMs },
    direction: kind === 'payout' ? 'out' : 'in',
    ...{ amountMinor, currency, phoneNumber, status: 'succeeded', kind: 'payment' },
    ...{ ours: null, theirs: null, feeMinor: null, balanceMinor: null, ...change },
  }
}
