/** Knows which references are used up, and by which transaction. A reference is unique within its account. */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
  /** Uses the reference up for a transaction; throws when it is used already. */
  claim(accountId: string, reference: string, transactionId: string): void
}
