import type { Notices } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { type NumberedRow, noticeColumns, numberedNotice } from './tables.ts'

/** A change of a notice's mail, by the notice's number. */
type MailChange = {
  readonly number: number
  readonly mail: string
  readonly dueMs: number
  readonly problem: string | null
}

/** Claims the mails of notices, and notes their outcomes. */
export function mailing({ dialect, write }: Engine): Pick<Notices, 'claimMail' | 'settleMail' | 'doubtMail'> {
  const { integer } = dialect.types
  const change = dialect.update<MailChange>('notices', {
    keys: [['sequence', 'integer', ({ number }) => number]],
    columns: [
      ['mail', 'text', ({ mail }) => mail],
      ['mail_due_ms', 'integer', ({ dueMs }) => dueMs],
      ['mail_problem', 'text?', ({ problem }) => problem],
    ],
  })
  const due = {
    name: 'lock due mails',
    text: `SELECT n.sequence, ${noticeColumns} FROM notices n WHERE n.mail = 'due' AND n.mail_due_ms <= $1
      AND NOT EXISTS (SELECT 1 FROM notices s WHERE s.user_id = n.user_id AND s.mail <> 'none' AND s.mail_due_ms > $2
        AND (s.mail = 'sending' OR s.mail = 'sent' OR s.mail = 'doubtful'))
      ORDER BY n.sequence LIMIT CAST($3 AS ${integer}) ${dialect.lock('n')}`,
  }
  const claimed = {
    name: 'lock claimed mails',
    text: `SELECT n.sequence, n.mail_due_ms AS "dueMs" FROM notices n WHERE n.mail = 'sending'
      ORDER BY n.sequence ${dialect.lock('n')}`,
  }
  type Claimed = { readonly sequence: bigint; readonly dueMs: bigint }
  return {
    claimMail: ({ nowMs, pausedMs, limit }) =>
      write({
        reads: [{ ...due, values: [nowMs, pausedMs, limit] }],
        decide([rows = []]) {
          const found = (rows as readonly NumberedRow[]).map(numberedNotice)
          const value = found
            .filter(({ userId }) => userId === found[0]?.userId)
            .map((one) => ({ ...one, mail: 'sending' as const, mailDueMs: nowMs }))
          const writes = change(
            value.map(({ number, mail, mailProblem: problem }) => ({ number, mail, problem, dueMs: nowMs })),
          )
          return { value, writes }
        },
      }),
    settleMail: ({ numbers, mail, problem, dueMs }) =>
      write({
        reads: [claimed],
        decide([rows = []]) {
          const meant = (rows as readonly Claimed[]).filter(({ sequence }) => numbers.includes(Number(sequence)))
          const changes = meant.map(({ sequence }) => ({ number: Number(sequence), mail, problem, dueMs }))
          return { value: undefined, writes: change(changes) }
        },
      }),
    doubtMail: ({ beforeMs }) =>
      write({
        reads: [claimed],
        decide([rows = []]) {
          const late = (rows as readonly Claimed[]).filter(({ dueMs }) => Number(dueMs) < beforeMs)
          const changes = late.map(({ sequence, dueMs }) => {
            return { number: Number(sequence), mail: 'doubtful', dueMs: Number(dueMs), problem: null }
          })
          return { value: late.length, writes: change(changes) }
        },
      }),
  }
}
