// Written by `npm run api` from the description of the API.

/** The schema Balance of the API. */
export type Balance = { readonly available: number; readonly held: number }
/** The schema BalanceOfStatement of the API. */
export type BalanceOfStatement = { readonly available: number; readonly held: number }
/** The schema Balances of the API. */
export type Balances = Readonly<Record<string, Balance>>
/** The schema Collection of the API. */
export type Collection = {
  readonly apikey: string
  readonly reference: string
  readonly phone_number: string
  readonly amount: number
  readonly currency: string
  readonly network: string
  readonly description?: string | null
  readonly metadata?: Readonly<Record<string, string>> | null
}
/** The schema ErrorCode of the API. */
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
  | 'malformed_fields'
  | 'malformed_json'
  | 'malformed_request'
  | 'method_not_allowed'
  | 'missing_fields'
  | 'not_found'
  | 'not_ready'
  | 'outcome_unknown'
  | 'pin_not_set'
  | 'provider_unavailable'
  | 'quarantined'
  | 'rate_limited'
  | 'request_aborted'
  | 'request_timeout'
  | 'too_many_endpoints'
  | 'transaction_not_found'
  | 'unsupported_media_type'
  | 'webhooks_off'
/** The schema Event of the API. */
export type Event = {
  readonly event_id: string
  readonly sequence: number
  readonly type:
    | 'payout.succeeded'
    | 'payout.failed'
    | 'collection.succeeded'
    | 'collection.failed'
    | 'balance.funded'
    | 'balance.withdrawn'
  readonly at: string
  readonly data: Transaction | FundingOrWithdrawal
}
/** The schema Events of the API. */
export type Events = { readonly events: readonly Event[]; readonly next: number }
/** The schema FundingOrWithdrawal of the API. */
export type FundingOrWithdrawal = {
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly created_at: string
}
/** The schema InitiatedPayment of the API. */
export type InitiatedPayment = {
  readonly reference: string
  readonly transaction_id: string
  readonly amount: number
  readonly currency: string
  readonly network: string
}
/** The schema Network of the API. */
export type Network = {
  readonly currency: string
  readonly network: string
  readonly minimum: number
  readonly maximum: number
  readonly phone_number_pattern: string | null
  readonly accepts_payments: boolean
}
/** The schema Networks of the API. */
export type Networks = { readonly networks: readonly Network[] }
/** The schema Payout of the API. */
export type Payout = {
  readonly apikey: string
  readonly reference: string
  readonly phone_number: string
  readonly amount: number
  readonly currency: string
  readonly network: string
  readonly pin: string
  readonly description?: string | null
  readonly metadata?: Readonly<Record<string, string>> | null
}
/** The schema Problem of the API. */
export type Problem = {
  readonly type: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly transaction_id: string | null
  readonly money_moved: 'yes' | 'no' | 'unknown'
  readonly reference_used: 'yes' | 'no' | 'unknown'
  readonly retry: 'same_request' | 'after_change' | 'new_reference' | 'no'
  readonly title: string
}
/** The schema Statement of the API. */
export type Statement = {
  readonly currency: string
  readonly opening: BalanceOfStatement
  readonly lines: readonly StatementLine[]
  readonly closing: BalanceOfStatement
  readonly next_cursor: string | null
}
/** The schema StatementLine of the API. */
export type StatementLine = {
  readonly at: string
  readonly kind:
    | 'payout_held'
    | 'payout_settled'
    | 'payout_released'
    | 'collection_credited'
    | 'balance_funded'
    | 'balance_withdrawn'
  readonly amount: number
  readonly available_after: number
  readonly held_after: number
  readonly transaction_id: string | null
  readonly reference: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
}
/** The schema Transaction of the API. */
export type Transaction = {
  readonly transaction_id: string
  readonly reference: string
  readonly kind: 'payout' | 'collection'
  readonly amount: number
  readonly currency: string
  readonly network: string
  readonly phone_number: string
  readonly state: 'pending' | 'succeeded' | 'failed'
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
  readonly network_reason: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly description: string | null
  readonly metadata: Readonly<Record<string, string>>
}
/** The schema Transactions of the API. */
export type Transactions = { readonly transactions: readonly Transaction[]; readonly next_cursor: string | null }
/** The query of listTransactions of the API. */
export type ListTransactionsQuery = {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly state?: 'pending' | 'succeeded' | 'failed' | undefined
  readonly kind?: 'payout' | 'collection' | undefined
  readonly currency?: string | undefined
  readonly network?: string | undefined
  readonly phone_number?: string | undefined
  readonly created_from?: string | undefined
  readonly created_to?: string | undefined
  readonly reference?: string | undefined
}
/** The query of readStatement of the API. */
export type ReadStatementQuery = {
  readonly currency: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}
