/**
 * Which references are used up, and by which transaction. A reference is used up when a transaction is recorded with it,
 * and is unique within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}

/** What a merchant's or an operator's reference looks like, as a regular expression. */
export const referencePattern = '^[\\x21-\\x7e]{1,100}$'

/** The same in words. */
export const referenceForm = '1 to 100 visible ASCII characters'
