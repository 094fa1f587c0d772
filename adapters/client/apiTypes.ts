// Written by `npm run api` from the description of the API.

/** An accepted batch, its refused lines, and warnings about others. */
export type AcceptedPayoutBatch = {
  /** The id of the batch, given by the gateway. */
  readonly batch_id: string
  /** Your own name for the batch. */
  readonly reference: string
  /** Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any longer, and some payouts have not ended. `completed`: all payouts have ended, for good. */
  readonly state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
  /** Whether it is from before the operator had to restore the books. Its waiting lines may have been paid, so it can be resumed, approved or cancelled only once it is confirmed. */
  readonly needs_confirmation: boolean
  /** How many lines it has, including refused ones. */
  readonly lines: number
  /** The accepted sums, by currency. */
  readonly sums: readonly BatchSum[]
  /** The time when it was accepted. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time of its last change. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** The number of lines in each state, by currency, and their total. */
  readonly totals: readonly BatchTotal[]
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly refused_lines: readonly RefusedLine[]
  /** Accepted lines that may be mistakes, and columns of a file that are not read. */
  readonly warnings: readonly BatchWarning[]
}
/** The account’s balance in one currency. */
export type Balance = {
  /** The amount that can be paid out now. */
  readonly available: number
  /** The amount held for payouts that have not ended. */
  readonly held: number
}
/** An event of the type `balance.funded`. */
export type BalanceFundedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'balance.funded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: FundingOrWithdrawal
}
/** A message of the type `balance.funded`. */
export type BalanceFundedMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'balance.funded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: FundingOrWithdrawal
}
/** The balance before or after the lines of a page. */
export type BalanceOfStatement = {
  /** The amount that could be paid out then. */
  readonly available: number
  /** The amount held then for payouts that had not ended. */
  readonly held: number
}
/** An event of the type `balance.withdrawn`. */
export type BalanceWithdrawnEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'balance.withdrawn'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: FundingOrWithdrawal
}
/** A message of the type `balance.withdrawn`. */
export type BalanceWithdrawnMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'balance.withdrawn'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: FundingOrWithdrawal
}
/** The account’s balances, by currency. */
export type Balances = Readonly<Record<string, Balance>>
/** An event of the type `batch.completed`. */
export type BatchCompletedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'batch.completed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: PayoutBatch
}
/** A message of the type `batch.completed`. */
export type BatchCompletedMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'batch.completed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: PayoutBatch
}
/** The accepted sum in one currency. */
export type BatchSum = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** How many lines were accepted. */
  readonly lines: number
  /** Their total with their fees, which was held at once. */
  readonly accepted: number
  /** The amount held for the lines that are still waiting. */
  readonly held: number
}
/** The lines of a batch in one state. */
export type BatchTotal = {
  /** The progress of the line. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before. */
  readonly state: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** How many lines they are. */
  readonly lines: number
  /** The sum of their amounts, without fees. */
  readonly amount: number
  /** The sum of their fees. Amounts and fees of all accepted lines are `accepted` in `sums`. */
  readonly fees: number
}
/** A warning about a batch. */
export type BatchWarning = {
  /** The number of the line in the file, or its place in the batch; null if it is about no line. */
  readonly line: number | null
  /** The reference of the line. */
  readonly reference: string | null
  /** `repeated_payment`: the line pays the same amount to the same phone number as another line, a payout of the last days, or a line of a batch that is still to be paid. `another_network`: its phone number begins like those of another network. `column_not_read`: the file has a column with another heading. */
  readonly code: 'repeated_payment' | 'another_network' | 'column_not_read'
  /** The warning, for people. */
  readonly message: string
  /** The id of the repeated payout; null if there is none. */
  readonly transaction_id: string | null
}
/** The amount to send so that the recipient can withdraw `amount` in cash; null for a collection, and if the gateway does not know the network’s charges. */
export type CashOut = {
  /** The network’s charge for the withdrawal. */
  readonly charge: number
  /** The duty on the withdrawal. */
  readonly duty: number
  /** The amount to send: `amount` with charge and duty. */
  readonly send: number
  /** The fee for sending it. */
  readonly fee: number
} | null
/** The sums that would be accepted, the lines that would be refused, and warnings about others. */
export type CheckedPayoutBatch = {
  /** The accepted sums, by currency. */
  readonly sums: readonly BatchSum[]
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly refused_lines: readonly RefusedLine[]
  /** Accepted lines that may be mistakes, and columns of a file that are not read. */
  readonly warnings: readonly BatchWarning[]
}
/** Money to be collected from a phone. */
export type Collection = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment. It can be used once, so that the same payment is not made twice. */
  readonly reference: string
  /** In international form without a plus sign; networks may require more than this pattern. */
  readonly phone_number: string
  /** Between the smallest and the largest amount of the currency, not rounded. */
  readonly amount: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** One of the currency’s networks. */
  readonly network: string
  /** The purpose of the payment, in your own words. It is stored and returned, and shown to no other merchant. */
  readonly description?: string | null
  /** Your own data about the payment, by names of your choice. They are returned in look-ups, events and statements. An empty array means the same as an empty object. */
  readonly metadata?: Readonly<Record<string, string>> | readonly unknown[] | null
  /** A text about the payment for the customer, shown as far as the network supports it. Characters that it does not carry are replaced; `customer_message_as_sent` of the transaction shows the result. */
  readonly customer_message?: string | null
}
/** An event of the type `collection.failed`. */
export type CollectionFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'collection.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `collection.failed`. */
export type CollectionFailedMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'collection.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
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
  /** The type of the event, which determines the form of the data. */
  readonly type: 'collection.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `collection.succeeded`. */
export type CollectionSucceededMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'collection.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** A new link, with its URL. */
export type CreatedPaymentLink = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link. The references of its payments begin with it. */
  readonly reference: string
  /** The amount that each customer pays; null if they name it. */
  readonly amount: number | null
  /** The least that a customer may name; null for a fixed amount. */
  readonly minimum: number | null
  /** The most that a customer may name; null for a fixed amount. */
  readonly maximum: number | null
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The purpose of the payment, shown to the customer and kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null if their number is not limited. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: all of its payments were begun, and not all have succeeded; one that fails makes room again. `paid`: all of its payments have succeeded, even if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** The page that the customer returns to afterwards; null for none. */
  readonly return_url: string | null
  /** The time when it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time when it expires: from then on it can no longer be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** The time when you ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
  /** The URL for the customer. */
  readonly url: string
}
/** The code of the error, for programs, as in the header Error-Code. */
export type ErrorCode =
  | 'account_not_found'
  | 'amount_above_maximum'
  | 'amount_below_minimum'
  | 'amount_too_precise'
  | 'api_access_off'
  | 'batch_awaits_approval'
  | 'batch_is_over'
  | 'batch_not_found'
  | 'batch_refused'
  | 'batch_unconfirmed'
  | 'beyond_last_event'
  | 'body_too_large'
  | 'currency_not_activated'
  | 'currency_not_supported'
  | 'duplicate_batch'
  | 'duplicate_link'
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
  | 'key_not_allowed'
  | 'kyc_incomplete'
  | 'limit_reached'
  | 'link_is_over'
  | 'link_not_found'
  | 'malformed_fields'
  | 'malformed_json'
  | 'malformed_request'
  | 'method_not_allowed'
  | 'missing_fields'
  | 'name_unknown'
  | 'network_unavailable'
  | 'no_name_look_up'
  | 'not_found'
  | 'not_ready'
  | 'not_refundable'
  | 'outcome_unknown'
  | 'pin_locked'
  | 'pin_not_set'
  | 'provider_unavailable'
  | 'quarantined'
  | 'rate_limited'
  | 'refund_exceeds_collection'
  | 'repeats_unconfirmed'
  | 'request_aborted'
  | 'request_timeout'
  | 'too_many_endpoints'
  | 'too_many_redeliveries'
  | 'transaction_not_found'
  | 'unsupported_media_type'
  | 'webhooks_off'
/** An event of the account; `type` determines the form of the data. */
export type Event =
  | PayoutSucceededEvent
  | PayoutFailedEvent
  | CollectionSucceededEvent
  | CollectionFailedEvent
  | RefundSucceededEvent
  | RefundFailedEvent
  | BalanceFundedEvent
  | BalanceWithdrawnEvent
  | BatchCompletedEvent
  | KeyExpiringEvent
/** A page of the account’s events, oldest first. */
export type Events = {
  /** The events of the page, in the order of their sequences. */
  readonly events: readonly Event[]
  /** The value of `after` for the next page. */
  readonly next: number
}
/** A secret key that expires soon, with its scopes. */
export type ExpiringKey = {
  /** The id of the key. The operator needs it to revoke or rotate the key. */
  readonly key_id: string
  /** The operator’s name for it; null for the first keys of the account. */
  readonly name: string | null
  /** The scopes of a secret key; a public key has none. */
  readonly scopes: readonly ('read' | 'collect' | 'pay' | 'refund' | 'webhooks')[]
  /** The addresses and subnets that may use it; null for all. */
  readonly addresses: readonly string[] | null
  /** The time when it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From this time on it is refused like an unknown key; null for never. */
  readonly expires_at: string | null
}
/** The cost of a payment that is made now. */
export type Fees = {
  /** The kind of payment. */
  readonly kind: 'payout' | 'collection' | 'refund'
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The fee of the payment. */
  readonly fee: number
  /** The change of the balance when it succeeds: below zero for a payout. */
  readonly balance_change: number
  readonly cash_out: CashOut
  /** For a collection, the part of its fee that is returned once all of it is refunded; partial refunds return a share. Present only if refunds return any. */
  readonly fee_refundable?: number
}
/** Money that the operator put into a balance or took from it. */
export type FundingOrWithdrawal = {
  /** The operator’s name for the funding or withdrawal. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The time when it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
}
/** A payment that the network has accepted. */
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
/** A refund that the network has accepted. */
export type InitiatedRefund = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The `transaction_id` of the refunded collection. */
  readonly refund_of: string
}
/** A key of the account, without its secret. */
export type Key = {
  /** The id of the key. The operator needs it to revoke or rotate the key. */
  readonly key_id: string
  /** The operator’s name for it; null for the first keys of the account. */
  readonly name: string | null
  /** The scopes of a secret key; a public key has none. */
  readonly scopes: readonly ('read' | 'collect' | 'pay' | 'refund' | 'webhooks')[]
  /** The addresses and subnets that may use it; null for all. */
  readonly addresses: readonly string[] | null
  /** The time when it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From this time on it is refused like an unknown key; null for never. */
  readonly expires_at: string | null
  /** Whether it is sent as a Bearer token or as `apikey`. */
  readonly kind: 'secret' | 'public'
  /** Whether it can be used. An expired or revoked key is refused like an unknown one. */
  readonly state: 'active' | 'expired' | 'revoked'
  /** Its first characters, too few to guess the rest; null if they were not kept. */
  readonly prefix: string | null
  /** The hour of its last use, or the one before; null if it was never used. */
  readonly last_used_at: string | null
}
/** An event of the type `key.expiring`. */
export type KeyExpiringEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'key.expiring'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: ExpiringKey
}
/** A message of the type `key.expiring`. */
export type KeyExpiringMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'key.expiring'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: ExpiringKey
}
/** The keys of the account. */
export type Keys = {
  /** All keys of the account, including expired and revoked ones, oldest first. */
  readonly keys: readonly Key[]
}
/** A limit of the account in one currency. */
export type Limit = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The quantity that it limits. `payout_amount`: the amount of one payout. `payouts_a_day`: the number of payouts in a day, without failed ones. `payout_amount_a_day`: the sum of these payouts. `collections_a_day`: the number of collections in a day, whatever their outcome. */
  readonly limit: 'payout_amount' | 'payouts_a_day' | 'payout_amount_a_day' | 'collections_a_day'
  /** The most that it allows: an amount, or a number of payments. */
  readonly most: number
  /** The part of it that is left. */
  readonly left: number
  /** The end of the day, from which all of it is left again; null for the amount of one payout. */
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
  /** The name of the network for customers. */
  readonly display_name: string
  /** The smallest amount of one payment. */
  readonly minimum: number
  /** The largest amount of one payment. */
  readonly maximum: number
  /** A regular expression that its phone numbers match; null if every number is accepted. */
  readonly phone_number_pattern: string | null
  /** Whether the gateway accepts payments for it now. */
  readonly accepts_payments: boolean
  /** The state of payouts over it. `open`: as usual. `paused`: the operator has stopped them. `broken`: they were stopped because the network refuses all of them. In both states payments are refused with `network_unavailable`. `unreachable`: the network does not answer now; payments are tried all the same. */
  readonly payouts: 'open' | 'paused' | 'broken' | 'unreachable'
  /** The state of collections over it. `open`: as usual. `paused`: the operator has stopped them. `broken`: they were stopped because the network refuses all of them. In both states payments are refused with `network_unavailable`. `unreachable`: the network does not answer now; payments are tried all the same. */
  readonly collections: 'open' | 'paused' | 'broken' | 'unreachable'
  /** The time that a customer has to approve a collection, in seconds. */
  readonly prompt_seconds: number
  readonly can: NetworkCapabilities
}
/** The other abilities of the network. */
export type NetworkCapabilities = {
  /** Whether a collection can be refunded. */
  readonly refund: boolean
  /** Whether it returns the name of the owner of a phone number. */
  readonly name_lookup: boolean
}
/** The networks that carry payments. */
export type Networks = {
  /** The networks, in the order of their currencies. */
  readonly networks: readonly Network[]
}
/** A page where customers pay a fixed amount, or one that they name within bounds. */
export type NewPaymentLink = {
  /** Your own name for the link, which counts once. The references of its payments begin with it. */
  readonly reference: string
  /** The amount that each customer pays, in the currency. */
  readonly amount?: number
  /** In place of `amount`, with `maximum`: the least that a customer may name. */
  readonly minimum?: number
  /** The most that a customer may name; more than `minimum`. */
  readonly maximum?: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** The purpose of the payment, shown to the customer. */
  readonly description: string
  /** How many payments may be made through it; 1 by default, null for any number. */
  readonly uses?: number | null
  /** The time when it expires: at most 366 days from now; seven days from now by default. A day is valid to its end, in the time zone of the account. */
  readonly expires_at?: string | 'today' | 'yesterday' | 'this month' | 'last month' | null
  /** The page that the customer returns to afterwards; it must begin with https. */
  readonly return_url?: string | null
}
/** An endpoint to be added. */
export type NewWebhookEndpoint = {
  /** The URL that receives messages: on the public internet, with https and the port 443 or 8443. It is stored in its normalized form. */
  readonly url: string
  /** The types of events to send; `*` stands for all of them. */
  readonly types?: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
  )[]
  /** Whether to send messages; true continues with the first undelivered event. */
  readonly enabled?: boolean
}
/** A page where customers pay a fixed amount, or one that they name within bounds. */
export type PaymentLink = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link. The references of its payments begin with it. */
  readonly reference: string
  /** The amount that each customer pays; null if they name it. */
  readonly amount: number | null
  /** The least that a customer may name; null for a fixed amount. */
  readonly minimum: number | null
  /** The most that a customer may name; null for a fixed amount. */
  readonly maximum: number | null
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The purpose of the payment, shown to the customer and kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null if their number is not limited. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: all of its payments were begun, and not all have succeeded; one that fails makes room again. `paid`: all of its payments have succeeded, even if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** The page that the customer returns to afterwards; null for none. */
  readonly return_url: string | null
  /** The time when it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time when it expires: from then on it can no longer be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** The time when you ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
  /** The URL for the customer; null once the link is over, for keys without the scope `collect`, and if the operator no longer has the key that it is derived from. */
  readonly url: string | null
}
/** A link with its payments. */
export type PaymentLinkWithPayments = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link. The references of its payments begin with it. */
  readonly reference: string
  /** The amount that each customer pays; null if they name it. */
  readonly amount: number | null
  /** The least that a customer may name; null for a fixed amount. */
  readonly minimum: number | null
  /** The most that a customer may name; null for a fixed amount. */
  readonly maximum: number | null
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The purpose of the payment, shown to the customer and kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null if their number is not limited. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: all of its payments were begun, and not all have succeeded; one that fails makes room again. `paid`: all of its payments have succeeded, even if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** The page that the customer returns to afterwards; null for none. */
  readonly return_url: string | null
  /** The time when it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time when it expires: from then on it can no longer be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** The time when you ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
  /** The URL for the customer; null once the link is over, for keys without the scope `collect`, and if the operator no longer has the key that it is derived from. */
  readonly url: string | null
  /** How many payments through it have succeeded. */
  readonly paid: number
  /** Its payments, newest first, 100 at most; failed ones are included. */
  readonly payments: readonly PaymentOfLink[]
}
/** A page of payment links, newest first. */
export type PaymentLinks = {
  /** The links of the page. */
  readonly payment_links: readonly PaymentLink[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** A payment through a link. */
export type PaymentOfLink = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it. */
  readonly phone_number: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The state of the payment. `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** The time when it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
}
/** Money to be sent to a phone. */
export type Payout = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment. It can be used once, so that the same payment is not made twice. */
  readonly reference: string
  /** In international form without a plus sign; networks may require more than this pattern. */
  readonly phone_number: string
  /** Between the smallest and the largest amount of the currency, not rounded. */
  readonly amount: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** One of the currency’s networks. */
  readonly network: string
  /** The account’s transaction PIN. */
  readonly pin: string
  /** The purpose of the payment, in your own words. It is stored and returned, and shown to no other merchant. */
  readonly description?: string | null
  /** Your own data about the payment, by names of your choice. They are returned in look-ups, events and statements. An empty array means the same as an empty object. */
  readonly metadata?: Readonly<Record<string, string>> | readonly unknown[] | null
  /** A text about the payment for the customer, shown as far as the network supports it. Characters that it does not carry are replaced; `customer_message_as_sent` of the transaction shows the result. */
  readonly customer_message?: string | null
}
/** Many payouts in one request. */
export type PayoutBatch = {
  /** The id of the batch, given by the gateway. */
  readonly batch_id: string
  /** Your own name for the batch. */
  readonly reference: string
  /** Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any longer, and some payouts have not ended. `completed`: all payouts have ended, for good. */
  readonly state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
  /** Whether it is from before the operator had to restore the books. Its waiting lines may have been paid, so it can be resumed, approved or cancelled only once it is confirmed. */
  readonly needs_confirmation: boolean
  /** How many lines it has, including refused ones. */
  readonly lines: number
  /** The accepted sums, by currency. */
  readonly sums: readonly BatchSum[]
  /** The time when it was accepted. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time of its last change. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** The number of lines in each state, by currency, and their total. */
  readonly totals: readonly BatchTotal[]
}
/** A line of a batch, with its state. */
export type PayoutBatchLine = {
  /** Its number in the file, or its place in the batch, from 1. */
  readonly line: number
  /** Your own name for the payout. */
  readonly reference: string
  /** The phone number in the form that was sent. */
  readonly phone_number: string
  /** The amount; null in a refused line without one. */
  readonly amount: number | null
  /** The fee; null in a refused line without an amount. */
  readonly fee: number | null
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The description that was sent; null if none was. */
  readonly description: string | null
  /** The metadata that were sent; empty if none were. */
  readonly metadata: Readonly<Record<string, string>>
  /** The progress of the line. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before. */
  readonly state: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'
  /** The code of the error for which it is refused; null if it is not. */
  readonly code: string | null
  /** The id of its payout; null before there is one. */
  readonly transaction_id: string | null
  /** The reason why its payout failed; null if it has not failed. */
  readonly reason: string | null
  /** The number of the customer’s receipt at the network; null until it is known. */
  readonly network_receipt: string | null
}
/** A page of the lines of a batch, in their order. */
export type PayoutBatchLines = {
  /** The lines of the page. */
  readonly lines: readonly PayoutBatchLine[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** Many payouts at once. */
export type PayoutBatchRequest = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the batch. */
  readonly reference: string
  /** The account’s transaction PIN; not needed with `dry_run`. */
  readonly pin?: string
  /** The payouts. Their references count once, as those of single payments do. */
  readonly lines: readonly {
    /** Your own name for the payment. It can be used once, so that the same payment is not made twice. */
    readonly reference: string
    /** In international form without a plus sign; networks may require more than this pattern. */
    readonly phone_number: string
    /** Between the smallest and the largest amount of the currency, not rounded. */
    readonly amount: number
    /** A code of ISO 4217 in capital letters. */
    readonly currency: string
    /** One of the currency’s networks. Without it, the beginning of the phone number must show the network. */
    readonly network?: string | null
    /** The purpose of the payment, in your own words. It is stored and returned, and shown to no other merchant. */
    readonly description?: string | null
    /** Your own data about the payment, by names of your choice. They are returned in look-ups, events and statements. An empty array means the same as an empty object. */
    readonly metadata?: Readonly<Record<string, string>> | readonly unknown[] | null
    /** A text about the payment for the customer, shown as far as the network supports it. Characters that it does not carry are replaced; `customer_message_as_sent` of the transaction shows the result. */
    readonly customer_message?: string | null
  }[]
}
/** An event of the type `payout.failed`. */
export type PayoutFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'payout.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `payout.failed`. */
export type PayoutFailedMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'payout.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
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
  /** The type of the event, which determines the form of the data. */
  readonly type: 'payout.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `payout.succeeded`. */
export type PayoutSucceededMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'payout.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** The result of reading a phone number. */
export type PhoneNumber = {
  /** The number in the form for payments: international, without a plus sign; null if it is not valid. */
  readonly phone_number: string | null
  /** Whether the number can have a wallet: it is a mobile number of its country, or begins like those of a network. It may not exist. */
  readonly valid: boolean
  /** The networks that may have it, the likeliest first. Its owner may have moved the number to another network. */
  readonly networks: readonly PredictedNetwork[]
}
/** A network that may have a phone number. */
export type PredictedNetwork = {
  /** The name of the mobile money network. */
  readonly network: string
  /** `prefix`: its numbers begin like this one. `pattern`: it could have this one. */
  readonly certainty: 'prefix' | 'pattern'
}
/** The form of errors by RFC 9457, for clients that name its type in the header Accept. */
export type Problem = {
  /** The path of the page about the error. */
  readonly type: string
  /** The HTTP status. */
  readonly status: number
  /** The error of this request. */
  readonly detail: string
  readonly code: ErrorCode
  /** The recorded transaction, or the one that has used the reference; null if there is none. */
  readonly transaction_id: string | null
  /** Whether this request has moved money. */
  readonly money_moved: 'yes' | 'no' | 'unknown'
  /** Whether the reference of the request is used up. */
  readonly reference_used: 'yes' | 'no' | 'unknown'
  /** Whether and how to send the request again. `same_request`: Send it as it was, with the same reference; if there is a header Retry-After, after so many seconds. `after_change`: Change what is wrong with the request or the account; it may have the same reference. `new_reference`: Only another reference can be used; whether to send it is your decision. `no`: Never: the transaction that is named is, or will be, the answer. */
  readonly retry: 'same_request' | 'after_change' | 'new_reference' | 'no'
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly lines?: readonly RefusedLine[]
  /** Accepted lines that may be mistakes, and columns of a file that are not read. */
  readonly warnings?: readonly BatchWarning[]
  /** The error in a few words, the same for every error with this code. */
  readonly title: string
}
/** The owner of a phone number, according to its network. */
export type Recipient = {
  /** The number that was asked about, in the form for payments. */
  readonly phone_number: string
  /** Whether the network has a user with this number. */
  readonly registered: boolean
  /** The initials and the family name of the user; null if the network does not return them. */
  readonly name: string | null
  /** Whether the number can be paid, according to the network; null if the network does not say. */
  readonly can_receive: boolean | null
}
/** The redelivery of an event. */
export type Redelivery = {
  /** The number of endpoints that receive it. */
  readonly endpoints: number
}
/** A collection to be refunded. */
export type Refund = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment. It can be used once, so that the same payment is not made twice. */
  readonly reference: string
  /** The collection to refund: its `transaction_id`, or your own reference for it. */
  readonly collection: string
  /** The account’s transaction PIN. */
  readonly pin: string
  /** The amount to refund. Without it, the whole remaining amount of the collection. */
  readonly amount?: number
  /** The purpose of the payment, in your own words. It is stored and returned, and shown to no other merchant. */
  readonly description?: string | null
  /** Your own data about the payment, by names of your choice. They are returned in look-ups, events and statements. An empty array means the same as an empty object. */
  readonly metadata?: Readonly<Record<string, string>> | readonly unknown[] | null
  /** A text about the payment for the customer, shown as far as the network supports it. Characters that it does not carry are replaced; `customer_message_as_sent` of the transaction shows the result. */
  readonly customer_message?: string | null
}
/** An event of the type `refund.failed`. */
export type RefundFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'refund.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `refund.failed`. */
export type RefundFailedMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'refund.failed'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** A refund of a collection. */
export type RefundOfCollection = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The state of the payment. `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** The time when it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The part of the collection’s fee that this refund returns when it succeeds; present only if it returns any. */
  readonly fee_refunded?: number
}
/** An event of the type `refund.succeeded`. */
export type RefundSucceededEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** The type of the event, which determines the form of the data. */
  readonly type: 'refund.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `refund.succeeded`. */
export type RefundSucceededMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'refund.succeeded'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** A line that was refused. */
export type RefusedLine = {
  /** Its number in the file, or its place in the batch, from 1. */
  readonly line: number
  /** Its reference, if it has one. */
  readonly reference: string
  /** The code of the error that a single payout would get. */
  readonly code: string
  /** The message of that error, for people. */
  readonly message: string
}
/** A page of movements of a balance: `opening` and `lines` make `closing`. */
export type Statement = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  readonly opening: BalanceOfStatement
  /** The movements of the page, oldest first. */
  readonly lines: readonly StatementEntry[]
  readonly closing: BalanceOfStatement
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
  /** The time zone of the days in the query. */
  readonly zone: string
}
/** One movement of a balance. */
export type StatementEntry = {
  /** The time when the money moved. In ISO 8601, in UTC. */
  readonly at: string
  /** The kind of movement. */
  readonly kind:
    | 'payout_held'
    | 'payout_settled'
    | 'payout_released'
    | 'collection_credited'
    | 'refund_held'
    | 'refund_settled'
    | 'refund_released'
    | 'fee'
    | 'fee_refunded'
    | 'balance_funded'
    | 'balance_withdrawn'
    | 'batch_held'
    | 'batch_released'
  /** The kind of the payment; null for fundings, withdrawals and batches. */
  readonly payment_kind: 'payout' | 'collection' | 'refund' | null
  /** The change of the whole balance, available and held: below zero if money has left it, and zero if money was only held or released. */
  readonly amount: number
  /** The change of the amount that can be paid out. */
  readonly available_change: number
  /** The change of the amount held for payouts that have not ended. */
  readonly held_change: number
  /** The amount that could be paid out afterwards. */
  readonly available_after: number
  /** The amount held afterwards for payouts that had not ended. */
  readonly held_after: number
  /** The id of the payment; null for fundings and withdrawals. */
  readonly transaction_id: string | null
  /** The payment’s reference, or that of the funding or withdrawal. */
  readonly reference: string
  /** The phone number that was paid or has paid; null for fundings, withdrawals and batches. */
  readonly phone_number: string | null
  /** The description that was sent; null if none was. */
  readonly description: string | null
  /** The metadata that were sent; empty if none were. */
  readonly metadata: Readonly<Record<string, string>>
  /** The number of the customer’s receipt from the network, for example in its text message; null until it is known. It proves nothing: only `state` shows the outcome. */
  readonly network_receipt: string | null
  /** The network’s own reason for the failure, of at most 100 characters; null if it is not known. */
  readonly network_reason: string | null
  /** The id of the batch of payouts; present only if a batch has moved the money. */
  readonly batch_id?: string
}
/** A payment to or from a phone, with its current state. */
export type Transaction = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The direction of the money: to the phone, from it, or back to it. A refund returns the money of a collection. */
  readonly kind: 'payout' | 'collection' | 'refund'
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it. */
  readonly phone_number: string
  /** The state of the payment. `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** The reason why it failed; null if it has not failed. */
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
  /** The network’s own reason for the failure, of at most 100 characters; null if it is not known. */
  readonly network_reason: string | null
  /** The number of the customer’s receipt from the network, for example in its text message; null until it is known. It proves nothing: only `state` shows the outcome. */
  readonly network_receipt: string | null
  /** The time when it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time of its last change of state. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** The description that was sent; null if none was. */
  readonly description: string | null
  /** The metadata that were sent; empty if none were. */
  readonly metadata: Readonly<Record<string, string>>
  /** The text for the customer; null if there is none. */
  readonly customer_message: string | null
  /** The same in the characters that the network carries; null if too little is left, and if there is no text. */
  readonly customer_message_as_sent: string | null
  /** Your fee for the payment, in the currency; present only if there is one. */
  readonly fee?: number
  /** For a collection, the part of its fee that is returned once all of it is refunded; partial refunds return a share. Present only if refunds return any. */
  readonly fee_refundable?: number
  /** The part of the collection’s fee that this refund returns when it succeeds; present only if it returns any. */
  readonly fee_refunded?: number
  /** The payment link through which a collection was made; present only then. */
  readonly payment_link_id?: string
  /** The `transaction_id` of the refunded collection; present only in a refund. */
  readonly refund_of?: string
}
/** A payment with its current state; a collection with its refunds, if there are any. */
export type TransactionWithRefunds = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The direction of the money: to the phone, from it, or back to it. A refund returns the money of a collection. */
  readonly kind: 'payout' | 'collection' | 'refund'
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it. */
  readonly phone_number: string
  /** The state of the payment. `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** The reason why it failed; null if it has not failed. */
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
  /** The network’s own reason for the failure, of at most 100 characters; null if it is not known. */
  readonly network_reason: string | null
  /** The number of the customer’s receipt from the network, for example in its text message; null until it is known. It proves nothing: only `state` shows the outcome. */
  readonly network_receipt: string | null
  /** The time when it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The time of its last change of state. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** The description that was sent; null if none was. */
  readonly description: string | null
  /** The metadata that were sent; empty if none were. */
  readonly metadata: Readonly<Record<string, string>>
  /** The text for the customer; null if there is none. */
  readonly customer_message: string | null
  /** The same in the characters that the network carries; null if too little is left, and if there is no text. */
  readonly customer_message_as_sent: string | null
  /** Your fee for the payment, in the currency; present only if there is one. */
  readonly fee?: number
  /** For a collection, the part of its fee that is returned once all of it is refunded; partial refunds return a share. Present only if refunds return any. */
  readonly fee_refundable?: number
  /** The part of the collection’s fee that this refund returns when it succeeds; present only if it returns any. */
  readonly fee_refunded?: number
  /** The payment link through which a collection was made; present only then. */
  readonly payment_link_id?: string
  /** The `transaction_id` of the refunded collection; present only in a refund. */
  readonly refund_of?: string
  /** The total of a collection’s refunds, without failed ones; present only if there are refunds. */
  readonly refunded?: number
  /** The refunds of a collection, newest first, 100 at most; present only if there are refunds. */
  readonly refunds?: readonly RefundOfCollection[]
}
/** A page of transactions, newest first. */
export type Transactions = {
  /** The transactions of the page. */
  readonly transactions: readonly Transaction[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
  /** The time zone of the days in the query. */
  readonly zone: string
  /** How the searched text was understood, one line for each meaning. Only with `q`. */
  readonly looked_for?: readonly string[]
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
  /** The number of the attempt to deliver the event, from 1. */
  readonly attempt: number
  /** The time of the attempt. In ISO 8601, in UTC. */
  readonly at: string
  /** Whether the answer counts as a delivery. */
  readonly delivered: boolean
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** The reason why it does not count as delivered; null if it does. A missing answer has one of three reasons. */
  readonly problem: string | null
  /** The duration of the attempt, in milliseconds. */
  readonly took_ms: number
  /** The first KiB of the answer. */
  readonly answer: string
}
/** A URL of yours that receives events. */
export type WebhookEndpoint = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
  /** The URL that receives messages. */
  readonly url: string
  /** The types of events that are sent; `*` stands for all of them. */
  readonly types: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
  )[]
  /** Whether messages are sent. */
  readonly enabled: boolean
  /** The reason why it is disabled: your request, its answer 410, or days of failures; null while it is enabled. */
  readonly disabled_because: 'asked' | 'gone' | 'failing' | null
  /** The time when the endpoint was added. In ISO 8601, in UTC. */
  readonly created_at: string
}
/** The fields to change. */
export type WebhookEndpointChange = {
  /** The URL that receives messages: on the public internet, with https and the port 443 or 8443. It is stored in its normalized form. */
  readonly url?: string
  /** The types of events to send; `*` stands for all of them. */
  readonly types?: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
  )[]
  /** Whether to send messages; true continues with the first undelivered event. */
  readonly enabled?: boolean
}
/** An endpoint with the secret that signs its messages. */
export type WebhookEndpointWithSecret = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
  /** The URL that receives messages. */
  readonly url: string
  /** The types of events that are sent; `*` stands for all of them. */
  readonly types: readonly (
    | '*'
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
  )[]
  /** Whether messages are sent. */
  readonly enabled: boolean
  /** The reason why it is disabled: your request, its answer 410, or days of failures; null while it is enabled. */
  readonly disabled_because: 'asked' | 'gone' | 'failing' | null
  /** The time when the endpoint was added. In ISO 8601, in UTC. */
  readonly created_at: string
  /** The secret that signs the messages. It is shown only once. */
  readonly secret: string
}
/** All endpoints of the account. */
export type WebhookEndpoints = {
  /** The endpoints, oldest first. */
  readonly webhook_endpoints: readonly WebhookEndpoint[]
}
/** A message to an endpoint; `type` determines the form of the data. */
export type WebhookMessage =
  | PayoutSucceededMessage
  | PayoutFailedMessage
  | CollectionSucceededMessage
  | CollectionFailedMessage
  | RefundSucceededMessage
  | RefundFailedMessage
  | BalanceFundedMessage
  | BalanceWithdrawnMessage
  | BatchCompletedMessage
  | KeyExpiringMessage
  | WebhookTestMessage
/** The outcome of a test message. */
export type WebhookTest = {
  /** Whether the answer counts as a delivery. */
  readonly delivered: boolean
  /** The HTTP status of the answer; null when there was none. */
  readonly status: number | null
  /** The reason why it does not count as delivered; null if it does. A missing answer has one of three reasons. */
  readonly problem: string | null
  /** The duration of the attempt, in milliseconds. */
  readonly took_ms: number
  /** The first KiB of the answer. */
  readonly answer: string
}
/** The tested endpoint. */
export type WebhookTestData = {
  /** The id of the endpoint. */
  readonly endpoint_id: string
}
/** A message of the type `webhook.test`. */
export type WebhookTestMessage = {
  /** The type of the event, which determines the form of the data. */
  readonly type: 'webhook.test'
  /** The time when it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** A test has no sequence. */
  readonly sequence: null
  readonly data: WebhookTestData
}
/** The query of listPayoutBatchLines of the API. */
export type ListPayoutBatchLinesQuery = {
  /** The most lines to return; 20 by default. CSV has all of them. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Returns the page after the one with this next_cursor. It must be the next_cursor of an earlier page. */
  readonly cursor?: string | undefined
  /** Returns only lines in this state. It must be one of waiting, pending, succeeded, failed, refused, cancelled. */
  readonly state?: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled' | undefined
}
/** The query of listPaymentLinks of the API. */
export type ListPaymentLinksQuery = {
  /** The most links to return; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Returns the page after the one with this next_cursor. It must be the next_cursor of an earlier page. */
  readonly cursor?: string | undefined
}
/** The query of listTransactions of the API. */
export type ListTransactionsQuery = {
  /** The most transactions to return; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Returns the page after the one with this next_cursor. It must be the next_cursor of an earlier page. */
  readonly cursor?: string | undefined
  /** Returns only transactions in this state. It must be pending, succeeded or failed. */
  readonly state?: 'pending' | 'succeeded' | 'failed' | undefined
  /** Returns only transactions of this kind. It must be payout, collection or refund. */
  readonly kind?: 'payout' | 'collection' | 'refund' | undefined
  /** Returns only transactions in this currency; refused if neither the gateway nor any of your transactions has it. It must be three capital letters. */
  readonly currency?: string | undefined
  /** Returns only transactions over this network; refused if neither the gateway nor any of your transactions has it. It must be the name of a network. */
  readonly network?: string | undefined
  /** Returns only transactions to or from this phone number, in any way of writing it. The only other filters allowed are the times. It must be a phone number, such as 0770000001 or 256770000001. */
  readonly phone_number?: string | undefined
  /** Returns only transactions created at this moment or later. A day begins in `zone`. It must be a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month. */
  readonly created_from?: string | 'today' | 'yesterday' | 'this month' | 'last month' | undefined
  /** Returns only transactions created before this moment. A day ends in `zone`, and is included. It must be a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month. */
  readonly created_to?: string | 'today' | 'yesterday' | 'this month' | 'last month' | undefined
  /** The time zone of days; by default the one of the account. The answer names it. It must be a time zone such as Africa/Kampala, or an offset such as +03:00. */
  readonly zone?: string | undefined
  /** Returns only the transaction with this receipt of the network; in rare cases two networks use the same one. It must be 1 to 100 characters without control characters. */
  readonly network_receipt?: string | undefined
  /** Returns only transactions that a searched text means: a reference or a part of one, a part of a description, an id, a receipt or a message that quotes one, a phone number or its last three or more digits, an amount, or two with a sign between them, or an amount and last digits after it. `looked_for` lists how it was understood. Other filters may be added, except `phone_number`. It must be 1 to 1000 characters without control characters, except line breaks and tabs. */
  readonly q?: string | undefined
  /** Returns only the transaction with this reference. It must be 1 to 100 visible ASCII characters. */
  readonly reference?: string | undefined
}
/** The query of quoteFees of the API. */
export type QuoteFeesQuery = {
  /** The kind of payment. It must be payout, collection or refund. */
  readonly kind: 'payout' | 'collection' | 'refund'
  /** The currency. It must be three capital letters. */
  readonly currency: string
  /** The network. It must be the name of a network. */
  readonly network: string
  /** The amount of the payment. It must be an amount in digits, not grouped. */
  readonly amount: string
}
/** The query of readStatement of the API. */
export type ReadStatementQuery = {
  /** The currency of the balance. It must be the code of a currency. */
  readonly currency: string
  /** Begins with the first line at this moment or later. A day begins in `zone`. It must be a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month. */
  readonly from?: string | 'today' | 'yesterday' | 'this month' | 'last month' | undefined
  /** Ends before the first line at this moment or later. A day ends in `zone`, and is included. It must be a date such as 2026-03-01, a month such as 2026-03, a date and time with its offset such as 2026-03-01T08:00:00Z, or today, yesterday, this month or last month. */
  readonly to?: string | 'today' | 'yesterday' | 'this month' | 'last month' | undefined
  /** The time zone of days; by default the one of the account. The answer names it. It must be a time zone such as Africa/Kampala, or an offset such as +03:00. */
  readonly zone?: string | undefined
  /** The most lines to return; 20 by default. A file has all. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Returns the page after the one with this next_cursor. A file has no pages. It must be the next_cursor of an earlier page. */
  readonly cursor?: string | undefined
}
/** The query of readPhoneNumber of the API. */
export type ReadPhoneNumberQuery = {
  /** The currency of the payment. A number without a country code belongs to its country. It must be three capital letters. */
  readonly currency: string
}
/** The query of lookUpRecipient of the API. */
export type LookUpRecipientQuery = {
  /** The network to ask. It must be the name of a network. */
  readonly network: string
  /** The phone number of the recipient, in any way of writing it. It must be a phone number. */
  readonly phone_number: string
  /** The currency of the payment. It must be the code of a currency. */
  readonly currency: string
}
/** The query of listWebhookDeliveries of the API. */
export type ListWebhookDeliveriesQuery = {
  /** The most attempts to return; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Returns the page after the one with this next_cursor. It must be the next_cursor of an earlier page. */
  readonly cursor?: string | undefined
}
