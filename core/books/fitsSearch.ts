import { isPseudonym } from '../model/pseudonym.ts'
import type { Transaction } from '../model/transaction.ts'
import type { TransactionQuery } from '../ports/books/transactions.ts'

/** The filters of a query that name parts of a transaction's fields, for stores that look at each transaction. */
export type PartialFilters = Pick<TransactionQuery, 'phoneEnding' | 'amountsMinor' | 'part'>

/** Whether a transaction matches these filters of a query. An erased phone number has no digits. */
export function fitsSearch(transaction: Transaction, { phoneEnding, amountsMinor, part }: PartialFilters): boolean {
  const { phoneNumber, amountMinor, reference, description } = transaction
  return (
    (phoneEnding === undefined || (phoneNumber.endsWith(phoneEnding) && !isPseudonym(phoneNumber))) &&
    (amountsMinor === undefined || (amountsMinor.from <= amountMinor && amountMinor <= amountsMinor.to)) &&
    (part === undefined || inSmallLetters(`${reference} ${description ?? ''}`).includes(inSmallLetters(part)))
  )
}

/** A text as it is searched for parts: only letters from A to Z are made small, so that every store agrees. */
export function inSmallLetters(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
