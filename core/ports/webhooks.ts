import type { EventType } from './books/events.ts'
import type { Acting } from './operators/actions.ts'

/**
 * The reason why nothing is sent to an endpoint: its owner asked for it, it answered that it is gone, or it failed for
 * too long.
 */
export type DisabledBecause = 'asked' | 'gone' | 'failing'

/** A receiver of an account's events. */
export type WebhookEndpoint = {
  readonly id: string
  readonly accountId: string
  /** Absolute, with the scheme https or http. */
  readonly url: string
  /** The types of events that are sent; `*` stands for all. */
  readonly types: readonly (EventType | '*')[]
  /** The id of the key that made it; null for one that an operator made. */
  readonly createdByKey: string | null
  /** The ids of the keys that have changed it since, each once. */
  readonly changedByKeys: readonly string[]
  /** Null while it is enabled. */
  readonly disabledBecause: DisabledBecause | null
  /** The number of its current secret, from 1. The one before still signs for a while after a rotation. */
  readonly generation: number
  /** The time of the last rotation of its secret; null for the first one. */
  readonly rotatedAtMs: number | null
  readonly createdAtMs: number
}

/** The progress of an endpoint's deliveries. */
export type DeliveryProgress = {
  /** Up to this sequence every event was delivered, given up, not wanted, or waits for another attempt. */
  readonly upTo: number
  /** How long no attempt has succeeded, in milliseconds, as far as that is proved; null after a successful one. */
  readonly failingMs: number | null
}

/** An event that waits for another attempt. */
export type WaitingDelivery = { readonly sequence: number; readonly attempts: number; readonly dueAtMs: number }

/** An event that waits for another attempt from now on. */
export type PausedDelivery = { readonly sequence: number; readonly attempts: number; readonly pauseMs: number }

/** The outcome of one attempt to deliver an event. */
export type DeliveryAttempt = {
  /** The sequence of the event. */
  readonly sequence: number
  /** The number of the attempt at this event, from 1. */
  readonly attempt: number
  readonly atMs: number
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** The reason why there was no answer, or why it does not count; null when it was delivered. */
  readonly problem: string | null
  /** The duration of the attempt, in milliseconds. */
  readonly tookMs: number
  /** The beginning of the answer, as text. */
  readonly answer: string
}

/** The outcome of a test message to an endpoint. */
export type Tried = Pick<DeliveryAttempt, 'status' | 'problem' | 'tookMs' | 'answer'>

/** The functions for requests about endpoints, beyond a store. */
export type EndpointTools = {
  /** Parses a URL: its stored form, or a problem, worded to follow the field's name. */
  readonly readUrl: (url: string) => { readonly url: string } | { readonly problem: string }
  /** The secret of an endpoint in the form that its owner sees. */
  readonly secretOf: (endpoint: WebhookEndpoint) => string
  /** Sends an endpoint a message of the type `webhook.test`. */
  readonly tryOut: (endpoint: WebhookEndpoint) => Promise<Tried>
}

/** An attempt that has ended now. */
export type MadeAttempt = Omit<DeliveryAttempt, 'atMs'>

/** An endpoint, and the sequence that its deliveries have reached. */
export type PlacedEndpoint = { readonly endpoint: WebhookEndpoint; readonly upTo: number }

/** An endpoint that a node may deliver to until its claim is over. */
export type ClaimedEndpoint = {
  readonly endpoint: WebhookEndpoint
  readonly progress: DeliveryProgress
  /** How long it was not claimed, in milliseconds by the store's clock; 0 if that is not known. */
  readonly idleMs: number
}

/** A claim of endpoints: the claimer, the time by the caller's clock, and the lease in milliseconds. */
export type EndpointClaim = {
  /** The name of this claim, unique over all nodes. */
  readonly by: string
  readonly nowMs: number
  readonly leaseMs: number
}

/** The results of a node for a claimed endpoint. */
export type Settlement = {
  readonly progress: DeliveryProgress
  /** Events that now wait for another attempt; each replaces its earlier record. */
  readonly waiting: readonly PausedDelivery[]
  /** Sequences of events that no longer wait. */
  readonly ended: readonly number[]
  readonly attempts: readonly MadeAttempt[]
  /** Disables it. */
  readonly disabledBecause?: DisabledBecause
}

/**
 * The query for due deliveries at a moment of the caller's clock. A delivery that would wait longer than the longest
 * pause is due, too.
 */
export type DueQuery = { readonly nowMs: number; readonly longestPauseMs: number; readonly limit: number }

/** The limits of redeliveries, within a span that ends now. */
export type RedeliveryLimits = {
  /** The length of the span, in milliseconds. */
  readonly withinMs: number
  /** The most redeliveries of each event. */
  readonly ofEvent: number
  /** The most redeliveries of all events of an account together. */
  readonly ofAccount: number
}

/** How many endpoints an event is due at again; or the time to wait until it may be, in milliseconds. */
export type Redelivered = { readonly endpoints: number } | { readonly pauseMs: number }

/** The query for attempts at an endpoint: all, or those at one event. */
export type AttemptQuery = {
  /** The sequence of the event. */
  readonly sequence?: number
  /** Continues after a page: its `next`. */
  readonly before?: string
  readonly limit: number
}

/** An endpoint without success, and the time since its last one, in milliseconds; null if that is not known. */
export type FailingEndpoint = { readonly endpoint: WebhookEndpoint; readonly failingMs: number | null }

/** An endpoint that begins again, and the number of its events. */
export type RewoundEndpoint = { readonly endpoint: WebhookEndpoint; readonly events: number }

/**
 * The phone number to erase from answers, and the stretch of attempts: after the one with a number, up to the limit.
 */
export type AnswerErasure = {
  readonly phoneNumber: string
  readonly pseudonym: string
  readonly after: number
  readonly limit: number
}

/** A page of attempts, latest first; `next` continues after it, and is null at the end. */
export type AttemptPage = { readonly attempts: readonly DeliveryAttempt[]; readonly next: string | null }

/**
 * The endpoints of accounts, and the progress of deliveries to them. A store that several machines share uses a clock
 * of its own, any other the caller's. So it receives durations, and never moments.
 */
export interface Webhooks {
  /**
   * Adds an endpoint, whose first event is its account's next one. Returns false, and adds nothing, when there are
   * `most` already. One that is there is not added again. Here and below, a given action is written in the same step, if anything is changed.
   */
  add(endpoint: WebhookEndpoint, most: number, acting?: Acting): Promise<boolean>
  /** An account's endpoints, oldest first. */
  ofAccount(accountId: string): Promise<readonly WebhookEndpoint[]>
  /** Replaces an endpoint with the result of `change`; undefined when there is none. Ends a claim, and a failing. */
  change(
    id: string,
    change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
    acting?: Acting<[before: WebhookEndpoint, after: WebhookEndpoint]>,
  ): Promise<WebhookEndpoint | undefined>
  /** Removes an endpoint with everything about it; false when there is none. */
  remove(id: string, acting?: Acting<[before: WebhookEndpoint]>): Promise<boolean>
  /**
   * Claims enabled endpoints, of an account or of all, with due work: events without an attempt, or whose next attempt
   * is due. While an account's API access is off, endpoints that a key has made or changed are left out, and no claim
   * on them stands. A claimed endpoint goes to no other asker until its lease is over. A claim with a longer lease than
   * this was made by a clock that was ahead, and no longer counts.
   */
  claim(claim: EndpointClaim & DueQuery & { readonly accountId?: string }): Promise<readonly ClaimedEndpoint[]>
  /** Whether a claim is still valid: no other claim was made, and the endpoint was neither changed nor removed. */
  isClaimed(id: string, by: string): Promise<boolean>
  /** The events of an endpoint whose next attempt is due, longest waiting first. */
  due(id: string, query: DueQuery): Promise<readonly WaitingDelivery[]>
  /**
   * Writes the results, and extends the claim, which a lease of 0 gives back. Returns false, and writes nothing, when
   * the claim was lost, or when it is about an event that the account does not have.
   */
  settle(id: string, claim: EndpointClaim, settlement: Settlement): Promise<boolean>
  /**
   * Makes an event due now at all endpoints of its account, even if it was delivered or given up. Does nothing for an
   * event that the account does not have. With limits it is counted, and does nothing beyond them, even for concurrent
   * requests.
   */
  redeliver(
    accountId: string,
    delivery: { readonly sequence: number; readonly nowMs: number; readonly limits: RedeliveryLimits | null },
    acting?: Acting<[endpoints: number]>,
  ): Promise<Redelivered>
  /**
   * The endpoints of all accounts that accept no events: their last attempts have failed, or they were disabled because
   * they failed or are gone. The endpoints that have failed longest come first.
   */
  failing(query: { readonly nowMs: number; readonly limit: number }): Promise<readonly FailingEndpoint[]>
  /**
   * Makes every event after a sequence due once more at an endpoint, except events that it has not reached yet. Ends a
   * claim, and a failing. Undefined, and nothing, when there is no such endpoint.
   */
  rewind(id: string, upTo: number, acting?: Acting<[rewound: RewoundEndpoint]>): Promise<RewoundEndpoint | undefined>
  /** The attempts at an endpoint. */
  attempts(id: string, query: AttemptQuery): Promise<AttemptPage>
  /**
   * Replaces a phone number with a pseudonym, in all forms of writing, in the answers of a stretch of the attempts at
   * an endpoint. Resolves with the number of the last one, to continue after it, and null at the end.
   */
  eraseFromAnswers(id: string, erasure: AnswerErasure): Promise<number | null>
  /** Deletes the attempts that are older than `keptMs`. */
  forgetAttempts(given: { readonly nowMs: number; readonly keptMs: number }): Promise<void>
}
