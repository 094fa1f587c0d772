import type { Invitation, SessionRecord, UserRecord } from '../../model/people.ts'
import type { Acting } from '../operators/actions.ts'

/** A session with its user and the user's account. */
export type FoundSession = {
  readonly session: SessionRecord
  readonly user: UserRecord
  readonly account: { readonly id: string; readonly name: string; readonly isClosed: boolean } | null
  /** What time it is, by the clock that judges it. */
  readonly nowMs: number
}

/** A user as a change finds it, all of one moment. */
export type FoundUser = {
  readonly user: UserRecord
  /** The users of the same account, itself among them; of operators, all operators. */
  readonly peers: readonly UserRecord[]
  readonly sessions: readonly SessionRecord[]
  readonly nowMs: number
}

/** What a change makes of a user; what is absent stays as it was. */
export type UserChange<Value> = {
  readonly value: Value
  readonly user?: UserRecord
  /** All sessions that the user has then. */
  readonly sessions?: readonly SessionRecord[]
  /**
   * Whether the invitations that the user has made end, and the user's link for a new password; of an operator also those
   * without a maker that were made under exactly the operator's name.
   */
  readonly endsInvitations?: boolean
}

/** The rows that an invitation depends on, all of one moment. */
export type FoundInviting = {
  /** Who invites, where that is a user. */
  readonly maker: UserRecord | undefined
  /** The invitations to the account, or those of operators, that are neither used up nor over, the oldest first. */
  readonly open: readonly Invitation[]
  readonly nowMs: number
}

/** The outcome of inviting: an invitation, and others that end by it; without one nothing is changed. */
export type Inviting<Value> = {
  readonly value: Value
  readonly invited?: { readonly invitation: Invitation; readonly ended: readonly Invitation[] }
}

/** An invitation as it is found by whoever accepts it. */
export type FoundInvitation = {
  readonly invitation: Invitation | undefined
  /** The user who may set a new password. */
  readonly user: UserRecord | undefined
  /** The user who has the name already. */
  readonly namesake: UserRecord | undefined
  readonly nowMs: number
}

/** What accepting comes to: a user, new or changed, whose only session this is; without one nothing is changed. */
export type Acceptance<Value> = {
  readonly value: Value
  readonly accepted?: { readonly user: UserRecord; readonly session: SessionRecord }
}

/** Something that is counted: at most so many times within the time. */
export type AttemptCount = { readonly key: string; readonly most: number }

/** Attempts that are counted together, or none of them. */
export type Attempts = { readonly counts: readonly AttemptCount[]; readonly withinMs: number; readonly nowMs: number }

/** Users, their invitations and sessions, and attempts to sign in, for all nodes. */
export interface People {
  /**
   * Adds the invitation that `decide` makes, with the action where one is given, and ends others; one after another with
   * others to the same account and with changes of its users and of whoever invites. Resolves with what `decide` says; it
   * may be called again.
   */
  invite<Value>(
    given: { readonly accountId: string | null; readonly makerId: string | null; readonly nowMs: number },
    decide: (found: FoundInviting) => Inviting<Value>,
    acting?: Acting,
  ): Promise<Value>
  /** An invitation by its digest, also a used one, and one that is over, for a day. */
  invitation(digest: string): Promise<Invitation | undefined>
  /**
   * Uses an invitation up for the user that `decide` makes, once however many try at once; the action, where one is given,
   * is made of that user and written in the same step. Resolves with what `decide` says; it may be called again.
   */
  accept<Value>(
    given: { readonly digest: string; readonly nameKey: string; readonly nowMs: number },
    decide: (found: FoundInvitation) => Acceptance<Value>,
    acting?: Acting<[accepted: UserRecord]>,
  ): Promise<Value>
  /** The invitations of an account, or those of operators, that are neither used up nor over, the oldest first. */
  invitations(query: { readonly accountId: string | null; readonly nowMs: number }): Promise<readonly Invitation[]>
  /**
   * Uses an invitation up for nobody, with an action in the same step where one is given; resolves with whether it did: not
   * where somebody was faster, or where there is none.
   */
  revoke(given: { readonly digest: string; readonly nowMs: number }, acting?: Acting): Promise<boolean>
  /** A user by its id, also a removed one. */
  user(id: string): Promise<UserRecord | undefined>
  /** A user by the key of its name, also a removed one. */
  userByName(nameKey: string): Promise<UserRecord | undefined>
  /** The user whom an identity provider vouches for, by `vouchedKey`, also a removed one. */
  userVouchedBy(vouchedBy: string): Promise<UserRecord | undefined>
  /** The users of an account, or all operators, the oldest first, without removed ones. */
  users(query: { readonly accountId: string | null }): Promise<readonly UserRecord[]>
  /**
   * Changes a user and its sessions; changes of users of one account run one after another. The action, where one is given,
   * is made of the user before and after, unless `decide` changed nothing. Resolves with what `decide` says, or with
   * undefined where there is no such user; it may be called again.
   */
  change<Value>(
    given: { readonly userId: string; readonly nowMs: number },
    decide: (found: FoundUser) => UserChange<Value>,
    acting?: Acting<[before: UserRecord, after: UserRecord]>,
  ): Promise<Value | undefined>
  /** A session by its digest, also one that is over. */
  session(given: { readonly digest: string; readonly nowMs: number }): Promise<FoundSession | undefined>
  /** Notes when a session was seen and when it ends, if it is still there; with it its user's visit, where one is given. */
  see(
    session: Pick<SessionRecord, 'digest' | 'seenAtMs' | 'endsAtMs'>,
    visit?: Pick<UserRecord, 'id' | 'visitedAtMs' | 'lookedAtMs'>,
  ): Promise<void>
  /**
   * Counts one attempt more under each of the keys, unless there were as many as possible under one of them; of many at
   * once, no more are counted, and those that a clock has counted that was ahead count as of now. Resolves with when that was, or with when there may be one again.
   */
  countAttempt(attempts: Attempts): Promise<{ readonly atMs: number } | { readonly retryAtMs: number }>
  /** Takes an attempt back that was counted at a moment. */
  uncountAttempt(attempt: { readonly keys: readonly string[]; readonly atMs: number }): Promise<void>
}
