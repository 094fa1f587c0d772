import { AssertionError } from 'node:assert/strict'
import { uuids } from '../../../adapters/node/node.ts'
import type {
  Clock,
  Deadline,
  Enquired,
  Kind,
  MobileProvider,
  OnExchange,
  Submitted,
  Transaction,
} from '../../../core/sente.ts'
import { aPayout } from '../kit/records.ts'
import { closing } from '../kit/trial.ts'
import type { Arranged, OpenStage, Situation, Stage } from './stage.ts'

/** The parts of an example: a stage, and payments of one kind on it. */
type Scene = {
  readonly stage: Stage
  /** A new transaction with this arranged treatment by the network. */
  submission(situation: Situation): Promise<Transaction>
  submit(transaction: Transaction, until?: Deadline, onExchange?: OnExchange): Promise<Submitted>
  /** Waits until a payment has ended and asks about it. */
  end(transaction: Transaction, onExchange?: OnExchange): Promise<Enquired>
}

type Example = (scene: Scene) => Promise<void>

/** An example with payouts. */
export const withPayouts = (example: Example) => (open: OpenStage) => onStage(open, 'payout', example)

/** An example with payouts, and then the same with collections on a stage of their own. */
export const withBothKinds = (example: Example) => async (open: OpenStage) => {
  for (const kind of ['payout', 'collection'] as const) await onStage(open, kind, example)
}

/** The moment this many milliseconds from now. */
export function deadline(clock: Clock, ms: number): Deadline {
  return { wallMs: clock.nowMs() + ms, monotonicMs: clock.monotonicMs() + ms }
}

/** The UUIDs for a provider id. */
export function idParts() {
  return { transactionId: uuids.random(), random: uuids.random() }
}

function onStage(open: OpenStage, kind: Kind, example: Example): Promise<void> {
  return closing(open, async (stage) => {
    try {
      await example(sceneOn(stage, kind))
    } catch (error) {
      if (error instanceof AssertionError) error.message = `with a ${kind}: ${error.message}`
      throw error
    }
  })
}

function sceneOn(stage: Stage, kind: Kind): Scene {
  const { provider, clock } = stage
  return {
    stage,
    async submission(situation) {
      return draft(kind, await stage.arrange(situation), provider)
    },
    submit: (transaction, until = deadline(clock, 5_000), onExchange = undefined) =>
      kind === 'payout'
        ? provider.payOut(transaction, until, onExchange)
        : provider.requestPayment(transaction, until, onExchange),
    async end(transaction, onExchange) {
      await stage.comeToEnd(transaction)
      return provider.enquire(transaction, onExchange)
    },
  }
}

function draft(kind: Kind, arranged: Arranged, provider: MobileProvider): Transaction {
  const ids = idParts()
  const made = { id: ids.transactionId, providerId: provider.providerId(ids), fingerprint: provider.fingerprint }
  return aPayout('account-1', { kind, ...made, ...arranged })
}
