import type { Acting } from '../operators/actions.ts'

/** A page on which customers pay an amount that its merchant has fixed. */
export type PaymentLink = {
  readonly id: string
  readonly accountId: string
  /** The merchant's own name for it, unique among the account's links; the references of its payments begin with it. */
  readonly reference: string
  /** SHA-256 of the token in its URL, in hexadecimal; the token itself is kept nowhere. */
  readonly tokenDigest: string
  readonly amountMinor: bigint
  readonly currency: string
  /** What the customer is told that it is for; kept with each payment. */
  readonly description: string
  /** How many payments may be made through it that take its room; null for any number. */
  readonly uses: number | null
  /** Where the page leads the customer afterwards; null for nowhere. */
  readonly returnUrl: string | null
  readonly createdAtMs: number
  /** From this moment on no payment is opened through it. */
  readonly expiresAtMs: number
  /** When its merchant has ended it; null while nobody has. */
  readonly endedAtMs: number | null
  /** How many quarantines of the books had begun when it was made: a later one ends it, where its payments are counted. */
  readonly quarantines: number
}

/** What a step sees of its link, for the phone number that its scope names. */
export type LinkInStep = {
  readonly link: PaymentLink
  /** How many payments through it take its room; where any number may be made, nobody has counted them. */
  readonly used: number
  /** The payment from the phone number through it that is open; null where there is none. */
  readonly openId: string | null
}

/** How often a link was used. */
export type LinkUses = {
  /** How many payments through it take its room: the ones that have not failed, and those that wait for a person. */
  readonly used: number
  /** How many have succeeded. */
  readonly paid: number
}

/** Which links to list, newest first. */
export type LinkQuery = {
  readonly accountId: string
  /** Those that were made before this one. */
  readonly before?: string
  readonly limit: number
}

/** Payment links. What is paid through them is opened by steps of the books. */
export interface PaymentLinks {
  /**
   * Adds a link, unless its account has one with its reference; resolves with the one that is there then. An action that is
   * given is written in the same step, where a link is added; so with one that is ended.
   */
  add(link: PaymentLink, acting?: Acting): Promise<PaymentLink>
  /** A link by its id. */
  byId(id: string): Promise<PaymentLink | undefined>
  /** A link by the digest of its token. */
  byToken(tokenDigest: string): Promise<PaymentLink | undefined>
  /** A link of an account by its reference. */
  byReference(accountId: string, reference: string): Promise<PaymentLink | undefined>
  /** Links of an account, newest first. */
  list(query: LinkQuery): Promise<readonly PaymentLink[]>
  /** How often a link was used. */
  uses(id: string): Promise<LinkUses>
  /**
   * Ends a link, if nobody has yet. Once this has resolved no step opens a payment through it any more: steps see it as
   * ended.
   */
  end(link: Pick<PaymentLink, 'id' | 'accountId'>, atMs: number, acting?: Acting): Promise<void>
}
