import type { Books, Claim, Claimed } from '../../../core/sente.ts'
import type { Ask, StoreClock } from '../../sql/engine/sqlStatement.ts'
import { versions } from '../../sql/schema/versions.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../../sql/tables/transactions.ts'
import { postgresDialect } from '../dialect.ts'

type ClaimedRow = TransactionRow & { readonly atMs: bigint }

/**
 * Claims in a table, so that any number of machines share the due transactions. A claim that is sent twice only lasts
 * its lease.
 */
export function tableOfClaims(ask: Ask, clock: StoreClock): Pick<Books, 'claim' | 'claimOne'> {
  const given = ({ nowMs, leaseMs }: Claim) => [clock === 'caller' ? nowMs : null, leaseMs]
  return {
    async claim({ network, currency, latest, limit, ...claim }) {
      const line = [...given(claim), network, currency]
      const due = await ask<ClaimedRow>({ ...claimDue, values: [...line, limit] })
      const room = limit - due.length
      if (room <= 0 || !latest) return claimed(due, claim)
      const aheadMs = [latest.openMs, latest.endedMs].map((ms) => Math.min(ms - claim.nowMs, mostAheadMs))
      const late = await ask<ClaimedRow>({ ...claimTooLate, values: [...line, room, ...aheadMs] })
      return claimed([...due, ...late], claim)
    },
    claimOne: async (id, claim) =>
      claimed(await ask<ClaimedRow>({ ...claimById, values: [...given(claim), id] }), claim),
  }
}

/** The sum with any time is still a whole number of eight bytes. */
const mostAheadMs = 2 ** 52

function claimed(rows: readonly ClaimedRow[], { nowMs }: Claim): Claimed {
  const [first] = rows
  return { atMs: first ? Number(first.atMs) : nowMs, transactions: rows.map(transactionOf) }
}

/** There is none for a program that the database refuses, which could not record the answers. */
const moment = `moment AS (
    SELECT coalesce($1::bigint, ${postgresDialect.nowMs}) AS at_ms FROM sente_database WHERE works_from <= ${versions.length}
  )`

/** A claim that began later than now was made by a clock that was ahead. */
const isFree = '(f.leased_until_ms IS NULL OR f.leased_until_ms <= moment.at_ms OR f.leased_at_ms > moment.at_ms)'

const lease = 'leased_at_ms = moment.at_ms, leased_until_ms = moment.at_ms + $2::bigint'

/** Skips rows that another claim is taking now. */
function claimWhere(condition: string): string {
  return `
  WITH ${moment}, chosen AS (
    SELECT f.account_id, f.transaction_id FROM moment, follow_ups f
    WHERE f.network = $3 AND f.currency = $4 AND f.ask_at_ms ${condition} AND ${isFree}
    ORDER BY f.ask_at_ms, f.transaction_id LIMIT $5 FOR UPDATE OF f SKIP LOCKED
  ), claimed AS (
    UPDATE follow_ups f SET ${lease} FROM chosen, moment
    WHERE f.account_id = chosen.account_id AND f.transaction_id = chosen.transaction_id
    RETURNING f.account_id, f.transaction_id, f.ask_at_ms, f.leased_at_ms
  )
  SELECT ${transactionColumns}, claimed.leased_at_ms AS "atMs"
  FROM claimed JOIN transactions t ON t.account_id = claimed.account_id AND t.id = claimed.transaction_id
  ORDER BY claimed.ask_at_ms, t.id`
}

// As a value, so that it bounds the range of the index. Compared to a joined row, the whole index would be read.
const now = '(SELECT at_ms FROM moment)'

const claimDue = { name: 'claim due', text: claimWhere(`<= ${now}`) }
const isOpen = `EXISTS (
      SELECT 1 FROM transactions t WHERE t.account_id = f.account_id AND t.id = f.transaction_id
        AND t.state IN ('submitting', 'pending'))`
const claimTooLate = {
  name: 'claim too late',
  text: claimWhere(`> ${now} + $6::bigint AND (f.ask_at_ms > moment.at_ms + $7::bigint OR ${isOpen})`),
}

const claimById = {
  name: 'claim one',
  text: `
  WITH ${moment}, claimed AS (
    UPDATE follow_ups f SET ${lease} FROM transactions t, moment
    WHERE t.id = $3 AND f.account_id = t.account_id AND f.transaction_id = t.id
      AND f.ask_at_ms IS NOT NULL AND ${isFree}
    RETURNING f.transaction_id
  )
  SELECT ${transactionColumns}, moment.at_ms AS "atMs" FROM moment, transactions t
  LEFT JOIN follow_ups f ON f.account_id = t.account_id AND f.transaction_id = t.id
  WHERE t.id = $3 AND (f.ask_at_ms IS NULL OR EXISTS (SELECT 1 FROM claimed))`,
}
