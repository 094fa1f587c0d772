import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isFinal, type Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import {
  type Bucket,
  type BucketTotal,
  buckets,
  type FileDirection,
  isException,
  type Reconciliations,
  type Run,
  type StandingEntry,
} from '../../ports/operators/reconciliations.ts'
import { totals } from '../comparison/totals.ts'
import { allOpen, unknownRun, withdrawnRun } from './foundEntry.ts'

/** The chosen entries of a run: all open exceptions that fit every given field. */
export type EntryChoice = {
  readonly runId: string
  readonly items?: readonly number[]
  readonly buckets?: readonly Bucket[]
  readonly direction?: FileDirection
  /** The entry's whole `why`. */
  readonly why?: string
}

/** The scope of a decision: its entries, added up, and the payments that their rows would end. */
export type EntryScope = {
  readonly run: Run
  /** The number of its entries. */
  readonly entries: number
  readonly totals: readonly BucketTotal[]
  /** The open payments that differ from their rows, by their ids. */
  readonly payments: readonly string[]
  /** The accounts that get payments recorded from the rows, a total for each currency. */
  readonly accounts: readonly AccountTotal[]
}

/** Payments that rows record for an account, added up, and its available balance before. */
export type AccountTotal = {
  readonly accountId: string
  readonly currency: string
  readonly payments: number
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly availableMinor: bigint
}

/** The ports for choosing entries. */
export type ChoicePorts = {
  readonly books: Pick<Books, 'transaction' | 'balances'>
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries'>
}

/** The function that {@link findScope} returns. */
export type FindScope = (
  choice: EntryChoice & {
    /** The account of the payments, if the rows are to be recorded. */
    readonly accountId?: string
  },
) => Promise<EntryScope | OperatorRefusal>

/** The ports for finding the payments that rows would end. */
export type EndPorts = Pick<ChoicePorts, 'reconciliations'> & { readonly books: Pick<Books, 'transaction'> }

/** The function that {@link paymentsToEnd} returns. */
export type PaymentsToEnd = (choice: EntryChoice) => Promise<readonly Transaction[]>

/** The buckets that need the attention of a person. */
export const exceptions: readonly Bucket[] = buckets.filter(isException)

/**
 * The scope of a decision before it is made. Refused with `unknown_reconciliation`, `reconciliation_withdrawn` and
 * `no_such_entries`.
 */
export function findScope(ports: ChoicePorts): FindScope {
  return async ({ accountId, ...choice }) => {
    const chosen = await chosenIn(ports.reconciliations, choice)
    if ('refused' in chosen) return chosen
    const { run, entries } = chosen
    const payments = (await paymentsToEnd(ports)(choice)).map(({ id }) => id)
    const accounts = accountId === undefined ? [] : await accountTotals(ports.books, accountId, entries)
    return { run, entries: entries.length, totals: totalsOf(entries), payments, accounts }
  }
}

/** Payments of an account that rows record, added up by currency. */
export async function accountTotals(
  books: Pick<Books, 'balances'>,
  accountId: string,
  entries: readonly StandingEntry[],
): Promise<readonly AccountTotal[]> {
  const balances = new Map((await books.balances(accountId)).map((row) => [row.currency, row.availableMinor]))
  const found = new Map<string, AccountTotal>()
  for (const { currency, direction, amountMinor } of entries) {
    const before = found.get(currency) ?? { payments: 0, inMinor: 0n, outMinor: 0n }
    found.set(currency, {
      accountId,
      currency,
      payments: before.payments + 1,
      inMinor: before.inMinor + (direction === 'in' ? amountMinor : 0n),
      outMinor: before.outMinor + (direction === 'out' ? amountMinor : 0n),
      availableMinor: balances.get(currency) ?? 0n,
    })
  }
  return [...found.values()]
}

/** The open payments that would be ended with the outcome in their rows, for such a choice of entries. */
export function paymentsToEnd({ books, reconciliations }: EndPorts): PaymentsToEnd {
  return async ({ buckets = exceptions, ...choice }) => {
    if (!buckets.includes('state_differs')) return []
    const found: Transaction[] = []
    for (const entry of await fitting(reconciliations, { ...choice, buckets: ['state_differs'] })) {
      const transaction = await paymentToEnd(books, entry)
      if (transaction) found.push(transaction)
    }
    return found
  }
}

/** The open payment that a row would end. */
export async function paymentToEnd(
  books: Pick<Books, 'transaction'>,
  entry: StandingEntry,
): Promise<Transaction | undefined> {
  const transaction = await paymentThatEnds(books, entry)
  return transaction && !isFinal(transaction.state) ? transaction : undefined
}

/** The payment that has another outcome in an entry than in the books. */
export async function paymentThatEnds(
  books: Pick<Books, 'transaction'>,
  { bucket, status, transactionId }: StandingEntry,
): Promise<Transaction | undefined> {
  const saysEnd = bucket === 'state_differs' && status !== null && status !== 'pending'
  return saysEnd && transactionId !== null ? books.transaction(transactionId) : undefined
}

/** The run and the entries of a choice. Refused like {@link findScope}. */
export async function chosenIn(
  reconciliations: ChoicePorts['reconciliations'],
  choice: EntryChoice,
): Promise<{ readonly run: Run; readonly entries: readonly StandingEntry[] } | OperatorRefusal> {
  const run = await reconciliations.run(choice.runId)
  if (!run?.ended) return unknownRun(choice.runId)
  if (run.withdrawn) return withdrawnRun(run)
  const entries = await fitting(reconciliations, choice)
  if (entries.length > 0) return { run, entries }
  return { refused: 'no_such_entries', message: 'The reconciliation has no open exceptions like these' }
}

/** The choice within a request that has more fields, for entries of any bucket. */
export function givenIn({ runId, items, direction, why }: Omit<EntryChoice, 'buckets'>): EntryChoice {
  return { runId, ...(items && { items }), ...(direction && { direction }), ...(why !== undefined && { why }) }
}

/** Entries added up by bucket and currency. */
export function totalsOf(entries: readonly StandingEntry[]): readonly BucketTotal[] {
  const sums = totals()
  for (const entry of entries) sums.add(entry.bucket, entry)
  return sums.all()
}

async function fitting(
  reconciliations: Pick<Reconciliations, 'entries'>,
  { runId, items, buckets = exceptions, direction, why }: EntryChoice,
): Promise<readonly StandingEntry[]> {
  const numbers = items && new Set(items)
  const open = await allOpen(reconciliations, { runId, buckets })
  return open.filter(
    (entry) =>
      (numbers?.has(entry.item) ?? true) &&
      (direction === undefined || entry.direction === direction) &&
      (why === undefined || entry.why === why),
  )
}
