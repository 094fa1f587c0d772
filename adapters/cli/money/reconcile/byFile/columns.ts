import { type Calendar, type FoundEntry, rowClasses, toDecimal } from '../../../../../core/sente.ts'
import { dayOf, local } from '../../../../formats/moment.ts'

/** The columns of a file of exceptions that show each of them. */
export const shownColumns: readonly (readonly [string, (found: FoundEntry, days: Calendar) => string | null])[] = [
  ['reconciliation', ({ run }) => run.id],
  ['entry', ({ entry }) => String(entry.item)],
  ['network', ({ run }) => run.network],
  ['at', ({ entry }, days) => local(entry.atMs, days)],
  ['day', ({ entry }, days) => dayOf(entry.atMs, days)],
  ['bucket', ({ entry }) => entry.bucket],
  ['direction', ({ entry }) => entry.direction],
  ['amount', ({ entry }) => toDecimal(entry.amountMinor, entry.currency)],
  ['currency', ({ entry }) => entry.currency],
  ['phone_number', ({ entry }) => entry.phoneNumber],
  ['status', ({ entry }) => entry.status],
  ['our_id', ({ entry }) => entry.ours],
  ['network_id', ({ entry }) => entry.theirs],
  ['transaction_id', ({ entry }) => entry.transactionId],
  ['why', ({ entry }) => entry.why],
  ['owner', ({ entry }) => entry.owner],
]

/** The columns of a payment that is to be recorded. */
export const paymentColumns = ['account', 'reference', 'refund_of'] as const

/** The columns that people fill in. */
export const filledColumns = ['decision', ...paymentColumns, 'reason', 'new_owner'] as const

/** The words of the column `decision`. */
export const decisionWords = ['resolve', ...rowClasses, 'record'] as const

/** One of {@link decisionWords}. */
export type DecisionWord = (typeof decisionWords)[number]
