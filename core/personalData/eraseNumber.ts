import { isPseudonym } from '../model/pseudonym.ts'
import { isFinal, isFollowed, type Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import type { Annotation } from '../ports/books/transactions.ts'
import type { Acting } from '../ports/operators/actions.ts'

/** The pseudonym of a phone number, and the records written with the erasure. The number itself is in none of them. */
type NumberErasure = {
  readonly pseudonym: string
  readonly note?: Annotation
  readonly acting?: Acting
  readonly atMs: number
}

/**
 * Erases the phone number of a payment in a step, and the prompts to it that no longer count. Returns false, and erases
 * nothing, when the payment still needs it or has none left.
 */
export function eraseNumber(
  books: Pick<Books, 'atomically'>,
  { id, accountId, currency, phoneNumber }: Transaction,
  { pseudonym, note, acting, atMs }: NumberErasure,
): Promise<boolean> {
  const scope = { account: accountId, currency, transaction: id, phoneNumber }
  return books.atomically({ ...scope, ...(acting && { action: { proposal: null } }) }, (work) => {
    const current = work.transaction(id)
    if (!current || needsNumber(current) || isPseudonym(current.phoneNumber)) return false
    work.erasePhoneNumber(id, pseudonym)
    if (note) work.annotate(note)
    if (acting) work.act(acting)
    const nowMs = work.nowMs(atMs)
    work.keepPrompts(work.prompts().filter((prompt) => prompt.isOpen || Math.abs(nowMs - prompt.atMs) < hourMs))
    return true
  })
}

/** Whether a payment's network may still receive its number, or be asked about it. */
export function needsNumber(transaction: Transaction): boolean {
  return !isFinal(transaction.state) || isFollowed(transaction)
}

const hourMs = 3_600_000
