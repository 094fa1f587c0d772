import { type Books, type Claims, takeClaims } from '../../../core/sente.ts'
import type { Ask } from '../../sql/engine/sqlStatement.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../../sql/tables/transactions.ts'

/** Claims in the memory of the serving process, which has the database to itself. */
export function claimsOver(ask: Ask, claims: Claims): Pick<Books, 'claim' | 'claimOne'> {
  return {
    async claim({ network, currency, latest, ...claim }) {
      const { nowMs: atMs, limit } = claim
      const most = limit + claims.size
      const due = await ask<TransactionRow>({ ...selectDue, values: [network, currency, atMs, most] })
      const room = most - due.length
      const late =
        latest && room > 0
          ? await ask<TransactionRow>({
              ...selectTooLate,
              values: [network, currency, latest.openMs, latest.endedMs, room],
            })
          : []
      return { atMs, transactions: takeClaims(claims, [...due, ...late].map(transactionOf), claim) }
    },
    async claimOne(id, claim) {
      const rows = await ask<TransactionRow>({ ...selectOne, values: [id] })
      return {
        atMs: claim.nowMs,
        transactions: takeClaims(claims, rows.map(transactionOf), { ...claim, limit: 1 }),
      }
    },
  }
}

const selectFollowed = `
  SELECT ${transactionColumns} FROM follow_ups f JOIN transactions t ON t.id = f.transaction_id
  WHERE f.network = $1 AND f.currency = $2`

const selectDue = {
  name: 'claim due',
  text: `${selectFollowed} AND f.ask_at_ms <= $3 ORDER BY f.ask_at_ms, f.transaction_id LIMIT $4`,
}

const selectTooLate = {
  name: 'claim too late',
  text: `${selectFollowed} AND f.ask_at_ms > $3 AND (f.ask_at_ms > $4 OR t.state IN ('submitting', 'pending'))
    ORDER BY f.ask_at_ms, f.transaction_id LIMIT $5`,
}

const selectOne = { name: 'claim one', text: `SELECT ${transactionColumns} FROM transactions t WHERE t.id = $1` }
