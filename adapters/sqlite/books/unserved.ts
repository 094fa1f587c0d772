import type { Quarantine, Quarantines } from '../../../core/sente.ts'
import type { Ask } from '../../sql/engine/sqlStatement.ts'

type Unserved = { readonly copiedAtMs: bigint; readonly id: string | null; readonly createdAtMs: bigint | null }

/**
 * Quarantines, including that of a backup that has not been served yet. It begins when the backup is opened to be
 * served.
 */
export function withUnserved(quarantines: Quarantines, ask: Ask): Quarantines {
  return {
    ...quarantines,
    async all() {
      const [copy] = await ask<Unserved>(selectUnserved)
      const kept = await quarantines.all()
      return copy ? [restored(copy), ...kept.filter(({ ended }) => ended !== null)] : kept
    },
  }
}

const selectUnserved = {
  name: 'backup that was never served',
  text: `SELECT m.copied_at_ms AS "copiedAtMs", t.id, t.created_at_ms AS "createdAtMs"
    FROM meta m LEFT JOIN (SELECT id, created_at_ms FROM transactions ORDER BY sequence DESC LIMIT 1) t
    WHERE m.copied_at_ms IS NOT NULL`,
}

function restored({ copiedAtMs, id, createdAtMs }: Unserved): Quarantine {
  const known = id === null ? null : { transactionId: id, createdAtMs: Number(createdAtMs) }
  return {
    why: 'restored_backup',
    begunAtMs: Number(copiedAtMs),
    explanation: null,
    known,
    reached: null,
    ended: null,
  }
}
