import { isOlderThanQuarantine } from '../books/quarantine.ts'
import { toMajor } from '../model/money.ts'
import type { Refusal, RefusalDetails } from '../model/refusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { LinkInStep } from '../ports/books/paymentLinks.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'
import { amountAbove, amountBelow, duplicateReference } from './rules.ts'

/** The reason why no payment is opened through a link. */
export type LinkOver = RefusalDetails['link_is_over']['because']

/** The refusal of an id that is not a payment link. */
export const linkNotFound: Refusal = { refused: 'link_not_found' }

/** The refusal of a link that is over. */
export function linkIsOver(because: LinkOver): Refusal {
  return { refused: 'link_is_over', because }
}

/** A moment of the books: the time, and the number of quarantines that have begun. */
type Now = { readonly nowMs: number; readonly quarantines: number }

/**
 * The reason why a link is over at a moment, by its use until then; undefined while it is open. A quarantine ends links
 * whose payments are counted, because the books may lack some.
 */
export function overBecause(
  { link, used }: Omit<LinkInStep, 'openId'>,
  { nowMs, quarantines }: Now,
): LinkOver | undefined {
  if (link.endedAtMs !== null) return 'ended'
  if (link.uses !== null && isOlderThanQuarantine(link, quarantines)) return 'ended'
  if (nowMs >= link.expiresAtMs) return 'expired'
  return link.uses !== null && used >= link.uses ? 'used_up' : undefined
}

/**
 * Refuses a payment through a link that is over, or of an amount outside of its bounds. A number with an open payment is
 * refused with that payment: a customer who submits twice is asked once.
 */
export function refuseThroughLink(
  work: UnitOfWork,
  { createdAtMs, amountMinor }: Pick<Transaction, 'createdAtMs' | 'amountMinor'>,
): Refusal | undefined {
  const found = work.link()
  if (!found) return linkNotFound
  if (found.openId !== null) return duplicateReference(found.openId)
  const because = overBecause(found, { nowMs: work.nowMs(createdAtMs), quarantines: work.quarantines() })
  return because ? linkIsOver(because) : outsideOf(found.link, amountMinor)
}

function outsideOf(
  { minimumMinor, maximumMinor, currency }: LinkInStep['link'],
  amountMinor: bigint,
): Refusal | undefined {
  if (amountMinor < minimumMinor) return amountBelow(toMajor(minimumMinor, currency), currency)
  return amountMinor > maximumMinor ? amountAbove(toMajor(maximumMinor, currency), currency) : undefined
}
