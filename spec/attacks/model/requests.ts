import {
  acceptBatch,
  authenticate,
  collectMoney,
  collectThroughLink,
  isRefusal,
  type KeyDemand,
  type Kind,
  type Outcome,
  payLink,
  refundMoney,
  sendMoney,
} from '../../../core/sente.ts'
import { judgedPorts } from './judges/ports.ts'
import type { ModelBatchRequest } from './reference/batches.ts'
import { type ModelRequest, messageOf, scopes } from './reference/rules.ts'
import type { Fate } from './stage/network.ts'
import { type Actor, begin, codeOf, type Run, type Stage, same } from './stage/stage.ts'

/** Begins a request for a payment in a run; its answer is compared with the model's. */
export function beginRequest(stage: Stage, run: Run, request: ModelRequest, fate: Fate): Actor {
  const order = { request, fate, expected: 'nothing yet' }
  const actor = { name: `${request.kind} ${request.reference}`, run, order }
  return beginAsked(stage, actor, order, async () => {
    const answer = await answered(stage, actor, request)
    return { code: codeOf(answer), paid: isRefusal(answer) ? undefined : answer }
  })
}

/** Begins a request for a batch. */
export function beginBatch(stage: Stage, run: Run, request: ModelBatchRequest): Actor {
  const batching = { request, expected: 'nothing yet', begunAtMs: 0, lines: [] }
  const actor = { name: `batch ${request.reference}`, run, batching }
  const ports = judgedPorts(stage, actor)
  return beginAsked(stage, actor, batching, async () => {
    const caller = await authenticate(ports)({ secretKey: request.secretKey, ...demandOf('payout', request.from) })
    if (isRefusal(caller)) return { code: codeOf(caller) }
    const { apikey, reference, pin, isPartial: acceptPartial } = request
    const lines = request.lines.map((line) => ({ request: withMessage(line) }))
    const asked = { apikey, reference, pin, acceptPartial, confirmRepeats: true, lines }
    return { code: codeOf(await acceptBatch(ports)({ caller, request: asked })) }
  })
}

/** Begins a payment through a link, by a form that may be sent again. */
export function beginLinked(
  stage: Stage,
  run: Run,
  request: ModelRequest,
  { token, nonce, fate }: { readonly token: string; readonly nonce: string; readonly fate: Fate },
): Actor {
  const order = { request, fate, expected: 'nothing yet' }
  const actor = { name: `payment ${request.reference}`, run, order }
  const ports = judgedPorts(stage, actor)
  const pay = payLink({
    ...ports,
    paymentLinks: stage.store.paymentLinks,
    collectThroughLink: collectThroughLink(ports),
    onBreakage: (error) => stage.failures.push(error),
  })
  const { phoneNumber, network } = request
  return beginAsked(stage, actor, order, async () => {
    const answer = await pay({ token, nonce, phoneNumber, network })
    if ('choose' in answer) return { code: 'choose' }
    const isOfAnother = 'other' in answer || ('isRepeat' in answer && answer.isRepeat)
    return { code: isOfAnother ? 'duplicate_reference' : codeOf(answer) }
  })
}

type Answered = {
  readonly code: string
  readonly paid?: { readonly transaction: { readonly id: string }; readonly outcome: Promise<Outcome> } | undefined
}

function beginAsked(
  stage: Stage,
  actor: Actor,
  asked: { readonly expected: string },
  ask: () => Promise<Answered>,
): Actor {
  begin(stage, async () => {
    const answer = await ask().catch(openedInVain)
    if (!answer) return
    same(`answer to ${actor.name}`, answer.code, asked.expected)
    if (answer.paid) compareOutcome(stage, answer.paid.transaction.id, await answer.paid.outcome)
  })
  return actor
}

/** An account that keeps changing during an opening is no fault: nothing is opened, or the books would show it. */
function openedInVain(error: Error): undefined {
  if (!/^the account kept changing/.test(error.message)) throw error
}

async function answered(stage: Stage, actor: Actor, asked: ModelRequest) {
  const ports = judgedPorts(stage, actor)
  const { secretKey, kind, from, pin, collection, ...request } = withMessage(asked)
  const caller = await authenticate(ports)({ secretKey, ...demandOf(kind, from) })
  if (isRefusal(caller)) return caller
  if (collection === undefined)
    return kind === 'payout'
      ? sendMoney(ports)({ caller, request: { ...request, pin } })
      : collectMoney(ports)({ caller, request })
  const { phoneNumber, currency, network, ...refund } = request
  return refundMoney(ports)({ caller, request: { ...refund, collection, pin } })
}

function demandOf(kind: Kind, from: string): KeyDemand {
  return { scope: scopes[kind], isFrom: (addresses) => addresses.includes(from) }
}

function withMessage<Asked extends { readonly reference: string }>(asked: Asked) {
  const customerMessage = messageOf(asked.reference)
  return { ...asked, ...(customerMessage !== null && { customerMessage }) }
}

/** Checks a merchant's last answer: the provider has the payment, or it was released; nothing else is certain. */
function compareOutcome({ model }: Stage, id: string, outcome: Outcome): void {
  const state = model.payments.get(id)?.state
  const code = codeOf(outcome)
  if (code === 'done' ? state === 'submitting' : code === 'provider_unavailable' && state !== 'failed')
    throw new Error(`${id} was answered ${code}, and is ${state}`)
}
