import {
  type Notice,
  type NoticeMark,
  type NoticeRecord,
  type NoticeSettings,
  noticeKinds,
} from '../../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, selected, type Table } from '../../engine/table.ts'

const mails = ['none', 'due', 'sending', 'sent', 'given_up', 'doubtful']

/** The notices of users. */
export const notices = {
  name: 'notices',
  moves: 'copied',
  columns: [
    ['user_id', 'text', ({ userId }) => userId],
    ['key', 'text', ({ key }) => key],
    ['kind', 'text', ({ kind }) => kind, `CONSTRAINT notice_kind_is_known CHECK ${isOneOf('kind', noticeKinds)}`],
    ['facts', 'json', ({ facts }) => JSON.stringify(facts)],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['is_shown', 'boolean', ({ isShown }) => isShown],
    ['read_at_ms', 'integer?', ({ readAtMs }) => readAtMs],
    ['mail', 'text', ({ mail }) => mail, `CONSTRAINT mail_is_known CHECK ${isOneOf('mail', mails)}`],
    ['mail_from_ms', 'integer?', ({ mailFromMs }) => mailFromMs],
    ['mail_due_ms', 'integer?', ({ mailDueMs }) => mailDueMs],
    ['mail_problem', 'text?', ({ mailProblem }) => mailProblem],
  ] satisfies readonly Column<NoticeRecord>[],
  key: 'arrival',
  parents: ['(user_id) REFERENCES users (id)'],
  indexes: [
    'notices_by_user ON notices (user_id, sequence)',
    'notices_unread ON notices (user_id) WHERE read_at_ms IS NULL',
    'notices_by_time ON notices (at_ms)',
    "notices_due ON notices (mail_due_ms) WHERE mail = 'due'",
    "notices_mailed ON notices (user_id, mail_due_ms) WHERE mail <> 'none'",
  ],
  uniqueIndexes: ['one_notice_of_a_cause ON notices (user_id, key)'],
} satisfies Table

/** The row of a notice. */
export type NoticeRow = Pick<NoticeRecord, 'userId' | 'key' | 'kind' | 'mail' | 'mailProblem'> & {
  readonly facts: string
  readonly atMs: bigint
  readonly isShown: boolean | bigint
  readonly readAtMs: bigint | null
  readonly mailFromMs: bigint | null
  readonly mailDueMs: bigint | null
}

/** The columns of the row of a notice `n`. */
export const noticeColumns = selected(notices.columns, 'n')

/** The notice in a row. */
export function noticeOf({ facts, atMs, isShown, readAtMs, mailFromMs, mailDueMs, ...row }: NoticeRow): NoticeRecord {
  return {
    ...row,
    facts: JSON.parse(facts),
    atMs: Number(atMs),
    isShown: Boolean(isShown),
    readAtMs: numberOrNull(readAtMs),
    mailFromMs: numberOrNull(mailFromMs),
    mailDueMs: numberOrNull(mailDueMs),
  }
}

/** A notice's row with its number. */
export type NumberedRow = NoticeRow & { readonly sequence: bigint }

/** The notice in a row with its number. */
export function numberedNotice({ sequence, ...row }: NumberedRow): Notice {
  return { ...noticeOf(row), number: Number(sequence) }
}

/** The settings of users for notices. */
export const noticeSettings = {
  name: 'notice_settings',
  moves: 'copied',
  columns: [
    ['user_id', 'text', ({ userId }) => userId],
    ['page', 'json', ({ page }) => JSON.stringify(page)],
    ['mail', 'json', ({ mail }) => JSON.stringify(mail)],
    ['is_daily', 'boolean', ({ isDaily }) => isDaily],
    ['address', 'text?', ({ address }) => address],
    ['asked', 'json?', ({ asked }) => (asked === null ? null : JSON.stringify(asked))],
  ] satisfies readonly Column<NoticeSettings>[],
  key: ['user_id'],
  parents: ['(user_id) REFERENCES users (id)'],
} satisfies Table

/** The row of such settings. */
export type NoticeSettingsRow = Pick<NoticeSettings, 'userId' | 'address'> & {
  readonly page: string
  readonly mail: string
  readonly isDaily: boolean | bigint
  readonly asked: string | null
}

/** The columns of the row of settings `s`. */
export const noticeSettingsColumns = selected(noticeSettings.columns, 's')

/** The settings in a row. */
export function noticeSettingsOf({ page, mail, isDaily, asked, ...row }: NoticeSettingsRow): NoticeSettings {
  return {
    ...row,
    page: JSON.parse(page),
    mail: JSON.parse(mail),
    isDaily: Boolean(isDaily),
    asked: asked === null ? null : JSON.parse(asked),
  }
}

/** The id in a mark: that of its account, or an empty one for the actions. */
export function markId({ accountId }: Pick<NoticeMark, 'accountId'>): string {
  return accountId ?? ''
}

/** How far the events of accounts, and the actions, have been noted. */
export const noticeMarks = {
  name: 'notice_marks',
  moves: 'copied',
  columns: [
    ['account_id', 'text', markId],
    ['up_to', 'integer', ({ upTo }) => upTo],
  ] satisfies readonly Column<NoticeMark>[],
  key: ['account_id'],
} satisfies Table

/** The mark in a row. */
export function noticeMarkOf({ accountId, upTo }: { readonly accountId: string; readonly upTo: bigint }): NoticeMark {
  return { accountId: accountId === '' ? null : accountId, upTo: Number(upTo) }
}
