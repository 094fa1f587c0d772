// Written by `npm run api` from the description of the API.

/** A batch that was accepted, and its lines that were not. */
export type AcceptedPayoutBatch = {
  /** The id of the batch, given by the gateway. */
  readonly batch_id: string
  /** Your own name for the batch. */
  readonly reference: string
  /** Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any more, and some payouts have not ended. `completed`: all have, for good. */
  readonly state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
  /** Whether it is from before the operator had to restore the books, so that lines that wait may have been paid: it is resumed, approved or cancelled only once it is confirmed. */
  readonly needs_confirmation: boolean
  /** How many lines it has, with those that were refused. */
  readonly lines: number
  /** What was accepted, by currency. */
  readonly sums: readonly BatchSum[]
  /** How many lines have come how far, by currency, and what they come to. */
  readonly totals: readonly BatchTotal[]
  /** When it was accepted. In ISO 8601, in UTC. */
  readonly created_at: string
  /** When it has changed last. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly refused_lines: readonly RefusedLine[]
}
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
/** An event of the type `batch.completed`. */
export type BatchCompletedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'batch.completed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: PayoutBatch
}
/** A message of the type `batch.completed`. */
export type BatchCompletedMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'batch.completed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: PayoutBatch
}
/** What a batch has accepted in a currency. */
export type BatchSum = {
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** How many lines were accepted. */
  readonly lines: number
  /** What they came to with their fees, which was held at once. */
  readonly accepted: number
  /** What is held for those of them that wait. */
  readonly held: number
}
/** Lines of a batch that have come as far as each other. */
export type BatchTotal = {
  /** How far the line has come. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before. */
  readonly state: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** How many lines they are. */
  readonly lines: number
  /** What they come to. */
  readonly amount: number
}
/** What has to be sent so that the amount can be taken out in cash; null of a collection, and where the gateway does not know what the network charges. */
export type CashOut = {
  /** What the network charges for taking it out. */
  readonly charge: number
  /** The duty on taking it out. */
  readonly duty: number
  /** The amount with both: what to send. */
  readonly send: number
  /** What sending that costs. */
  readonly fee: number
} | null
/** What would be accepted, and the lines that would not. */
export type CheckedPayoutBatch = {
  /** What was accepted, by currency. */
  readonly sums: readonly BatchSum[]
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly refused_lines: readonly RefusedLine[]
}
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
  /** What the customer is to read about the payment, as far as the network shows it. */
  readonly customer_message?: string | null
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
/** A link that was made, with its URL. */
export type CreatedPaymentLink = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link, with which the references of its payments begin. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** What the customer is told that it is for; kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null where any number may be made. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: as many payments were begun as it is for, and not all have succeeded; one that fails makes room again. `paid`: all of them have succeeded, also if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** Where the page leads the customer afterwards; null for nowhere. */
  readonly return_url: string | null
  /** When it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From when on it can’t be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** When you have ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
  /** What to give the customer. Nothing tells it again. */
  readonly url: string
}
/** What went wrong, for programs, as in the header Error-Code. */
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
  | RefundSucceededEvent
  | RefundFailedEvent
  | BalanceFundedEvent
  | BalanceWithdrawnEvent
  | BatchCompletedEvent
  | KeyExpiringEvent
/** A page of what happened to the account, oldest first. */
export type Events = {
  /** The events of the page, in the order of their sequences. */
  readonly events: readonly Event[]
  /** The value of `after` for the next page. */
  readonly next: number
}
/** A secret key that expires soon, and what it may be used for. */
export type ExpiringKey = {
  /** Names the key; the operator revokes and rotates it by this. */
  readonly key_id: string
  /** What the operator calls it; null for the keys that the account began with. */
  readonly name: string | null
  /** What a secret key may be used for; a public key has none. */
  readonly scopes: readonly ('read' | 'collect' | 'pay' | 'refund' | 'webhooks')[]
  /** The addresses and subnets that it may be used from; null for all. */
  readonly addresses: readonly string[] | null
  /** When it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From when on it is as unknown; null for never. */
  readonly expires_at: string | null
}
/** What a payment costs if it is made now. */
export type Fees = {
  /** The kind of payment. */
  readonly kind: 'payout' | 'collection' | 'refund'
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** What it costs. */
  readonly fee: number
  /** What it changes in the balance when it succeeds: below zero for a payout. */
  readonly balance_change: number
  readonly cash_out: CashOut
  /** Of a collection, what its refunds give back of its fee once they come to all of it, and a part of it before; only where they give back anything. */
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
/** A refund that the network has. */
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
  /** The `transaction_id` of the collection that it pays back. */
  readonly refund_of: string
}
/** A key of the account, without its secret. */
export type Key = {
  /** Names the key; the operator revokes and rotates it by this. */
  readonly key_id: string
  /** What the operator calls it; null for the keys that the account began with. */
  readonly name: string | null
  /** What a secret key may be used for; a public key has none. */
  readonly scopes: readonly ('read' | 'collect' | 'pay' | 'refund' | 'webhooks')[]
  /** The addresses and subnets that it may be used from; null for all. */
  readonly addresses: readonly string[] | null
  /** When it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From when on it is as unknown; null for never. */
  readonly expires_at: string | null
  /** Whether it is sent as a Bearer token or as `apikey`. */
  readonly kind: 'secret' | 'public'
  /** Whether it can be used. A key that has expired or was revoked is as unknown. */
  readonly state: 'active' | 'expired' | 'revoked'
  /** Its first characters, too few to guess the rest; null where they were not kept. */
  readonly prefix: string | null
  /** The hour in which it was last used, or the one before; null for never. */
  readonly last_used_at: string | null
}
/** An event of the type `key.expiring`. */
export type KeyExpiringEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'key.expiring'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: ExpiringKey
}
/** A message of the type `key.expiring`. */
export type KeyExpiringMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'key.expiring'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: ExpiringKey
}
/** The keys of the account. */
export type Keys = {
  /** Each key that the account has had, oldest first. */
  readonly keys: readonly Key[]
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
  /** What people call it, to be shown to customers. */
  readonly display_name: string
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
  /** How long a customer may take to approve a collection, in seconds. */
  readonly prompt_seconds: number
  readonly can: NetworkCapabilities
}
/** What the network can do beside payments. */
export type NetworkCapabilities = {
  /** Whether a collection can be given back. */
  readonly refund: boolean
  /** Whether it tells the name of the owner of a phone number. */
  readonly name_lookup: boolean
}
/** The networks that payments can go over. */
export type Networks = {
  /** The networks, in the order of their currencies. */
  readonly networks: readonly Network[]
}
/** A page on which customers pay a fixed amount. */
export type NewPaymentLink = {
  /** Your own name for the link, which counts once. The references of its payments begin with it. */
  readonly reference: string
  /** What each customer pays, in the currency. */
  readonly amount: number
  /** A code of ISO 4217 in capital letters. */
  readonly currency: string
  /** What the customer is told that it is for. */
  readonly description: string
  /** How many payments may be made through it; 1 by default, null for any number. */
  readonly uses?: number | null
  /** From when on it can’t be paid: at most 366 days from now; after seven days by default. */
  readonly expires_at?: string | null
  /** Where the page leads the customer afterwards; it has to begin with https. */
  readonly return_url?: string | null
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
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
  )[]
  /** Whether to send messages; true goes on where it stopped. */
  readonly enabled?: boolean
}
/** A page on which customers pay a fixed amount. */
export type PaymentLink = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link, with which the references of its payments begin. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** What the customer is told that it is for; kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null where any number may be made. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: as many payments were begun as it is for, and not all have succeeded; one that fails makes room again. `paid`: all of them have succeeded, also if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** Where the page leads the customer afterwards; null for nowhere. */
  readonly return_url: string | null
  /** When it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From when on it can’t be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** When you have ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
}
/** A link with its payments. */
export type PaymentLinkWithPayments = {
  /** The id of the link, given by the gateway. */
  readonly payment_link_id: string
  /** Your own name for the link, with which the references of its payments begin. */
  readonly reference: string
  /** The amount in the currency, such as 5000 or 12.5. */
  readonly amount: number
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** What the customer is told that it is for; kept with each payment. */
  readonly description: string
  /** How many payments may be made through it; null for any number. */
  readonly uses: number | null
  /** How many payments through it have not failed, or need the attention of the operator; null where any number may be made. */
  readonly used: number | null
  /** Whether it can be paid. `used_up`: as many payments were begun as it is for, and not all have succeeded; one that fails makes room again. `paid`: all of them have succeeded, also if it has expired or was ended since. `ended`: you have ended it. */
  readonly state: 'open' | 'used_up' | 'paid' | 'expired' | 'ended'
  /** Where the page leads the customer afterwards; null for nowhere. */
  readonly return_url: string | null
  /** When it was made. In ISO 8601, in UTC. */
  readonly created_at: string
  /** From when on it can’t be paid. In ISO 8601, in UTC. */
  readonly expires_at: string
  /** When you have ended it; null while you have not. In ISO 8601, in UTC. */
  readonly ended_at: string | null
  /** Its payments, newest first, 100 at most; those that have failed, too. */
  readonly payments: readonly PaymentOfLink[]
}
/** A page of payment links, newest first. */
export type PaymentLinks = {
  /** The links of the page. */
  readonly payment_links: readonly PaymentLink[]
  /** The cursor of the next page; null on the last one. */
  readonly next_cursor: string | null
}
/** A payment that was made through a link. */
export type PaymentOfLink = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** The phone number in international form, without a plus sign; `erased-` and 32 hexadecimal digits once the operator has erased it. */
  readonly phone_number: string
  /** The name of the mobile money network. */
  readonly network: string
  /** How it stands: `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
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
  /** What the customer is to read about the payment, as far as the network shows it. */
  readonly customer_message?: string | null
}
/** Many payouts that were asked for at once. */
export type PayoutBatch = {
  /** The id of the batch, given by the gateway. */
  readonly batch_id: string
  /** Your own name for the batch. */
  readonly reference: string
  /** Whether lines become payouts now. `awaiting_approval`: none does until the batch is approved with another key, or by the operator. `cancelling`: none does any more, and some payouts have not ended. `completed`: all have, for good. */
  readonly state: 'awaiting_approval' | 'paying' | 'paused' | 'cancelling' | 'completed'
  /** Whether it is from before the operator had to restore the books, so that lines that wait may have been paid: it is resumed, approved or cancelled only once it is confirmed. */
  readonly needs_confirmation: boolean
  /** How many lines it has, with those that were refused. */
  readonly lines: number
  /** What was accepted, by currency. */
  readonly sums: readonly BatchSum[]
  /** How many lines have come how far, by currency, and what they come to. */
  readonly totals: readonly BatchTotal[]
  /** When it was accepted. In ISO 8601, in UTC. */
  readonly created_at: string
  /** When it has changed last. In ISO 8601, in UTC. */
  readonly updated_at: string
}
/** A line of a batch, and what has become of it. */
export type PayoutBatchLine = {
  /** Its number in the batch, from 1. */
  readonly line: number
  /** Your own name for the payout. */
  readonly reference: string
  /** The phone number, as it was sent. */
  readonly phone_number: string
  /** The amount; null in a refused line that has none. */
  readonly amount: number | null
  /** The code of the currency by ISO 4217. */
  readonly currency: string
  /** The name of the mobile money network. */
  readonly network: string
  /** As it was sent; null where it was not. */
  readonly description: string | null
  /** As it was sent; empty where it was not. */
  readonly metadata: Readonly<Record<string, string>>
  /** How far the line has come. `waiting`: it is not a payout yet. `pending`, `succeeded` and `failed` are states of its payout. `refused`: it is never paid, for the reason in `code`. `cancelled`: the batch was cancelled before. */
  readonly state: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled'
  /** Why it is refused, as the code of an error; null when it is not. */
  readonly code: string | null
  /** The id of its payout; null before there is one. */
  readonly transaction_id: string | null
  /** Why its payout failed; null when it has not. */
  readonly reason: string | null
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
    /** What the customer is to read about the payment, as far as the network shows it. */
    readonly customer_message?: string | null
  }[]
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
/** A phone number as people write it, read. */
export type PhoneNumber = {
  /** As payments take it: in international form without a plus sign; null when it is not valid. */
  readonly phone_number: string | null
  /** Whether its country can have such a number. It may not exist. */
  readonly valid: boolean
  /** The networks that may have it, the likeliest first. Numbers may have been taken to another network. */
  readonly networks: readonly PredictedNetwork[]
}
/** A network that may have a phone number. */
export type PredictedNetwork = {
  /** The name of the mobile money network. */
  readonly network: string
  /** `prefix`: its numbers begin like this one. `pattern`: it could have this one. */
  readonly certainty: 'prefix' | 'pattern'
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
  /** The lines that were refused, each by the first rule that it breaks. */
  readonly lines?: readonly RefusedLine[]
  /** What went wrong, in a few words that are the same for each such error. */
  readonly title: string
}
/** Who has a phone number, as its network says. */
export type Recipient = {
  /** Whether the network has a user with this number. */
  readonly registered: boolean
  /** The initials and the family name of the user; null where the network does not tell them. */
  readonly name: string | null
  /** Whether the network says that the number can be paid; null where it does not say. */
  readonly can_receive: boolean | null
}
/** Where an event is delivered again. */
export type Redelivery = {
  /** To how many endpoints it is sent. */
  readonly endpoints: number
}
/** A collection to be paid back. */
export type Refund = {
  /** The account’s public key. */
  readonly apikey: string
  /** Your own name for the payment, which counts once: it keeps the same payment from being made twice. */
  readonly reference: string
  /** The collection that is paid back: its `transaction_id`, or your own reference for it. */
  readonly collection: string
  /** The account’s transaction PIN. */
  readonly pin: string
  /** What is paid back. Without it, all that is left of the collection. */
  readonly amount?: number
  /** What the payment is for, in your own words. It is kept and given back, and shown to no other merchant. */
  readonly description?: string | null
  /** What you keep with the payment, by names of your own. It is given back in look-ups, events and statements. */
  readonly metadata?: Readonly<Record<string, string>> | null
  /** What the customer is to read about the payment, as far as the network shows it. */
  readonly customer_message?: string | null
}
/** An event of the type `refund.failed`. */
export type RefundFailedEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'refund.failed'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `refund.failed`. */
export type RefundFailedMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'refund.failed'
  /** When it happened. In ISO 8601, in UTC. */
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
  /** How it stands: `succeeded` and `failed` are final and never change. */
  readonly state: 'pending' | 'succeeded' | 'failed'
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** What a refund gives back of the fee of its collection when it succeeds; only where it gives back anything. */
  readonly fee_refunded?: number
}
/** An event of the type `refund.succeeded`. */
export type RefundSucceededEvent = {
  /** The id of the event, the same in each message about it. */
  readonly event_id: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  /** What happened, and so what the data are. */
  readonly type: 'refund.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly at: string
  readonly data: Transaction
}
/** A message of the type `refund.succeeded`. */
export type RefundSucceededMessage = {
  /** What happened, and so what the data are. */
  readonly type: 'refund.succeeded'
  /** When it happened. In ISO 8601, in UTC. */
  readonly timestamp: string
  /** Counts the account’s events without a gap. */
  readonly sequence: number
  readonly data: Transaction
}
/** A line that was refused. */
export type RefusedLine = {
  /** Its number in the batch, from 1. */
  readonly line: number
  /** Its reference, where it has one. */
  readonly reference: string
  /** The code that a single payout would be refused with. */
  readonly code: string
  /** The same for people. */
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
}
/** One movement of a balance. */
export type StatementEntry = {
  /** When the money moved. In ISO 8601, in UTC. */
  readonly at: string
  /** What happened to the money. */
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
  /** The number of the receipt that the customer has from the network, such as in its text message; null until it is known. It proves nothing: only `state` says how the payment ended. */
  readonly network_receipt: string | null
  /** Why it failed in the network’s own word, of at most 100 characters; null where that is not known. */
  readonly network_reason: string | null
  /** The id of the batch of payouts; only where a batch has moved the money. */
  readonly batch_id?: string
}
/** A payment to or from a phone, as it stands. */
export type Transaction = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** Whether money goes to the phone or comes from it, or goes back to it: a refund pays back what was collected. */
  readonly kind: 'payout' | 'collection' | 'refund'
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
  /** The number of the receipt that the customer has from the network, such as in its text message; null until it is known. It proves nothing: only `state` says how the payment ended. */
  readonly network_receipt: string | null
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** When its state changed last. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** As it was sent; null where it was not. */
  readonly description: string | null
  /** As it was sent; empty where it was not. */
  readonly metadata: Readonly<Record<string, string>>
  /** The text for the customer, as it was sent; null where it was not. */
  readonly customer_message: string | null
  /** What it costs you, in the currency; only where it costs anything. */
  readonly fee?: number
  /** Of a collection, what its refunds give back of its fee once they come to all of it, and a part of it before; only where they give back anything. */
  readonly fee_refundable?: number
  /** What a refund gives back of the fee of its collection when it succeeds; only where it gives back anything. */
  readonly fee_refunded?: number
  /** The payment link that a collection was made through; only such a one has it. */
  readonly payment_link_id?: string
  /** The `transaction_id` of the collection that a refund pays back; only a refund has it. */
  readonly refund_of?: string
}
/** A payment as it stands, and of a collection its refunds, if there are any. */
export type TransactionWithRefunds = {
  /** The id of the transaction, given by the gateway. */
  readonly transaction_id: string
  /** Your own name for the payment. */
  readonly reference: string
  /** Whether money goes to the phone or comes from it, or goes back to it: a refund pays back what was collected. */
  readonly kind: 'payout' | 'collection' | 'refund'
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
  /** The number of the receipt that the customer has from the network, such as in its text message; null until it is known. It proves nothing: only `state` says how the payment ended. */
  readonly network_receipt: string | null
  /** When it was recorded. In ISO 8601, in UTC. */
  readonly created_at: string
  /** When its state changed last. In ISO 8601, in UTC. */
  readonly updated_at: string
  /** As it was sent; null where it was not. */
  readonly description: string | null
  /** As it was sent; empty where it was not. */
  readonly metadata: Readonly<Record<string, string>>
  /** The text for the customer, as it was sent; null where it was not. */
  readonly customer_message: string | null
  /** What it costs you, in the currency; only where it costs anything. */
  readonly fee?: number
  /** Of a collection, what its refunds give back of its fee once they come to all of it, and a part of it before; only where they give back anything. */
  readonly fee_refundable?: number
  /** What a refund gives back of the fee of its collection when it succeeds; only where it gives back anything. */
  readonly fee_refunded?: number
  /** The payment link that a collection was made through; only such a one has it. */
  readonly payment_link_id?: string
  /** The `transaction_id` of the collection that a refund pays back; only a refund has it. */
  readonly refund_of?: string
  /** What the refunds of a collection come to, without those that have failed; only where there are refunds. */
  readonly refunded?: number
  /** The refunds of a collection, newest first, 100 at most; only where there are refunds. */
  readonly refunds?: readonly RefundOfCollection[]
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
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
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
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
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
    | 'refund.succeeded'
    | 'refund.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
    | 'batch.completed'
    | 'key.expiring'
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
/** The query of listPayoutBatchLines of the API. */
export type ListPayoutBatchLinesQuery = {
  /** How many lines to give at most; 20 by default. CSV has all of them. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
  /** Gives those in this state only. It must be one of waiting, pending, succeeded, failed, refused, cancelled. */
  readonly state?: 'waiting' | 'pending' | 'succeeded' | 'failed' | 'refused' | 'cancelled' | undefined
}
/** The query of listPaymentLinks of the API. */
export type ListPaymentLinksQuery = {
  /** How many links to give at most; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
}
/** The query of listTransactions of the API. */
export type ListTransactionsQuery = {
  /** How many transactions to give at most; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
  /** Gives those in this state only. It must be pending, succeeded or failed. */
  readonly state?: 'pending' | 'succeeded' | 'failed' | undefined
  /** Gives those of this kind only. It must be payout, collection or refund. */
  readonly kind?: 'payout' | 'collection' | 'refund' | undefined
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
  /** Gives the one that this receipt of the network is for; rarely two networks have the same. It must be 1 to 100 characters, and none of them a control character. */
  readonly network_receipt?: string | undefined
  /** Gives the one under this reference only. It must be 1 to 100 visible ASCII characters. */
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
  /** Begins with the first line at this moment or later. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly from?: string | undefined
  /** Ends before the first line at this moment or later. It must be a date, or a date and time with its offset, such as 2026-03-01 or 2026-03-01T08:00:00Z. */
  readonly to?: string | undefined
  /** How many lines to give at most; 20 by default. A CSV has all. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. A CSV has no pages. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
}
/** The query of readPhoneNumber of the API. */
export type ReadPhoneNumberQuery = {
  /** The currency that is to be paid, whose country a number without its code is of. It must be three capital letters. */
  readonly currency: string
}
/** The query of lookUpRecipient of the API. */
export type LookUpRecipientQuery = {
  /** The network to ask. It must be the name of a network. */
  readonly network: string
  /** Whose phone number. It must be digits without a plus sign. */
  readonly phone_number: string
  /** That of the payment. It must be the code of a currency. */
  readonly currency: string
}
/** The query of listWebhookDeliveries of the API. */
export type ListWebhookDeliveriesQuery = {
  /** How many attempts to give at most; 20 by default. It must be a whole number from 1 to 100. */
  readonly limit?: number | undefined
  /** Gives the page after the one that ended with this. It must be the next_cursor of a page of yours. */
  readonly cursor?: string | undefined
}
