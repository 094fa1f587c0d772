import type { Facts } from '../operators/actions.ts'

/** The kinds of notices, in the order of a user's settings. */
export const noticeKinds = ['paid', 'approval', 'endpoint', 'key', 'people', 'float'] as const

/**
 * The subject of a notice. `paid`: customers have paid. `approval`: a batch or a proposal waits for the user.
 * `endpoint`: a webhook endpoint accepts no events. `key`: another person has made or revoked a key, or a key expires
 * soon. `people`: another person has changed who may sign in, and as what. `float`: a float runs out soon.
 */
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * The progress of a notice's mail. `none`: it is not mailed. `due`: it waits for its time, or for another attempt.
 * `sending`: an attempt is under way. `sent`: the mail server has accepted it. `given_up`: no attempt succeeded.
 * `doubtful`: the mail server may have accepted it, so it is not sent again.
 */
export type NoticeMail = 'none' | 'due' | 'sending' | 'sent' | 'given_up' | 'doubtful'

/** A notice for a user, as it is made. */
export type NewNotice = {
  readonly userId: string
  /** Names its cause: a user has at most one notice with it. */
  readonly key: string
  readonly kind: NoticeKind
  /** Its object: ids, amounts as texts and counts; never a phone number or a secret. */
  readonly facts: Facts
  readonly atMs: number
  /** Whether pages list it. */
  readonly isShown: boolean
  /** The time from which it is mailed; null if it is not. */
  readonly mailFromMs: number | null
}

/** A stored notice. */
export type NoticeRecord = NewNotice & {
  /** The time when its user has read it; null before. */
  readonly readAtMs: number | null
  readonly mail: NoticeMail
  /** The time of the next attempt to mail it, or of the last one once there is no other; null if it is not mailed. */
  readonly mailDueMs: number | null
  /** The problem of the last attempt to mail it; null if there is none. */
  readonly mailProblem: string | null
}

/** A stored notice, and its number, which grows. */
export type Notice = NoticeRecord & { readonly number: number }

/** The notices that a user wants, and the address for mails. */
export type NoticeSettings = {
  readonly userId: string
  /** The kinds that pages list. */
  readonly page: readonly NoticeKind[]
  /** The kinds that are mailed once there is an address. */
  readonly mail: readonly NoticeKind[]
  /** Whether mails wait for the end of the day, and are joined into one. */
  readonly isDaily: boolean
  /** The confirmed address; null before. */
  readonly address: string | null
  /** An address that is not confirmed yet, and the digest of the code that was sent to it; null if there is none. */
  readonly asked: { readonly address: string; readonly digest: string; readonly untilMs: number } | null
}

/** How far the events of an account have been noted, or without an account the actions. */
export type NoticeMark = { readonly accountId: string | null; readonly upTo: number }

/** A stretch of an account's events, or of the actions, whose notices are added together. */
export type NotedStretch = NoticeMark & { readonly after: number }

/** The notices of users, and their settings. */
export interface Notices {
  /** Accounts with active users whose events are not all noted; `upTo` is null for one without a mark. */
  behind(query: {
    readonly limit: number
  }): Promise<readonly { readonly accountId: string; readonly upTo: number | null }[]>
  /** How far the actions have been noted; null without a mark. */
  actionsUpTo(): Promise<number | null>
  /** Sets the first mark of an account, or of the actions. Does nothing if there is one. */
  begin(mark: NoticeMark): Promise<void>
  /**
   * Adds notices, except those whose user has one with the same key. With a stretch its mark moves in the same
   * step. Returns false, and adds nothing, when the mark is no longer where the stretch begins.
   */
  add(notices: readonly NewNotice[], stretch?: NotedStretch): Promise<boolean>
  /** The shown notices of a user, newest first; `before` continues after the number of a page's last one. */
  list(query: { readonly userId: string; readonly before?: number; readonly limit: number }): Promise<readonly Notice[]>
  /** The number of a user's shown notices that are not read, up to a limit. */
  unread(query: { readonly userId: string; readonly limit: number }): Promise<number>
  /** Notes that a user has read a notice, or all up to one. */
  read(given: {
    readonly userId: string
    readonly number: number
    readonly isUpTo: boolean
    readonly atMs: number
  }): Promise<void>
  /** Deletes notices that are older than a moment and wait for no mail. Returns their number. */
  forget(given: { readonly beforeMs: number; readonly limit: number }): Promise<number>
  /** The settings of users, if they have any. */
  settings(userIds: readonly string[]): Promise<readonly NoticeSettings[]>
  /** Replaces the settings of a user. */
  set(settings: NoticeSettings): Promise<void>
  /**
   * Claims the due notices of one user, oldest first, for one mail. They are `sending` from now on, so that nobody
   * sends them twice. Users with a mail attempted after `pausedMs` are left out.
   */
  claimMail(given: {
    readonly nowMs: number
    readonly pausedMs: number
    readonly limit: number
  }): Promise<readonly Notice[]>
  /** Notes the outcome for the claimed notices of a mail; `dueMs` is the next time of a `due` one, and the present for others. */
  settleMail(given: {
    readonly numbers: readonly number[]
    readonly mail: Exclude<NoticeMail, 'none' | 'sending'>
    readonly problem: string | null
    readonly dueMs: number
  }): Promise<void>
  /** Makes notices `doubtful` whose mail was claimed before a moment, by a process that has not settled it. */
  doubtMail(given: { readonly beforeMs: number }): Promise<number>
}
