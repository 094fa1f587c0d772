/** Money that the operator put into an account's balance or took out of it, under a reference that counts once. */
export type Funding = {
  readonly accountId: string
  readonly reference: string
  readonly kind: 'fund' | 'withdraw'
  readonly currency: string
  readonly amountMinor: bigint
  /** Why, in the operator's words; null where none are asked for. */
  readonly because: string | null
  readonly atMs: number
}

/** Which fundings and withdrawals to list; a filter that is absent admits all. */
export type FundingQuery = {
  readonly accountId?: string
  /** Continues after a page: its `next`. */
  readonly before?: FundingId
  /** How many at most. */
  readonly limit: number
}

/** Identifies a funding: its reference counts once for its account. */
export type FundingId = Pick<Funding, 'accountId' | 'reference'>

/** A page of fundings; `next` identifies the last one, to continue after it, and is null at the end. */
export type FundingPage = { readonly fundings: readonly Funding[]; readonly next: FundingId | null }
