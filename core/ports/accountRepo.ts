import type { Account } from '../account.ts'

/** How many accounts have a PIN under one of the operator's PIN keys, and the first of them in the order of ids. */
export type PinKeyCount = { readonly keyVersion: string; readonly accounts: number; readonly firstId: string }

/** Which accounts are looked for; what is absent does not matter. */
export type AccountQuery = {
  /** A part of the name. */
  readonly name?: string
  /** Goes on where a page ended: its `next`. */
  readonly before?: string
  readonly limit: number
}

/** A page of accounts; `next` is the id of the last one, to go on after it, and null at the end. */
export type AccountPage = { readonly accounts: readonly Account[]; readonly next: string | null }

/**
 * Knows who: accounts with their keys, KYC status, API access, activated currencies and PIN. Never balances. What others have
 * changed holds from the next turn of the event loop on.
 */
export interface AccountRepo {
  /** The account that a secret key belongs to, active or revoked, open or closed, by the SHA-256 of the key. */
  bySecretKey(digest: string): Promise<Account | undefined>
  /** An account by its id. */
  byId(id: string): Promise<Account | undefined>
  /** The account that has the key with this id. */
  byKeyId(keyId: string): Promise<Account | undefined>
  /** Adds an account; resolves once that is durable. Throws when its id or one of its keys is taken. */
  add(account: Account): Promise<void>
  /**
   * Replaces an account by what `change` makes of it, with the version counted up by one; resolves with the new
   * account once that is durable, or with undefined when there is none. Changes at once follow one another.
   */
  change(id: string, change: (account: Account) => Account): Promise<Account | undefined>
  /** Accounts newest first, of those whose name holds a text where one is asked for: A to Z fit their lower case. */
  list(query: AccountQuery): Promise<AccountPage>
  /** How many accounts have a PIN under each PIN key, in the order of the keys' versions; closed accounts are left out. */
  pinKeyCounts(): Promise<readonly PinKeyCount[]>
}
