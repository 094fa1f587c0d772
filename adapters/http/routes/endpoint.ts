import type {
  CollectMoney,
  ListTransactions,
  LookUpBalances,
  LookUpTransaction,
  SendMoney,
} from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { IdentifyCaller } from '../caller/identifyCaller.ts'
import type { LookUpQueues } from '../caller/lookUpQueues.ts'
import type { HandleCallback } from './callbacks.ts'
import type { IsQuarantined, IsReady } from './readyz.ts'

/** One endpoint of the API. */
export type Endpoint = {
  /** A name after a colon matches any one segment. */
  readonly path: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT')[]
  /** Whether other methods are answered 404, as if nothing were served there. */
  readonly isHidden?: true
  /** Requested by machines so often that logging it would bury the payments. */
  readonly isNoise?: true
  /** Makes the handler of its requests. */
  readonly handler: (deps: EndpointDeps) => Handle
}

/** Answers a request; undefined when there is nothing under its path after all. */
export type Handle = (ctx: Context) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>

/** Logs an error that broke a request. */
export type LogBreakage = (ctx: Context, error: unknown, transactionId?: string) => void

/** What the endpoints need. */
export type EndpointDeps = {
  readonly sendMoney: SendMoney
  readonly collectMoney: CollectMoney
  readonly lookUpTransaction: LookUpTransaction
  readonly listTransactions: ListTransactions
  readonly lookUpBalances: LookUpBalances
  readonly handleCallback: HandleCallback
  readonly isReady: IsReady
  readonly isQuarantined: IsQuarantined
  readonly identify: IdentifyCaller
  readonly queued: LookUpQueues
  readonly logBreakage: LogBreakage
  /** The page with all rules, if there is one. */
  readonly rulebook?: string | undefined
  /** How long a merchant waits for an outcome, in milliseconds from the request's arrival. */
  readonly requestMs: number
}
