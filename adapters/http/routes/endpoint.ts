import type { CollectMoney, LookUp, SendMoney } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { IdentifyCaller } from '../caller/identifyCaller.ts'
import type { LookUpQueues } from '../caller/lookUpQueues.ts'
import type { HandleCallback } from './callbacks.ts'
import type { IsQuarantined, IsReady } from './readyz.ts'

/** Something that is served. */
export type Endpoint = {
  /** A name after a colon stands for any one segment. */
  readonly path: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT')[]
  /** Whether nothing seems to be served there when another method is used. */
  readonly isHidden?: true
  /** Asked for so often, by machines, that a log of it would bury the payments. */
  readonly isNoise?: true
  /** Makes what answers its requests. */
  readonly handler: (deps: EndpointDeps) => Handle
}

/** Answers a request; undefined when nothing is served under its path after all. */
export type Handle = (ctx: Context) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>

/** Logs that something broke while a request was answered. */
export type LogBreakage = (ctx: Context, error: unknown, transactionId?: string) => void

/** What the endpoints need. */
export type EndpointDeps = {
  readonly sendMoney: SendMoney
  readonly collectMoney: CollectMoney
  readonly lookUp: LookUp
  readonly handleCallback: HandleCallback
  readonly isReady: IsReady
  readonly isQuarantined: IsQuarantined
  readonly identify: IdentifyCaller
  readonly queued: LookUpQueues
  readonly logBreakage: LogBreakage
  /** How long a merchant waits for an outcome, in milliseconds from the request's arrival. */
  readonly requestMs: number
}
