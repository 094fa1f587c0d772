/**
 * Knows which references are used up, and by which transaction: by the one that was recorded with it. A reference is unique
 * within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}
