import type { NewNotice, NoticeMark, NoticeRecord, NoticeSettings, Notices } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import type { Column } from '../../engine/table.ts'
import { mailing } from './mails.ts'
import {
  markId,
  type NoticeSettingsRow,
  type NumberedRow,
  noticeColumns,
  noticeMarks,
  noticeSettings,
  noticeSettingsColumns,
  noticeSettingsOf,
  numberedNotice,
  notices as table,
} from './tables.ts'

/** The stored notices of users. */
export function notices(engine: Engine): Notices {
  const { dialect, ask, write } = engine
  const { integer } = dialect.types
  const insert = dialect.insert<NoticeRecord>(table.name, table.columns, 'ON CONFLICT DO NOTHING')
  const marks: readonly Column<NoticeMark>[] = noticeMarks.columns
  const beginMark = dialect.insert<NoticeMark>(noticeMarks.name, marks, 'ON CONFLICT DO NOTHING')
  const moveMark = dialect.update<NoticeMark>(noticeMarks.name, { keys: marks.slice(0, 1), columns: marks.slice(1) })
  const others = noticeSettings.columns.slice(1).map(([name]) => `${name} = excluded.${name}`)
  const replace = dialect.insert<NoticeSettings>(
    noticeSettings.name,
    noticeSettings.columns,
    `ON CONFLICT (user_id) DO UPDATE SET ${others.join(', ')}`,
  )
  const settingsOfUsers = dialect.lookUp({
    name: 'notice settings',
    columns: noticeSettingsColumns,
    from: 'notice_settings s',
    keys: [['s.user_id', 'text']],
  })
  const mark = `SELECT m.up_to AS "upTo" FROM notice_marks m WHERE m.account_id = $1`
  const lockMark = { name: 'lock notice mark', text: `${mark} ${dialect.lock('m')}` }
  const page = {
    name: 'notices',
    text: `SELECT n.sequence, ${noticeColumns} FROM notices n
      WHERE n.user_id = $1 AND n.is_shown AND (CAST($2 AS ${integer}) IS NULL OR n.sequence < $2)
      ORDER BY n.sequence DESC LIMIT CAST($3 AS ${integer})`,
  }
  const unread = {
    name: 'unread notices',
    text: `SELECT count(*) AS unread FROM (SELECT 1 FROM notices n
      WHERE n.user_id = $1 AND n.read_at_ms IS NULL AND n.is_shown LIMIT CAST($2 AS ${integer})) AS counted`,
  }
  const forget = {
    name: 'forget notices',
    text: `DELETE FROM notices WHERE sequence IN (SELECT n.sequence FROM notices n
      WHERE n.at_ms < $1 AND n.mail <> 'due' AND n.mail <> 'sending' ORDER BY n.at_ms LIMIT CAST($2 AS ${integer}))
      RETURNING sequence`,
  }
  const writing = (writes: readonly SqlStatement[]) =>
    write<void>({ reads: [], decide: () => ({ value: undefined, writes }) })
  return {
    async behind({ limit }) {
      const rows = await ask<{ readonly accountId: string; readonly upTo: bigint | null }>({
        ...selectBehind,
        values: [limit],
      })
      return rows.map(({ accountId, upTo }) => ({ accountId, upTo: upTo === null ? null : Number(upTo) }))
    },
    async actionsUpTo() {
      const [found] = await ask<MarkRow>({ name: 'notice mark', text: mark, values: [markId({ accountId: null })] })
      return found ? Number(found.upTo) : null
    },
    begin: (first) => writing(beginMark([first])),
    add(added, stretch) {
      const writes = insert(added.map(recordOf))
      if (!stretch) return writing(writes).then(() => true)
      return write({
        reads: [{ ...lockMark, values: [markId(stretch)] }],
        decide([rows = []]) {
          const [found] = rows as readonly MarkRow[]
          if (found === undefined || Number(found.upTo) !== stretch.after) return { value: false, writes: [] }
          return { value: true, writes: [...writes, ...moveMark([stretch])] }
        },
      })
    },
    list: async ({ userId, before = null, limit }) =>
      (await ask<NumberedRow>({ ...page, values: [userId, before, limit] })).map(numberedNotice),
    async unread({ userId, limit }) {
      const [row] = await ask<{ readonly unread: bigint }>({ ...unread, values: [userId, limit] })
      return Number(row?.unread ?? 0n)
    },
    read: ({ userId, number, isUpTo, atMs }) =>
      writing([{ ...(isUpTo ? readUpTo : readOne), values: [userId, number, atMs] }]),
    forget: async ({ beforeMs, limit }) => (await ask({ ...forget, values: [beforeMs, limit] })).length,
    async settings(userIds) {
      const found = await Promise.all(
        settingsOfUsers(userIds.map((id) => [id])).map((one) => ask<NoticeSettingsRow>(one)),
      )
      return found.flat().map(noticeSettingsOf)
    },
    set: (settings) => writing(replace([settings])),
    ...mailing(engine),
  }
}

type MarkRow = { readonly upTo: bigint }

/** A new notice as it is stored. */
function recordOf(notice: NewNotice): NoticeRecord {
  const { mailFromMs } = notice
  return {
    ...notice,
    readAtMs: null,
    mail: mailFromMs === null ? 'none' : 'due',
    mailDueMs: mailFromMs,
    mailProblem: null,
  }
}

/** Accounts with active users, and with events after their mark. */
const selectBehind = {
  name: 'accounts with events to note',
  text: `SELECT u.account_id AS "accountId", m.up_to AS "upTo"
    FROM (SELECT DISTINCT account_id FROM users WHERE state = 'active' AND account_id IS NOT NULL) AS u
    LEFT JOIN notice_marks m ON m.account_id = u.account_id
    WHERE m.up_to IS NULL OR m.up_to < (SELECT max(e.sequence) FROM events e WHERE e.account_id = u.account_id)
    ORDER BY u.account_id LIMIT $1`,
}

const readOne = {
  name: 'read notice',
  text: 'UPDATE notices SET read_at_ms = $3 WHERE user_id = $1 AND sequence = $2 AND read_at_ms IS NULL',
}

const readUpTo = {
  name: 'read notices',
  text: 'UPDATE notices SET read_at_ms = $3 WHERE user_id = $1 AND sequence <= $2 AND read_at_ms IS NULL',
}
