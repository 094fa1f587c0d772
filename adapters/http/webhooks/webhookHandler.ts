import { type Caller, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { Aborted, AccountQueues } from '../caller/accountQueues.ts'
import { type EndpointDeps, type Handle, identifiedHandler, isRead, type WebhookDeps } from '../endpoint.ts'
import { callerRefusals } from '../openapi/operation.ts'
import { endpointIdParameter } from './endpointSchemas.ts'

/** The path of an account's endpoints. */
export const endpointsPath = '/api/v1/webhook-endpoints'

/** The documentation that all operations of webhooks share. */
export const webhookOperation = {
  tag: 'Webhooks',
  refusals: [...callerRefusals, 'webhooks_off', 'request_aborted'],
} as const

/** The documentation that all operations of one endpoint share. */
export const endpointOperation = {
  ...webhookOperation,
  parameters: [endpointIdParameter],
  refusals: [...webhookOperation.refusals, 'endpoint_not_found'],
} as const

/** A request of a known caller about endpoints. */
export type WebhookRequest = {
  readonly caller: Caller
  readonly ctx: Context
  readonly webhooks: WebhookDeps
  readonly queued: AccountQueues
}

type Answer = (request: WebhookRequest) => Promise<HttpAnswer>

/**
 * Makes the handler of a request about endpoints, by its method; refused if webhooks are not configured. Look-ups wait
 * for the account's turn; the others do so once their bodies were read.
 */
export function webhookHandler(
  { webhooks, queued, ...deps }: Pick<EndpointDeps, 'identify' | 'queued' | 'webhooks' | 'logBreakage' | 'answerMs'>,
  answers: Readonly<Record<string, Answer>>,
): Handle {
  return identifiedHandler(deps, async (caller, ctx) => {
    if (!webhooks) return { refused: 'webhooks_off' }
    const isLookUp = isRead(ctx)
    const answer = answers[isLookUp ? 'GET' : ctx.method]
    if (!answer) throw new Error(`no answer to ${ctx.method}`)
    const ask = () => answer({ caller, ctx, webhooks, queued })
    return isLookUp ? queued(ctx, ask) : ask()
  })
}

/** Does the work of a request whose body was read, in its account's turn. */
export function inTurn<Done>({ ctx, queued }: WebhookRequest, work: () => Promise<Done>): Promise<Done | Aborted> {
  return queued(ctx, work)
}

/** Makes the handler of a request about the endpoint in its path. */
export function oneEndpoint(answer: (request: WebhookRequest & { endpointId: string }) => Promise<HttpAnswer>): Answer {
  return (request) => answer({ ...request, endpointId: request.ctx.params.endpoint_id })
}

/** Answers with the result, unless it is a refusal. */
export function answered<Done extends object>(
  done: Done,
  answer: (done: Exclude<Done, { refused: string }>) => HttpAnswer,
): HttpAnswer {
  return isRefusal(done) ? (done as HttpAnswer) : answer(done as Exclude<Done, { refused: string }>)
}
