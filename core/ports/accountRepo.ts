import type { Account } from '../model/account.ts'
import type { Acting } from './operators/actions.ts'

/** The number of accounts with a PIN under one of the operator's PIN keys, and the first of them by id. */
export type PinKeyCount = { readonly keyVersion: string; readonly accounts: number; readonly firstId: string }

/** The query for a list of accounts. An absent filter admits all. */
export type AccountQuery = {
  /** A part of the name. */
  readonly name?: string
  /** Continues after a page: its `next`. */
  readonly before?: string
  /** The most that are returned. */
  readonly limit: number
}

/** The query for keys that expire soon, by the caller's clock. */
export type ExpiryQuery = {
  readonly nowMs: number
  readonly withinMs: number
  readonly lateMs: number
  readonly limit: number
}

/** A page of accounts; `next` is the id of the last one, to continue after it, and null at the end. */
export type AccountPage = { readonly accounts: readonly Account[]; readonly next: string | null }

/**
 * Accounts with their keys, KYC status, API access, activated currencies and PIN, but not their balances. Changes by
 * others are visible from the next turn of the event loop on.
 */
export interface AccountRepo {
  /** The account of a secret key, active or revoked, open or closed, by the SHA-256 of the key. */
  bySecretKey(digest: string): Promise<Account | undefined>
  /** The present time: by the store's own clock if several machines share the store, otherwise the given time. */
  nowMs(callersMs: number): Promise<number>
  /**
   * Writes an event to the accounts of active keys that expire within `withinMs` from now, first to expire first, and
   * of at most `limit` keys; once for each key, even if several processes ask at once. A key that has expired for
   * longer than `lateMs`, or whose account is closed, gets none. Resolves with the accounts, once that is durable.
   */
  tellExpiring(due: ExpiryQuery): Promise<readonly string[]>
  /** An account by its id. */
  byId(id: string): Promise<Account | undefined>
  /** The account of the key with this id. */
  byKeyId(keyId: string): Promise<Account | undefined>
  /**
   * Adds an account, with the action if one is given. Resolves once that is durable. Throws when its id or one of its
   * keys is taken.
   */
  add(account: Account, acting?: Acting): Promise<void>
  /**
   * Replaces an account with the result of `change`, with the version counted up by one. Resolves with the new account
   * once that is durable, or with undefined when there is none. Concurrent changes run one after another. The action,
   * if one is given, is made from the account before and after, and written in the same step.
   */
  change(
    id: string,
    change: (account: Account) => Account,
    acting?: Acting<[before: Account, after: Account]>,
  ): Promise<Account | undefined>
  /**
   * Counts a look-up of a recipient's name, unless `most` were counted within the hour before; null means no limit.
   * Resolves with the time to wait, in milliseconds, or with 0 once it is counted.
   */
  countNameLookUp(
    accountId: string,
    count: { readonly nowMs: number; readonly most: number | null },
  ): Promise<{ readonly pauseMs: number }>
  /** Accounts newest first; with `name`, only those whose name contains it, where A to Z match their lower case. */
  list(query: AccountQuery): Promise<AccountPage>
  /** The number of accounts with a PIN under each PIN key, by key version. Closed accounts are left out. */
  pinKeyCounts(): Promise<readonly PinKeyCount[]>
}
