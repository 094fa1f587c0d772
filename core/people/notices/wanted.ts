import type { Calendar } from '../../model/days.ts'
import type { User } from '../../model/people.ts'
import type { Facts } from '../../ports/operators/actions.ts'
import {
  type NewNotice,
  type NoticeKind,
  type NoticeSettings,
  type Notices,
  noticeKinds,
} from '../../ports/people/notices.ts'

/** The settings of a user who has changed none: everything on the page, and all but payments by mail. */
export function firstSettings(userId: string): NoticeSettings {
  const mail = noticeKinds.filter((kind) => kind !== 'paid')
  return { userId, page: noticeKinds, mail, isDaily: false, address: null, asked: null }
}

/** A fact for some users, before their settings are applied. */
export type Noted = { readonly key: string; readonly kind: NoticeKind; readonly facts: Facts; readonly atMs: number }

/** The settings of each of these users. */
export async function settingsOf(
  notices: Pick<Notices, 'settings'>,
  users: readonly Pick<User, 'id'>[],
): Promise<ReadonlyMap<string, NoticeSettings>> {
  const found = await notices.settings(users.map(({ id }) => id))
  return new Map(users.map(({ id }) => [id, found.find(({ userId }) => userId === id) ?? firstSettings(id)]))
}

/** The notice of a fact for a user, by the user's settings; none if every channel of its kind is off. */
export function noticeFor(
  { userId, page, mail, isDaily, address }: NoticeSettings,
  noted: Noted,
  { nowMs, days }: { readonly nowMs: number; readonly days: Calendar },
): readonly NewNotice[] {
  const isShown = page.includes(noted.kind)
  const isMailed = address !== null && mail.includes(noted.kind)
  if (!isShown && !isMailed) return []
  const dueMs = isDaily ? days.endOf(nowMs) : nowMs
  return [{ ...noted, userId, isShown, mailFromMs: isMailed ? dueMs : null }]
}
