import type { BooksPoint, Calendar, Quarantine, QuarantineCause } from '../../../../core/sente.ts'
import { local, utc } from '../../../formats/moment.ts'
import { lines } from '../../output/output.ts'

/** A quarantine as JSON. */
export function quarantineJson({ why, begunAtMs, explanation, known, reached, ended }: Quarantine) {
  return {
    why,
    begun_at: utc(begunAtMs),
    explanation,
    books_latest: pointJson(known),
    reached_before: pointJson(reached),
    ended: ended && { at: utc(ended.atMs), by: ended.by, because: ended.because },
  }
}

/** A quarantine as text. */
export function quarantineText(
  { why, begunAtMs, explanation, known, reached, ended }: Quarantine,
  days: Calendar,
): string {
  return lines([
    ['Since', local(begunAtMs, days)],
    ['Why', explanation ?? causes[why]],
    ['Latest in the books', pointText(known, 'no transaction', days)],
    ['Reached before', pointText(reached, why === 'behind_mark' ? 'the same, with later postings' : 'unknown', days)],
    ...(ended
      ? ([
          ['Ended', `${local(ended.atMs, days)} by ${ended.by}`],
          ['Because', ended.because],
        ] as const)
      : []),
  ])
}

const causes: Readonly<Record<QuarantineCause, string>> = {
  restored_backup: 'the database is a backup that was restored',
  behind_mark: 'the database is behind its high-water mark: an older copy was put in its place',
  mark_missing: 'the high-water mark beside the database is missing: the file may be an older copy',
  other_mark: 'the high-water mark belongs to other books, or to these before a restore',
  other_log: 'the log beside the database belongs to another file: together they are not the database that was written',
  copied: 'the files of the database were copied, or their disk is in another machine: the original may be in use',
  by_operator: 'an operator began it',
}

function pointJson(point: BooksPoint | null) {
  return point && { transaction_id: point.transactionId, created_at: utc(point.createdAtMs) }
}

function pointText(point: BooksPoint | null, none: string, days: Calendar): string {
  return point ? `${point.transactionId} of ${local(point.createdAtMs, days)}` : none
}
