// Written by `npm run api` from the description of the API.

/** What the account has in one currency. */
export type Balance = {
  /** What can be paid out now. */
  readonly available: number
  /** What is held for payouts that have not ended. */
  readonly held: number
}
/** An event of the type `balance.funded`. */
export type BalanceFundedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'balance.funded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: FundingOrWithdrawal
}
/** A message of the type `balance.funded`. */
export type BalanceFundedMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'balance.funded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: FundingOrWithdrawal
}
/** The balance before or after the lines of a page. */
export type BalanceOfStatement = {
  /** What could be paid out then. */
  readonly available: number
  /** What was held then for payouts that had not ended. */
  readonly held: number
}
/** An event of the type `balance.withdrawn`. */
export type BalanceWithdrawnEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'balance.withdrawn'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: FundingOrWithdrawal
}
/** A message of the type `balance.withdrawn`. */
export type BalanceWithdrawnMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'balance.withdrawn'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: FundingOrWithdrawal
}
/** What the account has, by currency. */
export type Balances = Readonly<Record<string, Balance>>
/** Money to be collected from a phone. */
export type Collection = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment, which counts once: it keeps the same payment from being made twice. */
  readonly reference: string
  /** In international form without a plus sign; networks may ask for more than this pattern. */
  readonly phone_number: string
  /** Between the smallest and the largest amount of the currency, not rounded. */
  readonly amount: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** One of the currency’s networks. */
  readonly network: string
  /** What the payment is for, in your own words. It is kept and given back, and shown to no other merchant. */
  readonly description?: string | null
  /** What you keep with the payment, by names of your own. It is given back in look-ups, events and statements. */
  readonly metadata?: Readonly<Record<string, string>> | null
}
/** An event of the type `collection.failed`. */
export type CollectionFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'collection.failed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `collection.failed`. */
export type CollectionFailedMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'collection.failed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** An event of the type `collection.succeeded`. */
export type CollectionSucceededEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'collection.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `collection.succeeded`. */
export type CollectionSucceededMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'collection.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** What went wrong, for programs, as in the header Error-Code. */
export type ErrorCode =
  | 'account_not_found'
  | 'amount_above_maximum'
  | 'amount_below_minimum'
  | 'amount_too_precise'
  | 'api_access_off'
  | 'beyond_last_event'
  | 'body_too_large'
  | 'currency_not_activated'
  | 'currency_not_supported'
  | 'duplicate_reference'
  | 'endpoint_not_found'
  | 'event_not_found'
  | 'headers_too_large'
  | 'insufficient_balance'
  | 'internal_error'
  | 'invalid_network'
  | 'invalid_phone_number'
  | 'invalid_pin'
  | 'invalid_public_key'
  | 'invalid_secret_key'
  | 'kyc_incomplete'
  | 'limit_reached'
  | 'malformed_fields'
  | 'malformed_json'
  | 'malformed_request'
  | 'method_not_allowed'
  | 'missing_fields'
  | 'network_unavailable'
  | 'not_found'
  | 'not_ready'
  | 'outcome_unknown'
  | 'pin_locked'
  | 'pin_not_set'
  | 'provider_unavailable'
  | 'quarantined'
  | 'rate_limited'
  | 'request_aborted'
  | 'request_timeout'
  | 'too_many_endpoints'
  | 'too_many_redeliveries'
  | 'transaction_not_found'
  | 'unsupported_media_type'
  | 'webhooks_off'
/** What happened to the account; `type` tells what the data are. */
export type Event =
  | PayoutSucceededEvent
  | PayoutFailedEvent
  | CollectionSucceededEvent
  | CollectionFailedEvent
  | BalanceFundedEvent
  | BalanceWithdrawnEvent
/** A page of what happened to the account, oldest first. */
export type Events = {
  /** The events of the page, in the order of their sequences. */
  readonly events: readonly Event[]
  /** The value of `after` for the next page. */
  readonly next: number
}
/** Money that the operator put into a balance or took from it. */
export type FundingOrWithdrawal = {
  /** The operator’s name for the funding or withdrawal. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
}
/** A payment that the network has. */
export type InitiatedPayment = {
  /** Your own name for the payment. */
  readonly reference: string
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
}
/** A limit of the account in one currency. */
export type Limit = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** What it bounds. `payout_amount`: the amount of one payout. `payouts_a_day`: how many payouts are made in a day, without those that have failed. `payout_amount_a_day`: what these amount to. `collections_a_day`: how many collections are made in a day, however they end. */
  readonly limit: 'payout_amount' | 'payouts_a_day' | 'payout_amount_a_day' | 'collections_a_day'
  /** How much it allows: an amount, or a number of payments. */
  readonly most: number
  /** How much of that is left. */
  readonly left: number
  /** When the day ends, so that all of it is left again; null for the amount of one payout. */
  readonly ends_at: string | null
}
/** The limits of the account. */
export type Limits = {
  /** Each limit that the account has, by currency; an account without limits has none. */
  readonly limits: readonly Limit[]
}
/** A network for one currency, with the limits of a payment. */
export type Network = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The smallest amount of one payment. */
  readonly minimum: number
  /** The largest amount of one payment. */
  readonly maximum: number
  /** A regular expression that its phone numbers match; null when any number is taken. */
  readonly phone_number_pattern: string | null
  /** Whether the gateway takes payments for it now. */
  readonly accepts_payments: boolean
  /** How payouts over it are taken. `open`: as usual. `paused`: the operator has stopped them. `broken`: they were stopped because the network refuses all of them. Both are refused with `network_unavailable`. `unreachable`: the network does not answer now; they are tried all the same. */
  readonly payouts: 'open' | 'paused' | 'broken' | 'unreachable'
  /** How collections over it are taken. `open`: as usual. `paused`: the operator has stopped them. `broken`: they were stopped because the network refuses all of them. Both are refused with `network_unavailable`. `unreachable`: the network does not answer now; they are tried all the same. */
  readonly collections: 'open' | 'paused' | 'broken' | 'unreachable'
}
/** The networks that payments can go over. */
export type Networks = {
  /** The networks, in the order of their currencies. */
  readonly networks: readonly Network[]
}
/** An endpoint to be added. */
export type NewWebhookEndpoint = {
  /** Where messages are sent: on the public internet, with https and the port 443 or 8443. It is kept as it is read. */
  readonly url: string
  /** The types of events to send; `*` stands for all of them. */
  readonly types?: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
  )[]
  /** Whether to send messages; true goes on where it stopped. */
  readonly enabled?: boolean
}
/** Money to be sent to a phone. */
export type Payout = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment, which counts once: it keeps the same payment from being made twice. */
  readonly reference: string
  /** In international form without a plus sign; networks may ask for more than this pattern. */
  readonly phone_number: string
  /** Between the smallest and the largest amount of the currency, not rounded. */
  readonly amount: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** One of the currency’s networks. */
  readonly network: string
  /** The account’s transaction PIN. */
  readonly pin: string
  /** What the payment is for, in your own words. It is kept and given back, and shown to no other merchant. */
  readonly description?: string | null
  /** What you keep with the payment, by names of your own. It is given back in look-ups, events and statements. */
  readonly metadata?: Readonly<Record<string, string>> | null
}
/** An event of the type `payout.failed`. */
export type PayoutFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'payout.failed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `payout.failed`. */
export type PayoutFailedMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'payout.failed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** An event of the type `payout.succeeded`. */
export type PayoutSucceededEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'payout.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `payout.succeeded`. */
export type PayoutSucceededMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'payout.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** The form that errors have by RFC 9457, for those who name its type in the header Accept. */
export type Problem = {
  /** The path of the page about the error. */
  readonly type: string
  /** The HTTP status. */
  readonly status: number
  /** What went wrong with this request. */
  readonly detail: string
  readonly code: ErrorCode
  /** The transaction that was recorded, or that has used the reference; null if there is none. */
  readonly transaction_id: string | null
  /** Whether this request has moved money. */
  readonly money_moved: 'yes' | 'no' | 'unknown'
  /** Whether the reference of the request is used up. */
  readonly reference_used: 'yes' | 'no' | 'unknown'
  /** Whether and how to send the request again. `same_request`: Send it as it was, with the same reference; if there is a header Retry-After, after so many seconds. `after_change`: Change what is wrong with the request or the account; it may have the same reference. `new_reference`: Only another reference can be used; whether to send it is your decision. `no`: Never: the transaction that is named is, or will be, the answer. */
  readonly retry: 'same_request' | 'after_change' | 'new_reference' | 'no'
  /** What went wrong, in a few words that are the same for each such error. */
  readonly title: string
}
/** Where an event is delivered again. */
export type Redelivery = {
  /** To how many endpoints it is sent. */
  readonly endpoints: number
}
/** A page of movements of a balance: `opening` and `lines` make `closing`. */
export type Statement = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  readonly opening: BalanceOfStatement
  /** The movements of the page, oldest first. */
  readonly lines: readonly StatementLine[]
  readonly closing: BalanceOfStatement
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** One movement of a balance. */
export type StatementLine = {
  /** When the money moved. In ISO 8601, in UTC. */
  readonly at: string
  /** What happened to the money. */
  readonly kind:
    | 'payout_held'
    | 'payout_settled'
    | 'payout_released'
    | 'collection_credited'
    | 'balance_funded'
    | 'balance_withdrawn'
  /** How much money was moved. */
  readonly amount: number
  /** What could be paid out afterwards. */
  readonly available_after: number
  /** What was held afterwards for payouts that had not ended. */
  readonly held_after: number
  /** The id of the payment; null for fundings and withdrawals. */
  readonly transaction_id: string | null
  /** The payment’s reference, or that of the funding or withdrawal. */
  readonly reference: string
  /** As it was sent; null where it was not. */
  readonly description: string | null
  /** As it was sent; empty where it was not. */
  readonly metadata: Readonly<Record<string, string>>
}
/** A payment to or from a phone, as it stands. */
export type Transaction = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** Whether money goes to the phone or comes from it. */
  readonly kind: 'payout' | 'collection'
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it. */
  readonly phone_number: string
  /** How it stands: `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** Why it failed; null when it has not. */
  readonly reason:
    | 'not_sent'
    | 'phone_number_not_found'
    | 'customer_balance_too_low'
    | 'network_float_too_low'
    | 'limit_reached'
    | 'recipient_not_allowed'
    | 'customer_rejected'
    | 'customer_did_not_approve'
    | 'cancelled'
    | 'refused_by_network'
    | 'gateway_misconfigured'
    | 'network_failure'
    | 'never_arrived'
    | 'operator_decided'
    | null
  /** Why it failed in the network’s own word, of at most 100 characters; null where that is not known. */
  readonly network_reason: string | null
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** When its state changed last. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** As it was sent; null where it was not. */
  readonly description: string | null
  /** As it was sent; empty where it was not. */
  readonly metadata: Readonly<Record<string, string>>
}
/** A page of transactions, newest first. */
export type Transactions = {
  /** The transactions of the page. */
  readonly transactions: readonly Transaction[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** A page of attempts, the latest first. */
export type WebhookDeliveries = {
  /** The attempts of the page. */
  readonly deliveries: readonly WebhookDelivery[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** An attempt to deliver an event to an endpoint. */
export type WebhookDelivery = {
  /** The sequence of the event. */
  readonly sequence: number
  /** Which attempt to deliver the event it was, from 1. */
  readonly attempt: number
  /** When the attempt was made. In ISO 8601, in UTC. */
  readonly at: string
  /** Whether the answer counts as a delivery. */
  readonly delivered: boolean
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** Why it does not count as delivered; null when it does. What prevented an answer is told in one of three ways. */
  readonly problem: string | null
  /** How long it took, in milliseconds. */
  readonly took_ms: number
  /** The first KiB of the answer. */
  readonly answer: string
}
/** A URL of yours that events are sent to. */
export type WebhookEndpoint = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
  /** Where messages are sent. */
  readonly url: string
  /** The types of events that are sent; `*` stands for all of them. */
  readonly types: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
  )[]
  /** Whether messages are sent. */
  readonly enabled: boolean
  /** Why nothing is sent: you asked, it answered 410, or it failed for days; null while it is enabled. */
  readonly disabled_because: 'asked' | 'gone' | 'failing' | null
  /** When the endpoint was added. In ISO 8601, in UTC. */
  readonly created_at: string
}
/** What to change of an endpoint. */
export type WebhookEndpointChange = {
  /** Where messages are sent: on the public internet, with https and the port 443 or 8443. It is kept as it is read. */
  readonly url?: string
  /** The types of events to send; `*` stands for all of them. */
  readonly types?: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
  )[]
  /** Whether to send messages; true goes on where it stopped. */
  readonly enabled?: boolean
}
/** An endpoint with the secret that signs its messages. */
export type WebhookEndpointWithSecret = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
  /** Where messages are sent. */
  readonly url: string
  /** The types of events that are sent; `*` stands for all of them. */
  readonly types: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
  )[]
  /** Whether messages are sent. */
  readonly enabled: boolean
  /** Why nothing is sent: you asked, it answered 410, or it failed for days; null while it is enabled. */
  readonly disabled_because: 'asked' | 'gone' | 'failing' | null
  /** When the endpoint was added. In ISO 8601, in UTC. */
  readonly created_at: string
  /** What signs the messages. It is shown only once. */
  readonly secret: string
}
/** All endpoints of the account. */
export type WebhookEndpoints = {
  /** The endpoints, oldest first. */
  readonly webhook_endpoints: readonly WebhookEndpoint[]
}
/** A message as it is sent to an endpoint; `type` tells what the data are. */
export type WebhookMessage =
  | PayoutSucceededMessage
  | PayoutFailedMessage
  | CollectionSucceededMessage
  | CollectionFailedMessage
  | BalanceFundedMessage
  | BalanceWithdrawnMessage
  | WebhookTestMessage
/** The outcome of a test message. */
export type WebhookTest = {
  /** Whether the answer counts as a delivery. */
  readonly delivered: boolean
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** Why it does not count as delivered; null when it does. What prevented an answer is told in one of three ways. */
  readonly problem: string | null
  /** How long it took, in milliseconds. */
  readonly took_ms: number
  /** The first KiB of the answer. */
  readonly answer: string
}
/** The endpoint that is tried. */
export type WebhookTestData = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
}
/** A message of the type `webhook.test`. */
export type WebhookTestMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'webhook.test'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** A test has no sequence. */
  readonly sequence: null
  readonly data: WebhookTestData
}
/** The query of listTransactions of the API. */
export type ListTransactionsQuery = {
  /** How many transactions to give at most; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
  /** Gives those in this state only. It must be pending, succeeded or failed. */
  readonly state?: 'pending' | 'succeeded' | 'failed' | undefined
  /** Gives those of this kind only. It must be payout or collection. */
  readonly kind?: 'payout' | 'collection' | undefined
  /** Gives those in this currency only; refused where neither the gateway nor one of your transactions has it. It must be three capital letters. */
  readonly currency?: string | undefined
  /** Gives those over this network only; refused where neither the gateway nor one of your transactions has it. It must be the name of a network. */
  readonly network?: string | undefined
  /** Gives those to or from this phone number only, together with no filter but the times. It must be 8 to 15 digits without a plus sign. */
  readonly phone_number?: string | undefined
  /** Gives those created at this moment or later. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly created_from?: string | undefined
  /** Gives those created before this moment. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly created_to?: string | undefined
  /** Gives the one under this reference only. It must be 1 to 100 visible ASCII characters. */
  readonly reference?: string | undefined
}
/** The query of readStatement of the API. */
export type ReadStatementQuery = {
  /** The currency of the balance. It must be the code of a currency. */
  readonly currency: string
  /** Begins with the first line at this moment or later. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly from?: string | undefined
  /** Ends before the first line at this moment or later. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly to?: string | undefined
  /** How many lines to give at most; 20 by default. A CSV has all. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. A CSV has no pages. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
}
/** The query of listWebhookDeliveries of the API. */
export type ListWebhookDeliveriesQuery = {
  /** How many attempts to give at most; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
}
