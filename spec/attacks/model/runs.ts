import {
  acceptBatch,
  authenticate,
  collectMoney,
  type FollowUp,
  followUp,
  isRefusal,
  type KeyDemand,
  type Outcome,
  type PayBatches,
  payBatches,
  type Refusal,
  refundMoney,
  sendMoney,
} from '../../../core/sente.ts'
import type { Actor, Batching, Order, Run } from './acts/actor.ts'
import { messageOf } from './judges/modelRules.ts'
import { judgedPorts } from './judges/ports.ts'
import { begin, openedInVain, type Stage } from './stage/stage.ts'

/** A run of the process with its follow-up and what pays its batches, each of which is one actor. */
export type LiveRun = Run & {
  readonly actor: Actor
  readonly followUp: FollowUp
  readonly payer: Actor
  readonly paying: PayBatches
}

/** Starts a run, which begins by resuming what an earlier one left open. */
export function startRun(stage: Stage, { name, config }: { name: string; config: string }): LiveRun {
  const run: Run = { name, config, isDead: false }
  const actor: Actor = { name: `follow-up of ${name}`, run }
  const { sweep, resume, hint } = followUp(judgedPorts(stage, actor))
  begin(stage, resume)
  const payer: Actor = { name: `batches of ${name}`, run }
  const paying = payBatches({
    ...judgedPorts(stage, payer),
    ...{ quarantines: stage.store.quarantines, by: name, linesAtOnce: () => 2 },
    onBreakage: (error) => stage.failures.push(error),
  })
  return Object.assign(run, { actor, followUp: { sweep, resume, hint }, payer, paying })
}

/** Begins a request in a run; its answer is compared with the model's. */
export function beginRequest(stage: Stage, run: Run, { request, fate }: Pick<Order, 'request' | 'fate'>): Actor {
  const order: Order = { request, fate, expected: 'nothing yet' }
  const actor: Actor = { name: `${request.kind} ${request.reference}`, run, order }
  begin(stage, async () => {
    const answer = await answered(stage, actor, order).catch(openedInVain)
    if (!answer) return
    const code = isRefusal(answer) ? answer.refused : 'opened'
    if (code !== order.expected) throw new Error(`${actor.name} was answered ${code}, not ${order.expected}`)
    if (!isRefusal(answer)) compareOutcome(stage, answer.transaction.id, await answer.outcome)
  })
  return actor
}

/** Begins a request for a batch in a run; its answer is compared with the model's. */
export function beginBatch(stage: Stage, run: Run, request: Batching['request']): Actor {
  const batching: Batching = { request, expected: 'nothing yet', seen: undefined, begunAtMs: 0, lines: [] }
  const actor: Actor = { name: `batch ${request.reference}`, run, batching }
  const ports = judgedPorts(stage, actor)
  begin(stage, async () => {
    const answer = await askedFor(ports, request).catch(openedInVain)
    if (!answer) return
    const code = isRefusal(answer) ? answer.refused : 'opened'
    if (code !== batching.expected) throw new Error(`${actor.name} was answered ${code}, not ${batching.expected}`)
  })
  return actor
}

async function askedFor(ports: ReturnType<typeof judgedPorts>, { secretKey, from, ...asked }: Batching['request']) {
  const caller = await authenticate(ports)({ secretKey, ...demandOf('payout', from) })
  if (isRefusal(caller)) return caller
  const { apikey, reference, pin, isPartial: acceptPartial, lines } = asked
  const request = {
    apikey,
    reference,
    pin,
    acceptPartial,
    lines: lines.map((line) => ({ request: withMessage(line) })),
  }
  return acceptBatch(ports)({ caller, request })
}

async function answered(stage: Stage, actor: Actor, { request }: Order) {
  const ports = judgedPorts(stage, actor)
  const { secretKey, kind, from, pin, collection, ...rest } = withMessage(request)
  const caller = await authenticate(ports)({ secretKey, ...demandOf(kind, from) })
  if (isRefusal(caller)) return caller
  if (collection !== undefined) {
    const { phoneNumber, currency, network, ...asked } = rest
    return refundMoney(ports)({ caller, request: { ...asked, collection, pin } })
  }
  return kind === 'payout'
    ? sendMoney(ports)({ caller, request: { ...rest, pin } })
    : collectMoney(ports)({ caller, request: rest })
}

const scopes = { payout: 'pay', collection: 'collect', refund: 'refund' } as const

function demandOf(kind: keyof typeof scopes, from: string): KeyDemand {
  return { scope: scopes[kind], isFrom: (addresses) => addresses.includes(from) }
}

function withMessage<Asked extends { readonly reference: string }>(asked: Asked) {
  const customerMessage = messageOf(asked.reference)
  return { ...asked, ...(customerMessage !== null && { customerMessage }) }
}

/** Checks a merchant's last answer: the provider has the payment, or it was released; nothing else is certain. */
function compareOutcome({ model }: Stage, id: string, outcome: Outcome | Refusal): void {
  const state = model.payments.get(id)?.state
  if (!isRefusal(outcome)) {
    if (state === 'submitting') throw new Error(`${id} was answered as ${outcome.transaction.state}, and is in doubt`)
  } else if (outcome.refused === 'provider_unavailable' && state !== 'failed') {
    throw new Error(`${id} was answered as released, and is ${state}`)
  }
}
