import type { SnapshotMoment } from '../../ports/books/auditMarks.ts'
import type { ContinuedAudit, OnProgress } from '../../ports/books/auditRules.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Snapshot } from '../../ports/books/snapshot.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { auditBooks } from './auditBooks.ts'
import { auditChanges } from './auditChanges.ts'
import { type MarkedBooks, readFromMark } from './markedBooks.ts'

/** The function that {@link continueAudit} returns. */
export type ContinueAudit = (request: {
  /** Whether everything is read; otherwise only when there is no usable mark. */
  readonly all: boolean
}) => Promise<ContinuedAudit>

/**
 * Checks the books like `auditBooks`, but reads only what has changed since the last audit, if that found nothing
 * broken. Rows before it are not read again: an old row that was changed by hand, or by damage, goes unnoticed until
 * everything is read, which is every 30 days or with `all`. Marks the books if nothing is broken.
 */
export function continueAudit({
  books,
  secrets,
  clock,
  onProgress,
}: {
  readonly books: MarkedBooks
  readonly secrets?: Pick<Secrets, 'digest'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** Takes the progress while everything is read. */
  readonly onProgress?: OnProgress | undefined
}): ContinueAudit {
  return async ({ all }) => {
    const { audit } = await readFromMark(books, {
      nowMs: clock.nowMs(),
      all,
      async changed(changes) {
        const audit = await auditChanges(changes, secrets)
        return audit && { audit }
      },
      whole: async (snapshot, moment) => ({ audit: await auditAll({ snapshot, moment, secrets, onProgress }) }),
    })
    return audit
  }
}

type Whole = {
  readonly snapshot: Snapshot
  readonly moment?: SnapshotMoment | undefined
  readonly secrets: Pick<Secrets, 'digest'> | undefined
  readonly onProgress?: OnProgress | undefined
}

/** Audits everything. */
export async function auditAll({ snapshot, moment, secrets, onProgress }: Whole): Promise<ContinuedAudit> {
  const books: Pick<Books, 'snapshot'> = { snapshot: (read) => read(snapshot, moment) }
  return { ...(await auditBooks({ books, secrets, onProgress })()), since: null }
}
