/**
 * Money that the operator added to an account's balance or withdrew from it, under a reference that can be used once.
 */
export type Funding = {
  readonly accountId: string
  readonly reference: string
  readonly kind: 'fund' | 'withdraw'
  readonly currency: string
  readonly amountMinor: bigint
  /** The operator's reason; null if none is required. */
  readonly because: string | null
  readonly atMs: number
}

/** The query for fundings and withdrawals. An absent filter admits all. */
export type FundingQuery = {
  readonly accountId?: string
  /** Continues after a page: its `next`. */
  readonly before?: FundingId
  /** The most that are returned. */
  readonly limit: number
}

/** The identity of a funding: its reference is unique within its account. */
export type FundingId = Pick<Funding, 'accountId' | 'reference'>

/** A page of fundings; `next` identifies the last one, to continue after it, and is null at the end. */
export type FundingPage = { readonly fundings: readonly Funding[]; readonly next: FundingId | null }
