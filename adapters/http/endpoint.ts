import type { IncomingMessage } from 'node:http'
import {
  type AcceptBatch,
  type AddEndpoint,
  type Callback,
  type Caller,
  type ChangeBatch,
  type ChangeEndpoint,
  type CollectMoney,
  type CreateLink,
  type EndLink,
  type FindEndpoint,
  isRefusal,
  type ListAttempts,
  type ListBatchLines,
  type ListChannels,
  type ListEndpoints,
  type ListEvents,
  type ListKeys,
  type ListLinks,
  type ListTransactions,
  type LookUpBalances,
  type LookUpBatch,
  type LookUpLimits,
  type LookUpLink,
  type LookUpMarket,
  type LookUpRecipient,
  type LookUpRefunds,
  type LookUpTransaction,
  type QuoteFees,
  type ReadStatement,
  type RedeliverEvent,
  type RefundMoney,
  type RemoveEndpoint,
  type RotateEndpointSecret,
  type SendMoney,
  type TryBatch,
  type WebhookEndpoint,
} from '../../core/sente.ts'
import type { Context } from './answers/context.ts'
import type { HttpAnswer } from './answers/envelope.ts'
import type { AccountQueues } from './caller/accountQueues.ts'
import type { IdentifyCaller } from './caller/identifyCaller.ts'
import type { LargeBodies } from './caller/largeBodies.ts'
import type { Documented } from './openapi/operation.ts'

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

/** The outcome of a test message to an endpoint. */
export type Tried = {
  readonly status: number | null
  readonly problem: string | null
  readonly tookMs: number
  readonly answer: string
}

/** The use cases for the endpoints that receive a merchant's events. */
export type WebhookDeps = {
  readonly addEndpoint: AddEndpoint
  readonly listEndpoints: ListEndpoints
  readonly findEndpoint: FindEndpoint
  readonly changeEndpoint: ChangeEndpoint
  readonly rotateEndpointSecret: RotateEndpointSecret
  readonly removeEndpoint: RemoveEndpoint
  readonly listAttempts: ListAttempts
  readonly redeliverEvent: RedeliverEvent
  /** Parses a URL: its stored form, or a problem, worded to follow the field's name. */
  readonly readUrl: (url: string) => { readonly url: string } | { readonly problem: string }
  /** The secret of an endpoint in the form that its owner sees. */
  readonly secretOf: (endpoint: WebhookEndpoint) => string
  /** Sends an endpoint a message of the type `webhook.test`. */
  readonly tryOut: (endpoint: WebhookEndpoint) => Promise<Tried>
}

/** The use cases for batches of payouts. */
export type BatchDeps = {
  readonly acceptBatch: AcceptBatch
  readonly tryBatch: TryBatch
  readonly lookUpBatch: LookUpBatch
  readonly listBatchLines: ListBatchLines
  readonly changeBatch: ChangeBatch
}

/** The use cases for payment links. */
export type LinkDeps = {
  readonly createLink: CreateLink
  readonly lookUpLink: LookUpLink
  readonly listLinks: ListLinks
  readonly endLink: EndLink
}

/** The dependencies of the endpoints. */
export type EndpointDeps = {
  readonly sendMoney: SendMoney
  readonly collectMoney: CollectMoney
  readonly refundMoney: RefundMoney
  readonly batches: BatchDeps
  readonly links: LinkDeps
  readonly lookUpTransaction: LookUpTransaction
  readonly lookUpRefunds: LookUpRefunds
  readonly listTransactions: ListTransactions
  readonly lookUpBalances: LookUpBalances
  readonly lookUpLimits: LookUpLimits
  readonly listKeys: ListKeys
  readonly quoteFees: QuoteFees
  readonly readStatement: ReadStatement
  readonly lookUpMarket: LookUpMarket
  readonly lookUpRecipient: LookUpRecipient
  readonly listEvents: ListEvents
  readonly awaitEvent: AwaitEvent
  /** Undefined if webhooks are not configured. */
  readonly webhooks?: WebhookDeps | undefined
  readonly handleCallback: HandleCallback
  readonly isReady: IsReady
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
  /** The page with all rules, if there is one. */
  readonly rulebook?: string | undefined
  /** The pages of the merchants' guide by their names, if there are any; the first one is `merchants`. */
  readonly guide?: Readonly<Record<string, string>> | undefined
  /** Whether the server takes no more requests. */
  readonly isClosing: () => boolean
  /** How long a merchant waits for an outcome, in milliseconds from the request's arrival. */
  readonly requestMs: number
}

type Answer = (caller: Caller, ctx: Context) => Promise<HttpAnswer>

/** Makes a handler that identifies the caller, then calls `handle`. */
export function identifiedHandler({ identify }: Pick<EndpointDeps, 'identify'>, handle: Answer): Handle {
  return async (ctx) => {
    const caller = await identify(ctx)
    return isRefusal(caller) ? caller : handle(caller, ctx)
  }
}

/** Makes the handler of a look-up: identifies the caller, waits for the account's turn, then calls `handle`. */
export function lookUpHandler({ identify, queued }: Pick<EndpointDeps, 'identify' | 'queued'>, handle: Answer): Handle {
  return identifiedHandler({ identify }, (caller, ctx) => queued(ctx, () => handle(caller, ctx)))
}
