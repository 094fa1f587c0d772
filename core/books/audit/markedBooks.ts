import type { AuditMark, ChangedBooks, SnapshotMoment } from '../../ports/books/auditMarks.ts'
import type { Audit } from '../../ports/books/auditRules.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import { UnusableDatabase } from '../../ports/store/store.ts'

/** The ports of a reading that goes on from the mark of an audit. */
export type MarkedBooks = Pick<Books, 'snapshot' | 'changes' | 'unmark'>

/** The version of the audit's rules. A mark of another version is not used: raise it whenever an audit notices more. */
const rules = 1

/** After this time everything is read again, in milliseconds. */
const fullEveryMs = 30 * 24 * 3_600_000

/** Two ways to the same result with its audit. `changed` resolves with undefined if only the other proves the books sound. */
type Ways<Read extends { readonly audit: Audit }> = {
  readonly nowMs: number
  /** Whether everything is read even if a mark can be used. */
  readonly all: boolean
  changed(changes: ChangedBooks): Promise<Read | undefined>
  whole(snapshot: Snapshot, moment?: SnapshotMoment): Promise<Read>
}

/**
 * Reads and audits the books since the last mark if they have a usable one and that proves them sound; otherwise all.
 * Books without anything broken are marked; others lose their mark, so that the next audit reads everything again.
 */
export async function readFromMark<Read extends { readonly audit: Audit }>(
  books: MarkedBooks,
  { nowMs, all, changed, whole }: Ways<Read>,
): Promise<Read> {
  const short = all
    ? undefined
    : await books.changes(async (changes, mark) => {
        if (!isUsable(changes.mark, nowMs)) return undefined
        const read = await changed(changes)
        return read && { read, keep: await mark({ rules, atMs: nowMs, fullAtMs: changes.mark.fullAtMs }) }
      })
  const { read, keep } = short ?? (await readAll(books, nowMs, whole))
  await kept(keep())
  return read
}

function isUsable(mark: AuditMark, nowMs: number): boolean {
  return mark.rules === rules && mark.atMs <= nowMs && nowMs - mark.fullAtMs < fullEveryMs
}

async function readAll<Read extends { readonly audit: Audit }>(
  books: MarkedBooks,
  nowMs: number,
  whole: Ways<Read>['whole'],
) {
  try {
    return await books.snapshot(async (snapshot, moment) => {
      const mark = moment?.mark
      const read = await whole(snapshot, moment)
      const keep = read.audit.ok && mark ? await mark({ rules, atMs: nowMs, fullAtMs: nowMs }) : books.unmark
      return { read, keep }
    })
  } catch (error) {
    if (error instanceof UnusableDatabase) await kept(books.unmark())
    throw error
  }
}

/** A disk that is full or damaged may not take it. The result of the audit counts all the same. */
async function kept(writing: Promise<void>): Promise<void> {
  await writing.catch(() => {})
}
