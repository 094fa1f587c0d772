import {
  type FloatReport,
  type MerchantSum,
  type MovedSum,
  type OperatorMoney,
  type PaidHour,
  type PaidSum,
  stretchOf,
} from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Stored } from '../../engine/table.ts'
import { actionBeside } from '../actions/actionWrites.ts'
import { gathering, isFloat, movedColumns, turns } from './gathering.ts'
import {
  type FloatReportRow,
  floatReportOf,
  floatReports,
  type MoveRow,
  moveColumns,
  moveOf,
  operatorMoves,
  selectReports,
} from './tables.ts'

/** The operator's own money as it is stored. */
export function operatorMoney({ dialect, ask, write }: Engine): OperatorMoney {
  const beside = actionBeside(dialect)
  const turn = turns(dialect)
  const keep = dialect.insert<FloatReport>(
    floatReports.name,
    floatReports.columns,
    `ON CONFLICT (currency, account) DO UPDATE
      SET amount_minor = excluded.amount_minor, paid_minor = excluded.paid_minor, at_ms = excluded.at_ms`,
  )
  const insert = dialect.insert(operatorMoves.name, operatorMoves.columns)
  const sums = {
    moved: selectMoved(dialect),
    paid: selectPaid(dialect),
    hours: selectPaidHours(dialect),
    merchants: selectMerchants(dialect),
  }
  const byReference = (reference: string) => ({ ...selectByReference, values: [reference] })
  return {
    move(move, acting) {
      const action = beside(acting)
      return write({
        // Behind the lock of the chain, so that it sees the latest writes of other processes.
        reads: [...action.reads, byReference(move.reference)],
        decide(rows) {
          const [first] = (rows[action.reads.length] ?? []) as readonly MoveRow[]
          const value = first ? moveOf(first) : move
          const { writes } = action.made(rows.slice(0, action.reads.length), value, !first)
          return { value, writes: [...(first ? [] : insert([move])), ...writes] }
        },
      })
    },
    byReference: async (reference) => (await ask<MoveRow>(byReference(reference))).map(moveOf)[0],
    moves: async ({ limit }) => (await ask<MoveRow>({ ...selectLatest, values: [limit] })).map(moveOf),
    moved: () => ask<MovedSum>({ name: 'moved sums', text: sums.moved }),
    paid: ({ sinceMs }) =>
      ask<PaidSum>({
        name: 'paid sums',
        text: sums.paid,
        values: [stretchOf(sinceMs)],
      }),
    paidHours: async ({ sinceMs }) => {
      const found = await ask<Stored<PaidHour, 'fromMs'>>({
        name: 'paid hours',
        text: sums.hours,
        values: [stretchOf(sinceMs)],
      })
      return found.map((hour) => ({ ...hour, fromMs: Number(hour.fromMs) }))
    },
    merchants: () => ask<MerchantSum>({ name: 'merchant sums', text: sums.merchants }),
    gather: gathering({ dialect, write }),
    keepReports: (reports) => write({ reads: [], decide: () => ({ value: undefined, writes: keep(reports) }) }),
    reports: async () => (await ask<FloatReportRow>({ name: 'float reports', text: selectReports })).map(floatReportOf),
    takeTurn: ({ nowMs, everyMs }) =>
      write({
        reads: [turn.lock],
        decide([rows = []]) {
          const { askedAtMs } = (rows[0] as { readonly askedAtMs: bigint } | undefined) ?? {}
          if (askedAtMs !== undefined && Math.abs(nowMs - Number(askedAtMs)) < everyMs)
            return { value: false, writes: [] }
          return { value: true, writes: (askedAtMs === undefined ? turn.begin : turn.move)([{ askedAtMs: nowMs }]) }
        },
      }),
  }
}

const selectByReference = {
  name: 'move by reference',
  text: `SELECT ${moveColumns} FROM operator_moves m WHERE m.reference = $1`,
}

const selectLatest = {
  name: 'latest moves',
  text: `SELECT ${moveColumns} FROM operator_moves m ORDER BY m.sequence DESC LIMIT $1`,
}

function selectMoved({ types: { integer } }: Dialect): string {
  return `SELECT s.currency, s.account, CAST(sum(s.minor) AS ${integer}) AS minor FROM (
      SELECT m.currency, m.to_account AS account, m.amount_minor AS minor FROM operator_moves m
      UNION ALL SELECT m.currency, m.from_account, -m.amount_minor FROM operator_moves m
    ) AS s GROUP BY s.currency, s.account ORDER BY s.currency, s.account`
}

function selectPaid(dialect: Dialect): string {
  const { integer } = dialect.types
  return `SELECT s.network, s.currency, s.kind, CAST(sum(s.minor) AS ${integer}) AS minor,
      CAST(sum(CASE WHEN s.from_ms >= CAST($1 AS ${integer}) THEN s.minor ELSE 0 END) AS ${integer}) AS "recentMinor"
    FROM (${selectHours(dialect)}) AS s
    WHERE s.kind <> 'fee' GROUP BY s.network, s.currency, s.kind ORDER BY s.currency, s.network, s.kind`
}

function selectPaidHours(dialect: Dialect): string {
  const { integer } = dialect.types
  return `SELECT s.network, s.currency, s.kind, s.from_ms AS "fromMs", CAST(sum(s.minor) AS ${integer}) AS minor
    FROM (${selectHours(dialect)}) AS s
    WHERE s.kind <> 'fee' AND s.from_ms >= CAST($1 AS ${integer})
    GROUP BY s.network, s.currency, s.kind, s.from_ms ORDER BY s.currency, s.network, s.kind, s.from_ms`
}

/** Selects from the hours that are added up, and from the postings since. The postings are looked up, never scanned. */
function selectHours({ joinEach }: Dialect): string {
  const since = `p.account_id = b.account_id AND p.currency = b.currency AND p.n >= coalesce(g.postings, 0) AND ${isFloat}`
  return `
      SELECT f.currency, f.network, f.kind, f.from_ms, f.amount_minor AS minor FROM float_periods f
      UNION ALL
      SELECT ${movedColumns}
      FROM balances b LEFT JOIN float_gathered g ON g.account_id = b.account_id AND g.currency = b.currency
      ${joinEach('postings', 'p', since)}
      WHERE b.postings > coalesce(g.postings, 0)`
}

function selectMerchants(dialect: Dialect): string {
  const { integer } = dialect.types
  return `SELECT s.currency, CAST(sum(s.funded) AS ${integer}) AS "fundedMinor",
      CAST(sum(s.had) AS ${integer}) AS "balanceMinor",
      CAST(sum(s.fees) AS ${integer}) AS "feesMinor"
    FROM (
      SELECT f.currency, CASE WHEN f.kind = 'fund' THEN f.amount_minor ELSE -f.amount_minor END AS funded, 0 AS had,
        0 AS fees
      FROM fundings f
      UNION ALL SELECT b.currency, 0, b.available_minor + b.held_minor, 0 FROM balances b
      UNION ALL SELECT h.currency, 0, 0, h.minor FROM (${selectHours(dialect)}) AS h WHERE h.kind = 'fee'
    ) AS s GROUP BY s.currency ORDER BY s.currency`
}
