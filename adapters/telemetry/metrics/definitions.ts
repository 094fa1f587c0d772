import { attentions, exceptions, kinds, reasons, refusalCodes } from '../../../core/sente.ts'

/** A label: its values, or a description of them if they are not known beforehand. */
export type Label = readonly string[] | string

/** A metric. */
export type Definition = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Its labels; none by default. */
  readonly labels?: Readonly<Record<string, Label>>
  /** Its subject: one process, or the books, which nodes share, so that each of them reports the same. */
  readonly of: 'node' | 'books'
}

const kind = [...kinds]
const way = ['payout', 'collection']
const network = 'a network of the configuration'
const currency = 'a currency of the configuration'
const product = ['disbursement', 'collection', 'all']
const openState = ['submitting', 'pending']

/** The outcomes of questions to networks, in the core's words. */
export const outcomes = {
  accepted: 'accepted',
  pending: 'pending',
  succeeded: 'succeeded',
  declined: 'declined',
  reversed: 'reversed',
  notFound: 'not_found',
  mismatch: 'mismatch',
  inDoubt: 'in_doubt',
  unanswered: 'unanswered',
} as const

const asked = { network, operation: [...way, 'enquiry'], outcome: Object.values(outcomes) }

/** Errors of the merchants' API alone. */
const transportCodes = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'request_aborted',
  'not_ready',
  'rate_limited',
  'webhooks_off',
]

/** Every code of an error. */
export const errorCodes: readonly string[] = [...refusalCodes, ...transportCodes]

/** Methods of HTTP; every other one is `_OTHER`. */
export const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Every metric, by its name. */
export const definitions = {
  http_server_request_duration_seconds: {
    type: 'histogram',
    of: 'node',
    help: 'How long requests took until their answer',
    labels: {
      http_request_method: [...methods, '_OTHER'],
      http_route: 'the pattern of the path, such as `/api/v1/send-money`; empty for an unknown path',
      http_response_status_code: 'the status',
    },
  },
  sente_payments_total: {
    type: 'counter',
    of: 'node',
    help: 'Payments that have entered a state; each was `submitting` once, and ends once',
    labels: {
      kind,
      network,
      currency,
      state: ['submitting', 'pending', 'succeeded', 'failed'],
      reason: ['none', ...reasons],
    },
  },
  sente_refusals_total: {
    type: 'counter',
    of: 'node',
    help: 'Requests answered with an error',
    labels: { code: errorCodes },
  },
  sente_time_to_final_seconds: {
    type: 'histogram',
    of: 'node',
    help: 'How long payments took from their opening to their end',
    labels: { kind, network },
  },
  sente_unknown_answers_total: {
    type: 'counter',
    of: 'node',
    help: 'Submissions whose first answer left doubt',
    labels: { kind: way, network },
  },
  sente_open_payments: {
    type: 'gauge',
    of: 'books',
    help: 'Payments that have not ended',
    labels: { kind, network, state: openState },
  },
  sente_oldest_open_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'How long ago the oldest of them was opened',
    labels: { kind, network, state: openState },
  },
  sente_held_amount: {
    type: 'gauge',
    of: 'books',
    help: 'The held amount of open payouts and refunds and of waiting lines of batches, with their fees, in whole units of the currency',
    labels: {
      kind: ['payout', 'refund', 'batch'],
      network: 'a network of the configuration, and `all` for batches',
      state: [...openState, 'waiting'],
      currency,
    },
  },
  sente_float: {
    type: 'gauge',
    of: 'books',
    help: 'The amount of a float by the books, in whole units of the currency; absent until a movement of it is recorded',
    labels: { network, product, currency },
  },
  sente_float_reported: {
    type: 'gauge',
    of: 'books',
    help: 'The amount of the float by the network, in whole units of the currency; absent without an answer in the last 15 minutes',
    labels: { network, product, currency },
  },
  sente_float_runway_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'How long the float lasts at the rate of the last six hours; absent if there were no payouts, or its amount is not known',
    labels: { network, product, currency },
  },
  sente_attention: {
    type: 'gauge',
    of: 'books',
    help: 'Payments that need the attention of a person',
    labels: { kind: attentions },
  },
  sente_network_channel: {
    type: 'gauge',
    of: 'books',
    help: 'Currencies in which payments over a network are in this state; `unreachable` is the view of the node itself',
    labels: { network, operation: way, state: ['open', 'paused', 'broken', 'unreachable'] },
  },
  sente_unconfirmed_amount: {
    type: 'gauge',
    of: 'books',
    help: 'The amount of the last 30 days’ payments that should be in a network’s file and that no file confirms, in whole units of the currency',
    labels: { network, currency },
  },
  sente_oldest_unconfirmed_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'The age of the oldest payment of the last 30 days that no file of its network confirms, whether or not a file was compared',
    labels: { network },
  },
  sente_reconciliation_exceptions: {
    type: 'gauge',
    of: 'books',
    help: 'Unresolved differences found by `sente reconcile`',
    labels: { network, bucket: exceptions },
  },
  sente_network_requests_total: {
    type: 'counter',
    of: 'node',
    help: 'Questions to networks, by their outcome',
    labels: asked,
  },
  sente_network_request_duration_seconds: {
    type: 'histogram',
    of: 'node',
    help: 'How long their answers took, including the wait for a turn and a token',
    labels: asked,
  },
  sente_webhook_deliveries_total: {
    type: 'counter',
    of: 'node',
    help: 'Attempts to deliver an event',
    labels: { outcome: ['delivered', 'failed', 'gone'] },
  },
  sente_webhook_lag_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'The age of the oldest event without a first attempt, at endpoints that do not fail',
  },
  sente_webhook_endpoints: {
    type: 'gauge',
    of: 'books',
    help: 'Endpoints: working ones, failing ones, and disabled ones',
    labels: { state: ['enabled', 'failing', 'disabled'] },
  },
  sente_store_commits_total: { type: 'counter', of: 'node', help: 'Transactions of the database that were committed' },
  sente_store_flush_seconds: {
    type: 'histogram',
    of: 'node',
    help: 'How long writing them to the disk took: on SQLite a flush, which several share; on PostgreSQL a commit',
  },
  sente_event_loop_delay_seconds: {
    type: 'gauge',
    of: 'node',
    help: 'The longest time that the event loop was blocked, in the last 10 to 15 seconds',
  },
  sente_wal_bytes: { type: 'gauge', of: 'node', help: 'The size of the write-ahead log; on SQLite alone' },
  sente_disk_free_bytes: {
    type: 'gauge',
    of: 'node',
    help: 'Room on the disk of the database; on PostgreSQL, of the node’s own files',
  },
  sente_pin_locks_total: {
    type: 'counter',
    of: 'node',
    help: 'PINs that were locked after too many wrong attempts',
  },
  sente_sign_in_events_total: {
    type: 'counter',
    of: 'node',
    help: 'Wrong passwords and second steps, locks after too many of them, and sign-ins from unknown browsers',
    labels: { event: ['wrong_password', 'wrong_second_step', 'locked', 'new_browser'] },
  },
  sente_ready: { type: 'gauge', of: 'node', help: '1 while `/readyz` answers 200, otherwise 0' },
  sente_backup_age_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'How long ago the last `sente backup` was made, or, before the first one, the first action was recorded; absent with PostgreSQL',
  },
  sente_audit_age_seconds: {
    type: 'gauge',
    of: 'books',
    help: 'How long ago the last `sente audit` ended, or, before the first one, the first action was recorded',
  },
  sente_audit_broken: {
    type: 'gauge',
    of: 'books',
    help: 'How many rows broke a rule in the last `sente audit`; absent until there was one',
  },
  sente_clock_skew_seconds: {
    type: 'gauge',
    of: 'node',
    help: 'How far the clock of the machine is ahead of the nearest one of a network; absent until one has answered',
  },
  sente_build_info: {
    type: 'gauge',
    of: 'node',
    help: '1, with the running version',
    labels: { version: 'the version of sente', commit: 'the commit of the build; empty if it is not known' },
  },
  process_start_time_seconds: {
    type: 'gauge',
    of: 'node',
    help: 'When the process started, in seconds since the Unix epoch',
  },
} as const satisfies Readonly<Record<string, Definition>>

/** The name of a metric. */
export type MetricName = keyof typeof definitions

/** The names of the labels of a metric. */
export type LabelsOf<Name extends MetricName> = (typeof definitions)[Name] extends { labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never
