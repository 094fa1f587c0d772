import { isRefusal, type Pay, type PaymentRequest, type Transaction, toMajor } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { EndpointDeps } from '../endpoint.ts'
import { readBody } from '../request/body.ts'
import type { ReadPayment } from '../request/schemas.ts'
import { awaitOpening, awaitOutcome } from './outcome.ts'

/** One of the contract's two operations. */
type Operation<Request extends PaymentRequest> = {
  readonly pay: Pay<Request>
  readonly read: ReadPayment<Request>
  /** The message of a success. */
  readonly message: string
}

type Deps = Pick<EndpointDeps, 'identify' | 'queued' | 'logBreakage' | 'requestMs'>

/**
 * Makes the handler of one operation's POST: the caller, the body, its fields, the core's rules, the submission's
 * outcome.
 */
export function paymentHandler<Request extends PaymentRequest>(operation: Operation<Request>, deps: Deps) {
  return async (ctx: Context): Promise<HttpAnswer> => {
    const caller = await deps.identify(ctx)
    if (isRefusal(caller)) return caller
    const received = await readBody(ctx, deps.queued)
    if (isRefusal(received)) return received
    const read = operation.read(received.body)
    if (isRefusal(read)) return read
    const leftMs = () => deps.requestMs - (performance.now() - ctx.state.startedMs)
    const opening = operation.pay({ caller, request: read.request })
    const opened = await awaitOpening(opening, leftMs(), (error) => deps.logBreakage(ctx, error))
    if (isRefusal(opened)) return opened
    const onBreakage = (error: unknown) => deps.logBreakage(ctx, error, opened.transaction.id)
    const outcome = await awaitOutcome(opened, leftMs(), onBreakage)
    return isRefusal(outcome) ? outcome : initiated(operation.message, outcome.transaction)
  }
}

function initiated(message: string, transaction: Transaction): HttpAnswer {
  const { id, reference, amountMinor, currency, network } = transaction
  const data = { reference, transaction_id: id, amount: toMajor(amountMinor, currency), currency, network }
  return { status: 201, message, data, transactionId: id }
}
