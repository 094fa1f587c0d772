import type { Transaction } from '../transaction.ts'
import type { Balance, Entry, Ledger } from './ledger.ts'
import type { ReferenceStore } from './referenceStore.ts'

/** Wrong PINs in a row, counted for one PIN. */
export type PinCount = {
  readonly pinId: string
  readonly failures: number
  /** Until when nothing is compared, in milliseconds since the Unix epoch; null while the PIN is not locked. */
  readonly lockedUntilMs: number | null
}

/** Money that the operator put into an account's balance or took out of it, under a reference that counts once. */
export type Funding = {
  readonly accountId: string
  readonly reference: string
  readonly kind: 'fund'
  readonly currency: string
  readonly amountMinor: bigint
  readonly atMs: number
}

/** The rows that a step may touch, the account's first, so that a store can lock and load them. */
export type Scope = {
  /** Names this step: running it again under the same id changes nothing and returns the first result. */
  readonly step: string
  readonly account: string
  readonly currency: string
  readonly reference?: string
  readonly transaction?: string
}

/** What a step sees and writes. What it writes it sees at once; the store has it only when the step has returned. */
export type Page = {
  /** The version of the scope's account; undefined when there is none. */
  accountVersion(): number | undefined
  /** The wrong guesses of the scope's account; undefined when none was counted yet. */
  pinCount(): PinCount | undefined
  countPin(count: PinCount): void
  readonly references: ReferenceStore
  readonly ledger: Ledger
  transaction(id: string): Transaction | undefined
  /** Adds a transaction or replaces it; throws when that would change a final state. */
  record(transaction: Transaction): void
  funding(reference: string): Funding | undefined
  /** Adds a funding of the scope's account; throws when its reference is used already. */
  fund(funding: Funding): void
}

/** What a step may return: plain JSON, since it is stored beside the step's changes. */
export type StepResult =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly StepResult[]
  | { readonly [key: string]: StepResult }

/** An account's stored balance in one currency. */
export type BalanceRow = Balance & { readonly accountId: string; readonly currency: string }

/** Everything in the books at one moment. */
export type Snapshot = {
  balances(): Iterable<BalanceRow> | AsyncIterable<BalanceRow>
  entries(): Iterable<Entry> | AsyncIterable<Entry>
}

/**
 * References, ledger and transactions, with each account's version and PIN count: the one port that a store implements
 * whole, for only together can they change all or nothing.
 */
export interface Books {
  /**
   * Runs `step` all or nothing; resolves with its result once its changes are durable. `step` is synchronous, pure but
   * for the page it is handed, and may be run again. When it returns a refusal nothing but a PIN count is kept; when it
   * throws nothing is kept and this call alone rejects.
   */
  atomically<T extends StepResult>(scope: Scope, step: (page: Page) => T): Promise<T>
  /** A transaction by its id. */
  transaction(id: string): Promise<Transaction | undefined>
  /** A transaction by its account's reference. */
  transactionByReference(accountId: string, reference: string): Promise<Transaction | undefined>
  /** An account's balances, one for each currency that was ever moved. */
  balances(accountId: string): Promise<readonly BalanceRow[]>
  /** Hands `read` everything as it stands at one moment, however long it takes to read and whatever changes meanwhile. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>
}
