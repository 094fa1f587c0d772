import type { Clock } from '../../ports/clock.ts'
import type { Notice, Notices } from '../../ports/people/notices.ts'
import type { SignedIn } from '../signIn/sessions.ts'

/** The ports for a user's own notices. */
export type OwnNoticePorts = {
  readonly notices: Pick<Notices, 'list' | 'unread' | 'read'>
  readonly clock: Pick<Clock, 'nowMs'>
}

/** The user whose notices are read or chosen. */
export type NoticeUser = { readonly who: Pick<SignedIn, 'user'> }

/** The function that {@link listNotices} returns. */
export type ListNotices = (
  request: NoticeUser & {
    /** Continues after a page: its `next`. */
    readonly before?: number
    readonly limit: number
  },
) => Promise<{ readonly notices: readonly Notice[]; readonly next: number | null }>

/** The function that {@link countNotices} returns. */
export type CountNotices = (request: NoticeUser & { readonly limit: number }) => Promise<number>

/** The function that {@link readNotices} returns. */
export type ReadNotices = (request: NoticeUser & { readonly number: number; readonly isUpTo: boolean }) => Promise<void>

/** Lists the notices of a user, newest first. */
export function listNotices({ notices }: OwnNoticePorts): ListNotices {
  return async ({ who, limit, ...query }) => {
    const found = await notices.list({ userId: who.user.id, limit: limit + 1, ...query })
    const page = found.slice(0, limit)
    return { notices: page, next: found.length > limit ? (page.at(-1)?.number ?? null) : null }
  }
}

/** Counts the notices that a user has not read, up to a limit. */
export function countNotices({ notices }: OwnNoticePorts): CountNotices {
  return ({ who, limit }) => notices.unread({ userId: who.user.id, limit })
}

/** Notes that a user has read a notice, or all up to one. */
export function readNotices({ notices, clock }: OwnNoticePorts): ReadNotices {
  return ({ who, ...which }) => notices.read({ userId: who.user.id, ...which, atMs: clock.nowMs() })
}
