import {
  authenticate,
  collectMoney,
  type FollowUp,
  followUp,
  isRefusal,
  type Outcome,
  type Refusal,
  sendMoney,
} from '../../../core/sente.ts'
import type { Actor, Order, Run } from './acts/actor.ts'
import { judgedPorts } from './judges/ports.ts'
import { begin, type Stage } from './stage/stage.ts'

/** A run of the process with its follow-up, all of whose steps belong to one actor. */
export type LiveRun = Run & { readonly actor: Actor; readonly followUp: FollowUp }

/** Starts a run, which begins by resuming what an earlier one left open. */
export function startRun(stage: Stage, { name, config }: { name: string; config: string }): LiveRun {
  const run: Run = { name, config, isDead: false }
  const actor: Actor = { name: `follow-up of ${name}`, run }
  const { sweep, resume, hint } = followUp(judgedPorts(stage, actor))
  begin(stage, resume)
  return Object.assign(run, { actor, followUp: { sweep, resume, hint } })
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

/** It is no fault that an account keeps changing during an opening: then nothing is opened, or the books would show it. */
function openedInVain(error: Error): undefined {
  if (!/^the account changed again and again/.test(error.message)) throw error
}

async function answered(stage: Stage, actor: Actor, { request }: Order) {
  const ports = judgedPorts(stage, actor)
  const caller = await authenticate(ports)({ secretKey: request.secretKey })
  if (isRefusal(caller)) return caller
  const { pin, ...rest } = request
  return request.kind === 'payout'
    ? sendMoney(ports)({ caller, request: { ...rest, pin } })
    : collectMoney(ports)({ caller, request: rest })
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
