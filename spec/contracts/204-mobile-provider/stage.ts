import type { Callback, Clock, MobileProvider, Seen, Transaction } from '../../../core/sente.ts'

/** What a network can be made to do with a submission; `losesAnswer` executes it and does not answer. */
export type Situation = 'succeeds' | 'staysOpen' | 'declines' | 'losesAnswer' | 'unreachable'

/** The fields of a transaction that a network may decide by; those left out are UGX 5,000 to 256770000001 over MTN. */
export type Arranged = Partial<Pick<Transaction, 'phoneNumber' | 'amountMinor' | 'currency' | 'network'>>

/** A provider under test, over a network of its own that does what is arranged. */
export type Stage = {
  readonly provider: MobileProvider
  /** The clock that the provider keeps deadlines by. */
  readonly clock: Clock
  /** Makes the network do this with the next submission; resolves with the fields that the submission has to have. */
  arrange(situation: Situation): Arranged | Promise<Arranged>
  /** Resolves once a submission that the network has is as arranged: ended, or still open. */
  comeToEnd(transaction: Transaction): void | Promise<void>
  /** How many times the network has taken a provider id and moved money for it, or will. */
  executed(providerId: string): number
  /** What the network states about a payment when it is asked; empty for one that states nothing. */
  seen(transaction: Transaction): Seen
  /** The network's callback about a payment, the only one on this stage, that has ended. */
  callback(transaction: Transaction): Callback | Promise<Callback>
  /** Closes all of it; called after each check, also a failed one. */
  close?(): void | Promise<void>
}

/** Opens a stage of its own for each example. */
export type OpenStage = () => Stage | Promise<Stage>
