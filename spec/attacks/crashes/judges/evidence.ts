import type { Kind, Transaction } from '../../../../core/sente.ts'
import type { BatchRequest } from '../load/batches.ts'
import type { PaymentRequest } from '../load/merchant.ts'
import type { Decision } from '../load/operator.ts'
import type { CrashBooks } from './books.ts'
import type { Journalled } from './journal.ts'

/** The evidence of a round: the answers to merchants, the books, and the networks' file. */
export type Evidence = {
  /** With the lines of batches. */
  readonly requests: readonly PaymentRequest[]
  readonly batches: readonly BatchRequest[]
  /** The fee of a payment. */
  feeOf(kind: Kind, network: string, amount: number): bigint
  /** The part of a collection's fee that refunds give back once they have this sum; nothing if absent. */
  readonly feeBackOf?:
    | ((collection: { readonly network: string; readonly amount: number }, refunded: number) => bigint)
    | undefined
  /** The times when the operator has paused and resumed networks. */
  readonly decisions: readonly Decision[]
  readonly books: CrashBooks
  /** The networks' file before the books were read, and after. */
  readonly journal: { readonly before: Journal; readonly after: Journal }
  /** States that were final after earlier kills, by transaction. */
  readonly final: ReadonlyMap<string, string>
  /** The events of accounts after earlier kills. */
  readonly reported: ReadonlyMap<string, readonly string[]>
}

type Journal = ReadonlyMap<string, Journalled>

/** The network's own record of a transaction, if it has one. */
export function journalledOf({ network, kind, providerId }: Transaction, journal: Journal): Journalled | undefined {
  // To its network, a refund is a payout.
  return journal.get(`${network} ${kind === 'refund' ? 'payout' : kind} ${providerId}`)
}
