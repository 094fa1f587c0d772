import type { ActionPorts } from '../../actions/attribution.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Books } from '../../ports/books/books.ts'
import type { PaymentLinks } from '../../ports/books/paymentLinks.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Actions } from '../../ports/operators/actions.ts'
import type { Reconciliations } from '../../ports/operators/reconciliations.ts'
import type { AlikePorts } from '../rows/alikeRows.ts'

/** The fingerprint of a payment that no request has opened. */
export const recordedFingerprint = 'recorded'

/** Whether a payment was recorded from a row of its network's file, rather than opened by a request. */
export function wasRecorded({ fingerprint }: Transaction): boolean {
  return fingerprint === recordedFingerprint
}

/** The ports for recording a missing payment. */
export type RecordEntryPorts = {
  readonly accounts: Pick<AccountRepo, 'byId'>
  readonly books: Pick<Books, 'atomically' | 'transaction' | 'transactionByReference' | 'list'>
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'alike' | 'note'>
  readonly paymentLinks: Pick<PaymentLinks, 'byReference'>
  readonly actions: Pick<Actions, 'list'>
  readonly clock: Clock
} & Pick<AlikePorts, 'operatorMoney' | 'secrets' | 'nameRow' | 'alikeRows'> &
  Pick<ActionPorts, 'acted'>

/** A row of a network's file that is missing in the books, and the account of its payment. */
export type ForgottenPayment = {
  readonly runId: string
  /** The number of its entry, which is in the bucket `missing_here`. */
  readonly item: number
  readonly accountId: string
  /** The merchant's reference, which the payment uses up. */
  readonly reference: string
  /** The other party's number, in international digits, if the row has none. */
  readonly phoneNumber?: string
  /** The account's refunded collection, by its id or its reference; without it, the payment is not a refund. */
  readonly refundOf?: string
  /** Movements and payments from rows of other files, by reference or id, that this row resembles but is not. */
  readonly anotherThan?: readonly string[]
}
