import {
  addToOpenFigures,
  type BatchFigure,
  type EndpointFigure,
  type Figures,
  heldIn,
  lowestIdAt,
  type MeasuredPayment,
  type OpenFigure,
  type OpenPayment,
  type PaymentSums,
} from '../../../core/sente.ts'
import { type BatchRow, holdsMoney, sumsOf } from '../batches/tables.ts'
import type { Engine } from '../engine/engine.ts'
import { numberOrNull, type Stored } from '../engine/table.ts'
import type { TransactionRow } from '../tables/transactions.ts'
import { isNotHeld } from '../webhooks/claims.ts'

/** How many rows are read at once: others have their turn in between. */
const rowsAtOnce = 1_000

/** The books in figures. The cost of reading them depends on the open follow-ups, and on no history. */
export function figures({ dialect, ask }: Pick<Engine, 'dialect' | 'ask'>): Omit<Figures, keyof PaymentSums> {
  const page = {
    name: 'followed payments',
    text: `SELECT t.account_id AS "accountId", t.id, t.kind, t.network, t.currency, t.state,
        t.amount_minor AS "amountMinor", t.created_at_ms AS "createdAtMs"
      FROM follow_ups f
      ${dialect.joinFound('transactions', 't', 't.account_id = f.account_id AND t.id = f.transaction_id')}
      WHERE (f.account_id, f.transaction_id) > ($1, $2) ORDER BY f.account_id, f.transaction_id LIMIT ${rowsAtOnce}`,
  }
  return {
    open: shared(async () => {
      let found: readonly OpenFigure[] = []
      let last: Pick<FollowedRow, 'accountId' | 'id'> | undefined = { accountId: '', id: '' }
      while (last) {
        const rows: FollowedRow[] = await ask<FollowedRow>({ ...page, values: [last.accountId, last.id] })
        found = addToOpenFigures(found, rows.flatMap(openIn))
        last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
      }
      return found
    }),
    batches: shared(async () => {
      let found: readonly BatchFigure[] = []
      let last: string | undefined = ''
      while (last !== undefined) {
        const rows: Pick<BatchRow, 'id' | 'sums'>[] = await ask({ ...holding, values: [last] })
        found = heldIn(
          found,
          rows.map(({ sums }) => sumsOf(sums)),
        )
        last = rows.length === rowsAtOnce ? rows.at(-1)?.id : undefined
      }
      return found
    }),
    async attention() {
      const rows = await ask<AttentionRow>(countAttention)
      return rows.map(({ attention, payments }) => ({ attention, payments: Number(payments) }))
    },
    async endpoints() {
      const rows = await ask<EndpointsRow>(countEndpoints)
      return rows.map(({ state, endpoints, untriedSinceMs }) => ({
        state,
        endpoints: Number(endpoints),
        untriedSinceMs: numberOrNull(untriedSinceMs),
      }))
    },
    async latest({ fromMs, toMs, limit }) {
      const rows = await ask<MeasuredRow>({ ...selectLatest, values: [lowestIdAt(fromMs), lowestIdAt(toMs), limit] })
      return rows.map((row) => ({
        ...row,
        createdAtMs: Number(row.createdAtMs),
        updatedAtMs: Number(row.updatedAtMs),
      }))
    },
  }
}

/** One reading for all callers while it is under way: its time grows with the number of open payments. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

type FollowedRow = Pick<
  TransactionRow,
  'accountId' | 'id' | 'kind' | 'network' | 'currency' | 'state' | 'amountMinor' | 'createdAtMs'
>

/** A payment with a follow-up may have ended. */
function openIn({ state, createdAtMs, ...row }: FollowedRow): OpenPayment[] {
  return state === 'submitting' || state === 'pending' ? [{ ...row, state, createdAtMs: Number(createdAtMs) }] : []
}

const holding = {
  name: 'batches that hold money',
  text: `SELECT b.id, b.sums FROM payout_batches b WHERE ${holdsMoney} AND b.id > $1 ORDER BY b.id LIMIT ${rowsAtOnce}`,
}

type MeasuredRow = Stored<MeasuredPayment, 'createdAtMs' | 'updatedAtMs'>

/** From the index of ids: only the returned rows are read. */
const selectLatest = {
  name: 'latest payments',
  text: `SELECT t.id, t.network, t.currency, t.kind, t.state, t.created_at_ms AS "createdAtMs", t.updated_at_ms AS "updatedAtMs"
    FROM transactions t WHERE t.id >= $1 AND t.id < $2 ORDER BY t.id DESC LIMIT $3`,
}

type AttentionRow = { readonly attention: NonNullable<TransactionRow['attention']>; readonly payments: bigint }

const countAttention = {
  name: 'payments to look at',
  text: `SELECT t.attention, count(*) AS payments FROM transactions t
    WHERE t.attention IS NOT NULL GROUP BY t.attention`,
}

type EndpointsRow = Pick<EndpointFigure, 'state'> & {
  readonly endpoints: bigint
  readonly untriedSinceMs: bigint | null
}

/** The event after the last one that was tried is the oldest untried one. */
const countEndpoints = {
  name: 'webhook figures',
  text: `SELECT s.state, count(*) AS endpoints, min(s.at_ms) AS "untriedSinceMs" FROM (
      SELECT CASE WHEN e.disabled_because IS NOT NULL THEN 'disabled'
          WHEN e.failing_since_ms IS NOT NULL THEN 'failing' ELSE 'enabled' END AS state,
        CASE WHEN e.disabled_because IS NULL AND e.failing_since_ms IS NULL AND ${isNotHeld} THEN (
          SELECT v.at_ms FROM events v WHERE v.account_id = e.account_id AND v.sequence = e.up_to + 1
        ) END AS at_ms
      FROM webhook_endpoints e
    ) AS s GROUP BY s.state`,
}
