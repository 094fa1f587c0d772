import type { IncomingMessage } from 'node:http'
import {
  type batchUseCases,
  type Calendar,
  type Callback,
  type Caller,
  type Clock,
  type EndpointTools,
  isRefusal,
  type ListChannels,
  type linkUseCases,
  type Made,
  type Outage,
  type paymentUseCases,
  type UseCases,
  type webhookUseCases,
} from '../../core/sente.ts'
import type { Given } from './answers/cacheable.ts'
import type { Context } from './answers/context.ts'
import type { HttpAnswer } from './answers/envelope.ts'
import { notReady } from './answers/errors/refusals.ts'
import { inTime } from './answers/inTime.ts'
import type { AccountQueues } from './caller/accountQueues.ts'
import type { IdentifyCaller } from './caller/identifyCaller.ts'
import type { LargeBodies } from './caller/largeBodies.ts'
import type { Documented } from './openapi/operation.ts'
import { isLarge } from './request/body.ts'

/** One endpoint of the API. */
export type Endpoint = Documented & {
  /** Whether other methods are answered 404, as if the path did not exist. */
  readonly isHidden?: true
  /** Requested by machines so often that logging it would bury the payments. */
  readonly isNoise?: true
  /** Whether its bodies may contain anything, so that the log must not show messages of errors that they cause. */
  readonly isOpaque?: true
  /** Makes the handler of its requests. */
  readonly handler: (deps: EndpointDeps) => Handle
}

/** Answers a request. */
export type Handle = (ctx: Context) => HttpAnswer | Promise<HttpAnswer>

/** Logs an error that broke a request. */
export type LogBreakage = (ctx: Context, error: unknown, transactionId?: string) => void

/**
 * Passes on a network's callback under the secret token in its path, and returns before it is processed. False if the
 * token is unknown.
 */
export type HandleCallback = (token: string, callback: Callback) => boolean

/** Resolves when an account may have another event, or after `ms`. */
export type AwaitEvent = (accountId: string, ms: number) => Promise<void>

/** Whether the service can accept payments now. */
export type IsReady = () => boolean | Promise<boolean>

/** The work that the store cannot do, so that requests for it are refused at once; undefined if there is none. */
export type FindOutage = () => Outage | undefined

/** Whether payments are refused until an operator has compared the books with the networks. */
export type IsQuarantined = () => Promise<boolean>

/** Whether the gateway has a connection to a network of the market. */
export type IsConnected = (currency: string, network: string) => boolean

/** The facts about a network of the market, beside its limits. */
export type NetworkFacts = {
  /** How long a customer may take to approve a collection, in milliseconds. */
  readonly approvalMs: number
  /** Whether it can look up the owner of a phone number. */
  readonly knowsNames: boolean
}

/** The use cases for the endpoints that receive a merchant's events. */
export type WebhookDeps = Made<typeof webhookUseCases> & EndpointTools

/** The use cases for batches of payouts. */
export type BatchDeps = Made<typeof batchUseCases>

/** The use cases for payment links. */
export type LinkDeps = Made<typeof linkUseCases>

/** The dependencies of the endpoints. */
export type EndpointDeps = Made<typeof paymentUseCases> & LookUps & Serving

/** The look-ups of merchants beside those of payments. */
type LookUps = Pick<UseCases, 'listEvents' | 'listKeys' | 'lookUpLimits' | 'readStatement'>

/** The other dependencies. */
type Serving = {
  readonly batches: BatchDeps
  readonly links: LinkDeps
  readonly clock: Pick<Clock, 'nowMs'>
  /** The calendar of every account's days; days in UTC by default. */
  readonly days?: Calendar
  readonly awaitEvent: AwaitEvent
  /** Undefined if webhooks are not configured. */
  readonly webhooks?: WebhookDeps | undefined
  readonly handleCallback: HandleCallback
  readonly isReady: IsReady
  readonly outage: FindOutage
  readonly isQuarantined: IsQuarantined
  readonly isConnected: IsConnected
  /** The facts about each network. */
  readonly networkFacts: (currency: string, network: string) => NetworkFacts
  /** The state of payments over each network. */
  readonly channelStates: ListChannels
  readonly identify: IdentifyCaller
  readonly queued: AccountQueues
  /** Takes requests with large bodies, a few of an account at a time. */
  readonly large: LargeBodies
  readonly logBreakage: LogBreakage
  /** The description of the API under a URL, in OpenAPI as JSON. */
  readonly apiTextAt: (url: string) => string
  /** The URL of the API: the public one, or the one in the request. */
  readonly urlOf: (req: IncomingMessage) => string
  /** The page with all rules, if there is one. A function reads it at the first request. */
  readonly rulebook?: Given<string | undefined>
  /**
   * The pages of the merchants' guide by their names, if there are any; the first one is `merchants`. A function reads
   * them at the first request.
   */
  readonly guide?: Given<Readonly<Record<string, string>>> | undefined
  /** Whether the server takes no more requests. */
  readonly isClosing: () => boolean
  /** Whether the server closes, or will soon: it still serves, but is not ready. */
  readonly isLeaving: () => boolean
  /** How long a merchant waits for an outcome, in milliseconds from the request's arrival. */
  readonly requestMs: number
  /** How long any other answer may take, in milliseconds from the request's arrival. */
  readonly answerMs: number
}

type Answer = (caller: Caller, ctx: Context) => Promise<HttpAnswer>

/** The parts of a handler that identifies its caller. */
type Identified = Pick<EndpointDeps, 'identify' | 'logBreakage' | 'answerMs'>

/**
 * Makes a handler that identifies the caller, then calls `handle`. An answer that takes too long is replaced: by a
 * refusal if the request only reads, and otherwise by an error, since its work goes on. Large bodies may take longer,
 * and so may a request that waits for `waitMs` on purpose.
 */
export function identifiedHandler(
  { identify, logBreakage, answerMs }: Identified,
  handle: Answer,
  waitMs: (ctx: Context) => number = () => 0,
): Handle {
  return async (ctx) => {
    const caller = await identify(ctx)
    if (isRefusal(caller)) return caller
    const answer = handle(caller, ctx)
    if (isLarge(ctx.req)) return answer
    return inTime(answer, leftMs(ctx, answerMs + waitMs(ctx)), {
      onBreakage: (error) => logBreakage(ctx, error),
      otherwise() {
        if (isRead(ctx)) return notReady
        throw new Error('the request was not answered in time')
      },
    })
  }
}

/** Makes the handler of a look-up: identifies the caller, waits for the account's turn, then calls `handle`. */
export function lookUpHandler(deps: Identified & Pick<EndpointDeps, 'queued'>, handle: Answer): Handle {
  return identifiedHandler(deps, (caller, ctx) => deps.queued(ctx, () => handle(caller, ctx)))
}

/** Whether a request changes nothing. */
export function isRead({ method }: Context): boolean {
  return ['GET', 'HEAD'].includes(method)
}

/** The rest of a time that began when the request arrived, in milliseconds. */
export function leftMs({ state }: Context, ms: number): number {
  return ms - (performance.now() - state.startedMs)
}
