import type { People } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { sessions, userKeys, users, visitValues } from './tables.ts'

type Seen = Parameters<People['see']>[0]
type Visit = NonNullable<Parameters<People['see']>[1]>

/** Notes the use of sessions, and with it the visits of their users. */
export function notingVisits({ dialect, write }: Engine): Pick<People, 'see'> {
  const see = dialect.update<Seen>(sessions.name, {
    keys: [['digest', 'text', ({ digest }) => digest]],
    columns: [
      ['seen_at_ms', 'integer', ({ seenAtMs }) => seenAtMs],
      ['ends_at_ms', 'integer', ({ endsAtMs }) => endsAtMs],
    ],
  })
  const note = dialect.update<Visit>(users.name, { keys: userKeys, columns: visitValues })
  return {
    async see(session, visit) {
      // Users before sessions, as in every transaction that locks both.
      const writes = [...note(visit ? [visit] : []), ...see([session])]
      await write({ reads: [], decide: () => ({ value: undefined, writes }) })
    },
  }
}
