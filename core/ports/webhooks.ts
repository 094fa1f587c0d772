import type { EventType } from './books/events.ts'
import type { Acting } from './operators/actions.ts'

/** Why nothing is sent to an endpoint: its owner asked for that, it said that it is gone, or it failed for too long. */
export type DisabledBecause = 'asked' | 'gone' | 'failing'

/** Where an account's events are sent. */
export type WebhookEndpoint = {
  readonly id: string
  readonly accountId: string
  /** Absolute, with the scheme https or http. */
  readonly url: string
  /** Which events are sent; `*` stands for all. */
  readonly types: readonly (EventType | '*')[]
  /** The id of the key that it was made with; null for one that an operator made. */
  readonly createdByKey: string | null
  /** The ids of the keys that it was changed with since, each once. */
  readonly changedByKeys: readonly string[]
  /** Null while it is enabled. */
  readonly disabledBecause: DisabledBecause | null
  /** Counts its secrets from 1. The one before still signs for a while after a rotation. */
  readonly generation: number
  /** When its secret was last rotated; null for the first one. */
  readonly rotatedAtMs: number | null
  readonly createdAtMs: number
}

/** How far the deliveries of an endpoint have come. */
export type DeliveryProgress = {
  /** Up to this sequence every event was delivered, given up, not asked for, or waits for another attempt. */
  readonly upTo: number
  /** For how long no attempt has succeeded, in milliseconds, as far as that is proved; null after one that has. */
  readonly failingMs: number | null
}

/** An event that waits for another attempt. */
export type WaitingDelivery = { readonly sequence: number; readonly attempts: number; readonly dueAtMs: number }

/** An event that is to wait, from now on, for another attempt. */
export type PausedDelivery = { readonly sequence: number; readonly attempts: number; readonly pauseMs: number }

/** The outcome of one attempt to deliver an event. */
export type DeliveryAttempt = {
  /** Of the event. */
  readonly sequence: number
  /** Counts the attempts at this event from 1. */
  readonly attempt: number
  readonly atMs: number
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** Why there was no answer, or why it does not count; null when it was delivered. */
  readonly problem: string | null
  /** How long it took, in milliseconds. */
  readonly tookMs: number
  /** The beginning of the answer, as text. */
  readonly answer: string
}

/** An attempt that has ended now. */
export type MadeAttempt = Omit<DeliveryAttempt, 'atMs'>

/** An endpoint, and up to which sequence its deliveries have come. */
export type PlacedEndpoint = { readonly endpoint: WebhookEndpoint; readonly upTo: number }

/** An endpoint that a node may deliver to until its claim is over. */
export type ClaimedEndpoint = {
  readonly endpoint: WebhookEndpoint
  readonly progress: DeliveryProgress
  /** For how long it was not claimed, in milliseconds by the store's clock; 0 where that is not known. */
  readonly idleMs: number
}

/** Who claims endpoints, when by the caller's clock, and for how long, in milliseconds. */
export type EndpointClaim = {
  /** Names this claim: no other one, of this node or another, has its name. */
  readonly by: string
  readonly nowMs: number
  readonly leaseMs: number
}

/** What a node has done for an endpoint that it has claimed. */
export type Settlement = {
  readonly progress: DeliveryProgress
  /** Events that wait for another attempt now; each replaces what was known of it. */
  readonly waiting: readonly PausedDelivery[]
  /** Sequences of events that wait no more. */
  readonly ended: readonly number[]
  readonly attempts: readonly MadeAttempt[]
  /** Disables it. */
  readonly disabledBecause?: DisabledBecause
}

/** What is due at a moment of the caller's clock; what would wait for longer than the longest pause is due, too. */
export type DueQuery = { readonly nowMs: number; readonly longestPauseMs: number; readonly limit: number }

/** How often events may be delivered again, within a span that ends now. */
export type RedeliveryLimits = {
  /** How long the span is, in milliseconds. */
  readonly withinMs: number
  /** How often each event may be. */
  readonly ofEvent: number
  /** How often all events of an account may be, together. */
  readonly ofAccount: number
}

/** To how many endpoints an event is due again; or how long to wait until it may be, in milliseconds. */
export type Redelivered = { readonly endpoints: number } | { readonly pauseMs: number }

/** Which attempts at an endpoint to list: all, or those at one event. */
export type AttemptQuery = {
  /** Of the event. */
  readonly sequence?: number
  /** Continues after a page: its `next`. */
  readonly before?: string
  readonly limit: number
}

/** An endpoint that takes nothing, and for how long none has succeeded, in milliseconds; null where that is not known. */
export type FailingEndpoint = { readonly endpoint: WebhookEndpoint; readonly failingMs: number | null }

/** An endpoint that begins again, and with how many events. */
export type RewoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly events: number }

/** Which phone number is erased from answers: of as many attempts as the limit says, after the one with a number. */
export type AnswerErasure = {
  readonly phoneNumber: string
  readonly pseudonym: string
  readonly after: number
  readonly limit: number
}

/** A page of attempts, the latest first; `next` continues after it, and is null at the end. */
export type AttemptPage = { readonly attempts: readonly DeliveryAttempt[]; readonly next: string | null }

/**
 * The endpoints of accounts, and how far deliveries to them have come. A store that several machines share goes by a clock
 * of its own, any other by the caller's; so it is told how long something is to wait, or has taken, and never when.
 */
export interface Webhooks {
  /**
   * Adds an endpoint, whose first event is its account's next one; false, and nothing, when there are `most` already. As
   * with what follows, an action that is given is written in the same step, where anything is done.
   */
  add(endpoint: WebhookEndpoint, most: number, acting?: Acting): Promise<boolean>
  /** An account's endpoints, oldest first. */
  ofAccount(accountId: string): Promise<readonly WebhookEndpoint[]>
  /** Replaces an endpoint by what `change` makes of it; undefined when there is none. Ends a claim, and a failing. */
  change(
    id: string,
    change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
    acting?: Acting<[before: WebhookEndpoint, after: WebhookEndpoint]>,
  ): Promise<WebhookEndpoint | undefined>
  /** Removes an endpoint with everything about it; false when there is none. */
  remove(id: string, acting?: Acting<[before: WebhookEndpoint]>): Promise<boolean>
  /**
   * Claims enabled endpoints, of an account or of all, for which there is something to do now: events that were never
   * tried, or whose next attempt is due. While an account's API access is off, those that a key has made or changed are
   * left out, and no claim on them stands. What is claimed is given to no other asker until its lease is over; a claim that
   * would last for longer than this lease was made by a clock that was ahead, and counts no more.
   */
  claim(claim: EndpointClaim & DueQuery & { readonly accountId?: string }): Promise<readonly ClaimedEndpoint[]>
  /** Whether a claim is still valid: no other claim was made, and the endpoint was neither changed nor removed. */
  isClaimed(id: string, by: string): Promise<boolean>
  /** The events of an endpoint whose next attempt is due, the longest waiting first. */
  due(id: string, query: DueQuery): Promise<readonly WaitingDelivery[]>
  /**
   * Writes what was done, and extends the claim, which a lease of 0 gives back; false, and nothing, when the claim was
   * lost, or when it is about an event that the account does not have.
   */
  settle(id: string, claim: EndpointClaim, settlement: Settlement): Promise<boolean>
  /**
   * Makes an event due now at all endpoints of its account, also when it was delivered or given up; does nothing for an
   * event that the account does not have. With limits it is counted, and does nothing beyond them, not even for
   * requests at once.
   */
  redeliver(
    accountId: string,
    delivery: { readonly sequence: number; readonly nowMs: number; readonly limits: RedeliveryLimits | null },
    acting?: Acting<[endpoints: number]>,
  ): Promise<Redelivered>
  /**
   * The endpoints of all accounts that take nothing: those at which the last attempts have failed, and those that were
   * disabled because they failed or are gone. Those that have failed for longest come first.
   */
  failing(query: { readonly nowMs: number; readonly limit: number }): Promise<readonly FailingEndpoint[]>
  /**
   * Has every event after a sequence delivered once more to an endpoint, except those that it has not got to yet. Ends a
   * claim, and a failing; undefined, and nothing, when there is no such endpoint.
   */
  rewind(id: string, upTo: number, acting?: Acting<[rewound: RewoundEndpoint]>): Promise<RewoundEndpoint | undefined>
  /** The attempts at an endpoint. */
  attempts(id: string, query: AttemptQuery): Promise<AttemptPage>
  /**
   * Puts a pseudonym in the place of a phone number, in all forms in which it is written, in the answers of a stretch of
   * the attempts at an endpoint; resolves with the number of the last one, to continue after it, and null at the end.
   */
  eraseFromAnswers(id: string, erasure: AnswerErasure): Promise<number | null>
  /** Forgets the attempts that are older than `keptMs`. */
  forgetAttempts(given: { readonly nowMs: number; readonly keptMs: number }): Promise<void>
}
