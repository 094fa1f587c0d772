/**
 * Which references are used up, and by which transaction. A reference is used up when a transaction is recorded with it,
 * and is unique within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}
