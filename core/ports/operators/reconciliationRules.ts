import type { Acting } from './actions.ts'
import type { FileDirection } from './reconciliations.ts'

/**
 * The kinds of a row that is not a payment: money from the bank or to it, a transfer between wallets, or something
 * else.
 */
export const rowClasses = ['top-up', 'liquidation', 'transfer', 'other'] as const

/** One of {@link rowClasses}. */
export type RowClass = (typeof rowClasses)[number]

/** The buckets that a rule may resolve: rows that are beside the payments of the books. */
export const resolvedByRules = ['not_ours', 'missing_here', 'duplicate_there'] as const

/** The rows of a rule: those in a network's files that fit every other field, of which at least one is given. */
export type RowFilter = {
  readonly network: string
  readonly direction?: FileDirection
  /** The entry's whole `why`. */
  readonly why?: string
  readonly amount?: AmountRange
}

/** Amounts in one currency, from the least to the most; null where there is no bound. */
export type AmountRange = {
  readonly currency: string
  readonly leastMinor: bigint | null
  readonly mostMinor: bigint | null
}

/**
 * The decision of a rule about its rows: it classifies those of `not_ours`, records those of `missing_here` as payments
 * of an account, or resolves those of one bucket.
 */
export type RuleDecision =
  | { readonly kind: 'classify'; readonly as: RowClass }
  | {
      readonly kind: 'record'
      readonly accountId: string
      /** The beginning of each payment's reference. */
      readonly references: string
    }
  | { readonly kind: 'resolve'; readonly bucket: (typeof resolvedByRules)[number] }

/** A named decision about rows that come again in later files. It decides nothing by itself. */
export type ReconciliationRule = {
  /** Letters from a to z, digits and hyphens, unique among the rules. */
  readonly name: string
  readonly filter: RowFilter
  readonly decision: RuleDecision
  /** The reason of each of its decisions. */
  readonly because: string
  readonly by: string
  readonly atMs: number
}

/** The operator's rules. A rule is never changed, only removed; the actions keep it. */
export interface ReconciliationRules {
  /** All rules, by their names. */
  all(): Promise<readonly ReconciliationRule[]>
  /** Adds a rule, with an action. Returns false, and does nothing, if its name is taken. */
  add(rule: ReconciliationRule, acting?: Acting): Promise<boolean>
  /** Removes a rule, with an action about it. Returns undefined, and does nothing, if there is none. */
  remove(name: string, acting?: Acting<[removed: ReconciliationRule]>): Promise<ReconciliationRule | undefined>
}
