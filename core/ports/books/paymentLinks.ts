import type { Acting } from '../operators/actions.ts'

/** A page where customers pay a fixed amount, or one that they name within bounds. */
export type PaymentLink = {
  readonly id: string
  readonly accountId: string
  /** The merchant's own name for it, unique among the account's links; the references of its payments begin with it. */
  readonly reference: string
  /** SHA-256 of the token in its URL, in hexadecimal. The token is derived from the id and a key, and stored nowhere. */
  readonly tokenDigest: string
  /** The least and the most that one payment may be. They are equal for a fixed amount. */
  readonly minimumMinor: bigint
  readonly maximumMinor: bigint
  readonly currency: string
  /** The purpose of the payment, shown to the customer and kept with each payment. */
  readonly description: string
  /** The number of payments that it has room for; null for any number. */
  readonly uses: number | null
  /** The page that the customer returns to afterwards; null for none. */
  readonly returnUrl: string | null
  readonly createdAtMs: number
  /** From this moment on no payment is opened through it. */
  readonly expiresAtMs: number
  /** The time when its merchant ended it; null while it is not ended. */
  readonly endedAtMs: number | null
  /** The number of quarantines of the books when it was made: a later one ends it, if its payments are counted. */
  readonly quarantines: number
}

/** A step's view of its link, for the phone number in its scope. */
export type LinkInStep = {
  readonly link: PaymentLink
  /** The number of payments that take its room; not counted if their number is unlimited. */
  readonly used: number
  /** The open payment through it from the phone number; null if there is none. */
  readonly openId: string | null
}

/** The use of a link. */
export type LinkUses = {
  /** The number of payments that take its room: payments that have not failed, and payments that wait for a person. */
  readonly used: number
  /** The number of payments that have succeeded. */
  readonly paid: number
}

/** The query for links, newest first. */
export type LinkQuery = {
  readonly accountId: string
  /** Only links made before this one. */
  readonly before?: string
  readonly limit: number
}

/** Payment links. Steps of the books open the payments through them. */
export interface PaymentLinks {
  /**
   * Adds a link, unless its account already has one with its reference. Resolves with the stored one. A given action is
   * written in the same step if a link is added; the same holds for ending one.
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
  /** The use of a link. */
  uses(id: string): Promise<LinkUses>
  /**
   * Ends a link, if it is not ended yet. Once this has resolved, no step opens a payment through it: steps see it as
   * ended.
   */
  end(link: Pick<PaymentLink, 'id' | 'accountId'>, atMs: number, acting?: Acting): Promise<void>
}
