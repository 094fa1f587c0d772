import {
  type Bucket,
  type ExceptionFigure,
  exceptions,
  lowestIdAt,
  type Reconciliations,
  type Run,
  type UnconfirmedFigure,
} from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { isOneOf, type Stored } from '../../engine/table.ts'
import { stands } from './tables.ts'

// Numbers in a comparison of rows are not cast: SQLite would scan all rows of a run for each page.

/** How many rows are read at once: others have their turn in between. */
const rowsAtOnce = 1_000

/** Comparisons in figures, read from indexes without the rows that were found in order. */
export function reconciliationFigures({
  dialect,
  ask,
}: Pick<Engine, 'dialect' | 'ask'>): Pick<Reconciliations, 'exceptions' | 'unconfirmed' | 'compared' | 'firstPaid'> {
  const { text, integer } = dialect.types
  const isResolved = `EXISTS (SELECT 1 FROM reconciliation_notes n
    WHERE n.run_id = e.run_id AND n.item = e.item AND n.kind = 'resolved')`
  const pageOfExceptions = {
    name: 'open exceptions',
    text: `SELECT e.run_id AS "runId", e.item, r.network, e.bucket,
        CASE WHEN NOT ${stands} OR ${isResolved} THEN 0 ELSE 1 END AS "isOpen"
      FROM reconciliation_entries e ${dialect.joinFound('reconciliations', 'r', 'r.id = e.run_id')}
      WHERE ${isOneOf('e.bucket', exceptions)} AND (e.run_id, e.item) > ($1, $2)
      ORDER BY e.run_id, e.item LIMIT ${rowsAtOnce}`,
  }
  const pageOfUnmatched = {
    name: 'unconfirmed payments',
    text: `SELECT e.transaction_id AS "transactionId", e.run_id AS "runId", e.item, t.network, t.currency,
        t.amount_minor AS "amountMinor", t.created_at_ms AS "createdAtMs",
        CASE WHEN t.state <> 'succeeded' OR ${isResolved}
          OR NOT EXISTS (SELECT 1 FROM reconciliations r WHERE r.id = e.run_id AND ${stands})
          OR EXISTS (SELECT 1 FROM reconciliation_entries m JOIN reconciliations r ON r.id = m.run_id
            WHERE m.transaction_id = e.transaction_id AND m.bucket = 'matched' AND ${stands})
          OR EXISTS (SELECT 1 FROM reconciliation_notes n WHERE n.transaction_id = e.transaction_id)
          THEN 0 ELSE 1 END AS "isOpen"
      FROM reconciliation_entries e ${dialect.joinFound('transactions', 't', 't.id = e.transaction_id')}
      WHERE e.bucket <> 'matched' AND e.transaction_id IS NOT NULL
        AND (e.transaction_id, e.run_id, e.item) > ($1, $2, $3)
      ORDER BY e.transaction_id, e.run_id, e.item LIMIT ${rowsAtOnce}`,
  }
  const selectCompared = {
    name: 'compared times',
    text: `SELECT r.id, r.network, r.from_ms AS "fromMs", r.to_ms AS "toMs" FROM reconciliations r
      WHERE ${stands} AND r.to_ms > CAST($1 AS ${integer}) ORDER BY r.id`,
  }
  const inTime = `t.id >= CAST($1 AS ${text}) AND t.id < CAST($2 AS ${text})`
  const selectFirst = {
    name: 'first paid',
    text: `SELECT f.created_at_ms AS "atMs" FROM (
        SELECT t.id, t.network, t.state, t.created_at_ms FROM transactions t
        WHERE ${inTime} ORDER BY t.id LIMIT CAST($3 AS ${integer})
      ) AS f WHERE f.network = $4 AND f.state = 'succeeded' ORDER BY f.id LIMIT 1`,
  }
  const selectLast = {
    name: 'last looked at',
    text: `SELECT t.created_at_ms AS "atMs" FROM transactions t
      WHERE ${inTime} ORDER BY t.id LIMIT 1 OFFSET CAST($3 AS ${integer})`,
  }

  return {
    async exceptions() {
      const counts = new Map<string, ExceptionFigure>()
      for (let last: ExceptionRow | undefined | null = null; last !== undefined; ) {
        const values: unknown[] = last === null ? ['', 0] : [last.runId, last.item]
        const rows: readonly ExceptionRow[] = await ask<ExceptionRow>({ ...pageOfExceptions, values })
        for (const row of rows) if (isOpen(row)) count(counts, row)
        last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
      }
      return [...counts.values()].sort(byNetwork)
    },
    async unconfirmed({ fromMs }) {
      const sums = new Map<string, UnconfirmedFigure>()
      const before = { transactionId: lowestIdAt(fromMs), runId: '', item: 0n }
      let counted = ''
      for (let last: Place | undefined = before; last !== undefined; ) {
        const values: unknown[] = [last.transactionId, last.runId, last.item]
        const rows: readonly UnmatchedRow[] = await ask<UnmatchedRow>({ ...pageOfUnmatched, values })
        for (const row of rows) {
          if (!isOpen(row) || row.transactionId === counted) continue
          counted = row.transactionId
          addTo(sums, row)
        }
        last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
      }
      return [...sums.values()].sort(byNetwork)
    },
    async compared({ afterMs }) {
      const rows = await ask<ComparedRow>({ ...selectCompared, values: [afterMs] })
      return rows.map(({ fromMs, toMs, ...run }) => ({ ...run, fromMs: Number(fromMs), toMs: Number(toMs) }))
    },
    async firstPaid({ network, fromMs, toMs, within }) {
      const time = [lowestIdAt(fromMs), lowestIdAt(toMs)]
      const [first] = await ask<MomentRow>({ ...selectFirst, values: [...time, within, network] })
      const [found] = first ? [first] : await ask<MomentRow>({ ...selectLast, values: [...time, within - 1] })
      return found ? Number(found.atMs) : null
    },
  }
}

/** A flag in whole numbers, which engines read as their own type. */
function isOpen({ isOpen }: { readonly isOpen: bigint | number }): boolean {
  return Number(isOpen) === 1
}

type ExceptionRow = {
  readonly runId: string
  readonly item: bigint
  readonly network: string
  readonly bucket: Bucket
  readonly isOpen: bigint | number
}

function count(counts: Map<string, ExceptionFigure>, { network, bucket }: ExceptionRow): void {
  const key = `${network} ${bucket}`
  counts.set(key, { network, bucket, entries: (counts.get(key)?.entries ?? 0) + 1 })
}

type Place = { readonly transactionId: string; readonly runId: string; readonly item: bigint }

type UnmatchedRow = Place & {
  readonly network: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly createdAtMs: bigint
  readonly isOpen: bigint | number
}

function addTo(sums: Map<string, UnconfirmedFigure>, { network, currency, amountMinor, createdAtMs }: UnmatchedRow) {
  const key = `${network} ${currency}`
  const before = sums.get(key)
  sums.set(key, {
    network,
    currency,
    amountMinor: (before?.amountMinor ?? 0n) + amountMinor,
    oldestAtMs: Math.min(before?.oldestAtMs ?? Number(createdAtMs), Number(createdAtMs)),
  })
}

type ComparedRow = Stored<Pick<Run, 'id' | 'network' | 'fromMs' | 'toMs'>, 'fromMs' | 'toMs'>

type MomentRow = { readonly atMs: bigint }

function byNetwork(one: Named, other: Named): number {
  return nameOf(one) < nameOf(other) ? -1 : 1
}

type Named = { readonly network: string; readonly bucket?: Bucket; readonly currency?: string }

function nameOf({ network, bucket, currency }: Named): string {
  return `${network} ${bucket ?? currency}`
}
