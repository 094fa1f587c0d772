import { eventIdOf } from '../../books/events/event.ts'
import { type OperatorRefusal, unknownTransaction } from '../../model/operatorRefusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { KeptExchange, Movements, PaymentCases } from '../../ports/books/cases.ts'
import type { AnnotatedTransaction } from '../../ports/books/transactions.ts'
import type { FoundEntry, Reconciliations } from '../../ports/operators/reconciliations.ts'
import type { DeliveryAttempt, Webhooks } from '../../ports/webhooks.ts'
import { exchangesIn } from './keepExchanges.ts'

/** The ports for finding a case. */
export type CasePorts = Pick<AccountPorts, 'books'> & {
  readonly cases: PaymentCases
  readonly reconciliations: Pick<Reconciliations, 'about'>
  readonly webhooks: Pick<Webhooks, 'ofAccount' | 'attempts'>
}

/** An attempt to notify a merchant of the end of a payment, with its endpoint. */
export type CaseDelivery = DeliveryAttempt & { readonly endpointId: string; readonly url: string }

/** All records about a payment. */
export type PaymentCase = AnnotatedTransaction &
  Movements & {
    /** The stored exchanges, oldest first. */
    readonly exchanges: readonly KeptExchange[]
    /** The stored attempts, oldest first. */
    readonly deliveries: readonly CaseDelivery[]
    /** The results about it of comparisons with its network's files, first one first. */
    readonly reconciled: readonly FoundEntry[]
    /** The id of the event of its end; null while it is open. */
    readonly eventId: string | null
  }

/** The function that {@link findCase} returns. */
export type FindCase = (request: { readonly transactionId: string }) => Promise<PaymentCase | OperatorRefusal>

/** How often it is read again because the payment has changed meanwhile. */
const mostReadings = 5

/**
 * Finds all records about a payment, for the operator. Its parts are consistent: when the payment changes during the
 * reading, it is read again. Refused with `unknown_transaction`.
 */
export function findCase({ books, cases, webhooks, reconciliations }: CasePorts): FindCase {
  async function deliveriesOf(accountId: string, sequence: number | undefined): Promise<CaseDelivery[]> {
    if (sequence === undefined) return []
    const endpoints = await webhooks.ofAccount(accountId)
    const found = endpoints.map(async ({ id, url }) => {
      const { attempts } = await webhooks.attempts(id, { sequence, limit: mostAttempts })
      return attempts.map((attempt) => ({ ...attempt, endpointId: id, url }))
    })
    return (await Promise.all(found)).flat().sort((one, other) => one.atMs - other.atMs)
  }

  async function read(annotated: AnnotatedTransaction): Promise<PaymentCase> {
    const { id, accountId } = annotated.transaction
    const exchanges = exchangesIn(await cases.exchanges(id))
    const movements = await cases.movements(annotated.transaction)
    const [event] = movements.events
    const deliveries = await deliveriesOf(accountId, event?.sequence)
    const reconciled = await reconciliations.about(id)
    return { ...annotated, ...movements, exchanges, deliveries, reconciled, eventId: event ? eventIdOf(event) : null }
  }

  return async ({ transactionId }) => {
    let annotated = await books.annotated(transactionId)
    for (let readings = 0; annotated; readings += 1) {
      const found = await read(annotated)
      const after = await books.annotated(transactionId)
      if (readings === mostReadings || stateOf(after) === stateOf(annotated)) return found
      annotated = after
    }
    return unknownTransaction(transactionId)
  }
}

/** An event never has more attempts than this. */
const mostAttempts = 100

/** A text that changes with every change of a payment. */
function stateOf(annotated: AnnotatedTransaction | undefined): string {
  const { transaction, annotations = [] } = annotated ?? {}
  return JSON.stringify([transaction?.state, transaction?.attention, transaction?.followUp, annotations.length])
}
