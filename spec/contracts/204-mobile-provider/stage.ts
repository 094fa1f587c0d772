import type { Callback, Clock, MobileProvider, Seen, Transaction } from '../../../core/sente.ts'

/** The possible treatments of a submission by a network; `losesAnswer` executes it and does not answer. */
export type Situation = 'succeeds' | 'staysOpen' | 'declines' | 'losesAnswer' | 'unreachable'

/** The fields of a transaction that can decide the treatment; the defaults are UGX 5,000 to 256770000001 over MTN. */
export type Arranged = Partial<Pick<Transaction, 'phoneNumber' | 'amountMinor' | 'currency' | 'network'>>

/** A provider under test, over a network of its own with arranged behaviour. */
export type Stage = {
  readonly provider: MobileProvider
  /** The provider's clock for deadlines. */
  readonly clock: Clock
  /**
   * Arranges the network's treatment of the next submission; resolves with the fields that the submission must have.
   */
  arrange(situation: Situation): Arranged | Promise<Arranged>
  /** Resolves once the network's submission is in the arranged state: ended, or still open. */
  comeToEnd(transaction: Transaction): void | Promise<void>
  /** The number of times that the network has taken a provider id and moved money for it, or will. */
  executed(providerId: string): number
  /**
   * The fields that the network's answer to an enquiry states about a payment; empty for a network that states nothing.
   */
  seen(transaction: Transaction): Seen
  /** The network's callback about an ended payment, the only one on this stage. */
  callback(transaction: Transaction): Callback | Promise<Callback>
  /** Closes the stage; called after each check, also after a failed one. */
  close?(): void | Promise<void>
}

/** Opens a stage of its own for each example. */
export type OpenStage = () => Stage | Promise<Stage>
