import { closedElsewhere, type OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Action } from '../ports/operators/actions.ts'
import type { Attribution } from './attribution.ts'
import { withoutOthers } from './meanwhile.ts'
import { note, type UpkeepPorts } from './upkeep.ts'

/** The function that {@link noteClose} returns. */
export type NoteClose = (
  request: Attribution & {
    /** The day, such as `2026-03-31`. */
    readonly day: string
    /** The file of the close, and its digest. */
    readonly file: string
    readonly digest: string
    /** The digest of the close before it in the series; null for the first. */
    readonly before: string | null
    readonly broken: number
    /** Whether the first close of a series may be recorded after the closes of another series; false by default. */
    readonly beginsSeries?: boolean
  },
) => Promise<Action | OperatorRefusal>

/**
 * Records that a day was closed, with the digests of its file and of the one before. It changes nothing in the books. A
 * close is recorded once. A close that does not follow from the last recorded one is refused with `closed_elsewhere`:
 * of two simultaneous closes of a day, only one is recorded.
 */
export function noteClose(ports: UpkeepPorts): NoteClose {
  return (request) =>
    withoutOthers(ports, async (lastAction) => {
      const { day, file, digest, before, broken, beginsSeries = false } = request
      const { last, same } = await recordedCloses(ports, request)
      if (same) return same
      const follows = before === (last?.after?.digest ?? null) || (beginsSeries && before === null)
      if (last && !follows) return closedElsewhere(closeIn(last), file.replace(/[/\\][^/\\]*$/, ''))
      const after = { file, digest, before, broken }
      return note({ ...ports, lastAction }, request, { kind, subject: `day ${day}`, after })
    })
}

const kind = 'day.close'

/** The day and the digest of a recorded close. */
function closeIn({ subject, after }: Action) {
  return { day: subject.replace(/^day /, ''), digest: String(after?.digest) }
}

/** The last recorded close, and the recorded one with this digest: none is older than the close before it. */
async function recordedCloses(
  { actions }: Pick<UpkeepPorts, 'actions'>,
  { digest, before }: { readonly digest: string; readonly before: string | null },
) {
  let page = await actions.list({ kind, limit: 100 })
  const [last] = page.actions
  for (;;) {
    const same = page.actions.find(({ after }) => after?.digest === digest)
    const isPast = page.next === null || page.actions.some(({ after }) => after?.digest === before)
    if (same || isPast || page.next === null) return { last, same }
    page = await actions.list({ kind, limit: 100, before: page.next })
  }
}
