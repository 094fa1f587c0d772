/** The rules that an audit checks. */
export type AuditRule =
  | 'balance_is_sum'
  | 'balance_not_negative'
  | 'sum_is_zero'
  | 'postings_in_order'
  | 'postings_fit_transaction'
  | 'postings_fit_funding'
  | 'postings_fit_batch'
  | 'refunds_fit_collection'
  | 'nothing_stray'
  | 'events_without_gap'
  | 'one_event_each'
  | 'actions_without_gap'
  | 'actions_unchanged'
  | 'move_fits_action'

/** A row that breaks a rule, in words for the operator. */
export type Broken = { readonly rule: AuditRule; readonly row: string; readonly problem: string }

/** A transaction that its network contradicts: no damage to the books, but a fact that a person must explain. */
export type Contradicted = { readonly transactionId: string; readonly problem: string }

/** The progress of one part of an audit. */
export type AuditProgress = { readonly doing: string; readonly done: number; readonly of: number }

/** Takes the progress of an audit. */
export type OnProgress = (progress: AuditProgress) => void

/** The result of an audit: the number of checked rows, and every broken one. It is `ok` if there is none. */
export type Audit = {
  readonly ok: boolean
  readonly checked: number
  readonly broken: readonly Broken[]
  readonly contradicted: readonly Contradicted[]
}

/**
 * The result of an audit that may go on from an earlier one: `since` is the beginning of that, in milliseconds since the
 * Unix epoch, and the number of transactions that were read; null if everything was read.
 */
export type ContinuedAudit = Audit & {
  readonly since: { readonly atMs: number; readonly transactions: number } | null
}
