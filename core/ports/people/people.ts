import type { Account } from '../../model/account.ts'
import type { Invitation, SessionRecord, UserRecord } from '../../model/people.ts'
import type { Acting } from '../operators/actions.ts'

/** A session with its user and the user's account. */
export type FoundSession = {
  readonly session: SessionRecord
  readonly user: UserRecord
  readonly account: (Pick<Account, 'id' | 'name' | 'language'> & { readonly isClosed: boolean }) | null
  /** The present time, by the clock that judges it. */
  readonly nowMs: number
}

/** A user in a change, with its peers, all at one moment. */
export type FoundUser = {
  readonly user: UserRecord
  /** The users of the same account, itself among them; for an operator, all operators. */
  readonly peers: readonly UserRecord[]
  readonly sessions: readonly SessionRecord[]
  readonly nowMs: number
}

/** A change of a user. Absent parts stay unchanged. */
export type UserChange<Value> = {
  readonly value: Value
  readonly user?: UserRecord
  /** All sessions of the user after the change. */
  readonly sessions?: readonly SessionRecord[]
  /**
   * Whether the invitations made by the user end, and the user's link for a new password; for an operator also those
   * without a maker that were made under exactly the operator's name.
   */
  readonly endsInvitations?: boolean
}

/** The rows that an invitation depends on, all at one moment. */
export type FoundInviting = {
  /** The inviting user, if it is a user. */
  readonly maker: UserRecord | undefined
  /** The open invitations to the account, or those of operators, oldest first. Used and expired ones are left out. */
  readonly open: readonly Invitation[]
  readonly nowMs: number
}

/** The outcome of inviting: an invitation, and others that end because of it. Without one nothing is changed. */
export type Inviting<Value> = {
  readonly value: Value
  readonly invited?: { readonly invitation: Invitation; readonly ended: readonly Invitation[] }
}

/** An invitation for the person who accepts it. */
export type FoundInvitation = {
  readonly invitation: Invitation | undefined
  /** The user who may set a new password. */
  readonly user: UserRecord | undefined
  /** The user who already has the name. */
  readonly namesake: UserRecord | undefined
  readonly nowMs: number
}

/** The outcome of accepting: a user, new or changed, with this as its only session. Without one nothing is changed. */
export type Acceptance<Value> = {
  readonly value: Value
  readonly accepted?: { readonly user: UserRecord; readonly session: SessionRecord }
}

/** A counted attempt: at most so many times within the time. */
export type AttemptCount = { readonly key: string; readonly most: number }

/** Attempts that are counted together or not at all. */
export type Attempts = { readonly counts: readonly AttemptCount[]; readonly withinMs: number; readonly nowMs: number }

/** Users, their invitations and sessions, and attempts to sign in, for all nodes. */
export interface People {
  /**
   * Adds the invitation that `decide` makes, with the action if one is given, and ends others. Runs one after another
   * with invitations to the same account and with changes of its users and of the inviter. Resolves with the result of
   * `decide`, which may be called again.
   */
  invite<Value>(
    given: { readonly accountId: string | null; readonly makerId: string | null; readonly nowMs: number },
    decide: (found: FoundInviting) => Inviting<Value>,
    acting?: Acting,
  ): Promise<Value>
  /** An invitation by its digest, even if it is used, and for a day after it has expired. */
  invitation(digest: string): Promise<Invitation | undefined>
  /**
   * Uses an invitation up for the user that `decide` makes, once however many try at the same time. The action, if one
   * is given, is made from that user and written in the same step. Resolves with the result of `decide`, which may be
   * called again.
   */
  accept<Value>(
    given: { readonly digest: string; readonly nameKey: string; readonly nowMs: number },
    decide: (found: FoundInvitation) => Acceptance<Value>,
    acting?: Acting<[accepted: UserRecord]>,
  ): Promise<Value>
  /** The open invitations of an account, or those of operators, oldest first. Used and expired ones are left out. */
  invitations(query: { readonly accountId: string | null; readonly nowMs: number }): Promise<readonly Invitation[]>
  /**
   * Uses an invitation up for nobody, with the action in the same step if one is given. Resolves with whether it did:
   * false if somebody was faster, or if there is none.
   */
  revoke(given: { readonly digest: string; readonly nowMs: number }, acting?: Acting): Promise<boolean>
  /** A user by its id, even if it was removed. */
  user(id: string): Promise<UserRecord | undefined>
  /** A user by the key of its name, even if it was removed. */
  userByName(nameKey: string): Promise<UserRecord | undefined>
  /** The user whom an identity provider vouches for, by `vouchedKey`, even if it was removed. */
  userVouchedBy(vouchedBy: string): Promise<UserRecord | undefined>
  /** The users of an account, or all operators, oldest first, without removed ones. */
  users(query: { readonly accountId: string | null }): Promise<readonly UserRecord[]>
  /**
   * Changes a user and its sessions. Changes of users of one account run one after another. The action, if one is
   * given, is made from the user before and after, unless `decide` changed nothing. Resolves with the result of
   * `decide`, or with undefined if there is no such user; `decide` may be called again.
   */
  change<Value>(
    given: { readonly userId: string; readonly nowMs: number },
    decide: (found: FoundUser) => UserChange<Value>,
    acting?: Acting<[before: UserRecord, after: UserRecord]>,
  ): Promise<Value | undefined>
  /** A session by its digest, even if it has ended. */
  session(given: { readonly digest: string; readonly nowMs: number }): Promise<FoundSession | undefined>
  /** Notes the last use and the end of a session, if it still exists, and its user's visit, if one is given. */
  see(
    session: Pick<SessionRecord, 'digest' | 'seenAtMs' | 'endsAtMs'>,
    visit?: Pick<UserRecord, 'id' | 'visitedAtMs' | 'lookedAtMs'>,
  ): Promise<void>
  /**
   * Counts one more attempt under each of the keys, unless one of them has reached its limit; of concurrent attempts,
   * no more are counted. Attempts with a later time, from a clock that was ahead, count as of now. Resolves with the
   * time of the attempt, or with the time when another one is possible.
   */
  countAttempt(attempts: Attempts): Promise<{ readonly atMs: number } | { readonly retryAtMs: number }>
  /** Takes back an attempt that was counted at a moment. */
  uncountAttempt(attempt: { readonly keys: readonly string[]; readonly atMs: number }): Promise<void>
}
