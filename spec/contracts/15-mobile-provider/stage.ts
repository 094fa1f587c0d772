import { randomUUID } from 'node:crypto'
import type {
  Callback,
  Clock,
  Deadline,
  Enquired,
  Kind,
  MobileProvider,
  Seen,
  Submitted,
  Transaction,
} from '../../../core/sente.ts'

/** What a network can be made to do with a submission; `losesAnswer` executes it. */
export type Situation = 'succeeds' | 'staysOpen' | 'declines' | 'losesAnswer' | 'unreachable'

/** A provider of the adapter under test, over a network of its own whose behaviour can be arranged. */
export type Harness = {
  readonly provider: MobileProvider
  readonly clock: Clock
  /** Makes the network do this with the next submission; resolves with the phone number that the submission has to name. */
  arrange(situation: Situation): Promise<string>
  /** Waits until a submission that the network has ends as arranged. */
  comeToEnd(transaction: Transaction): Promise<void>
  /** How many times the network took the id and moved money for it, or will. */
  executed(providerId: string): number
  /** What the network states about a payment when it is asked. */
  seen(transaction: Transaction): Seen
  /** The network's callback about the one payment that has ended. */
  callback(transaction: Transaction): Promise<Callback>
  close(): Promise<void>
}

/** What an example of the contract works with. */
export type Stage = {
  harness: Harness
  /** A new transaction that the network will treat like this. */
  submission(situation: Situation): Promise<Transaction>
  submit(transaction: Transaction, until?: Deadline): Promise<Submitted>
  /** Waits until a payment has ended and asks about it. */
  end(transaction: Transaction): Promise<Enquired>
}

/** Runs an example over a network of its own. */
export async function onStage(open: () => Promise<Harness>, kind: Kind, example: (stage: Stage) => Promise<void>) {
  const harness = await open()
  const { provider, clock } = harness
  try {
    await example({
      harness,
      async submission(situation) {
        const phoneNumber = await harness.arrange(situation)
        return draft(kind, phoneNumber, provider)
      },
      submit: (transaction, until = deadline(clock, 5_000)) =>
        kind === 'payout' ? provider.payOut(transaction, until) : provider.requestPayment(transaction, until),
      async end(transaction) {
        await harness.comeToEnd(transaction)
        return provider.enquire(transaction)
      },
    })
  } finally {
    await harness.close()
  }
}

function draft(kind: Kind, phoneNumber: string, provider: MobileProvider): Transaction {
  const ids = uuids()
  return {
    id: ids.transactionId,
    accountId: 'account-1',
    kind,
    reference: 'order-1',
    phoneNumber,
    amountMinor: 5_000n,
    currency: 'UGX',
    network: 'MTN',
    state: 'submitting',
    reason: null,
    providerId: provider.providerId(ids),
    providerRef: null,
    fingerprint: provider.fingerprint,
    submitUntilMs: 0,
    createdAtMs: 0,
    updatedAtMs: 0,
    attention: null,
    followUp: { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 },
  }
}

/** What a provider id is made of. */
export function uuids() {
  return { transactionId: randomUUID(), random: randomUUID() }
}

/** The moment this many milliseconds from now. */
export function deadline(clock: Clock, ms: number): Deadline {
  return { wallMs: clock.nowMs() + ms, monotonicMs: clock.monotonicMs() + ms }
}
