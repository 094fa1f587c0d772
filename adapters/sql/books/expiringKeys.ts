import type { AccountEvent, AccountRepo } from '../../../core/sente.ts'
import { accountRepo } from '../accounts/accountRepo.ts'
import { lockAccount } from '../accounts/accountRows.ts'
import type { Engine } from '../engine/engine.ts'
import { events } from '../tables/events.ts'
import { enterings } from './lists/lists.ts'

type Key = { readonly accountId: string; readonly keyId: string }

/** Accounts with events about their keys that expire soon. */
export function tellingAccounts(engine: Engine): AccountRepo {
  const accounts = accountRepo(engine)
  return { ...accounts, tellExpiring: tellingExpiring(engine, accounts.nowMs) }
}

/** Writes the event of each key in a transaction that has locked the account and checks again. */
function tellingExpiring({ dialect, ask, write }: Engine, nowMs: AccountRepo['nowMs']): AccountRepo['tellExpiring'] {
  const insert = dialect.insert<AccountEvent>(events.name, events.columns)
  const enter = enterings(dialect)

  function tell({ accountId, keyId }: Key, atMs: number): Promise<boolean> {
    return write({
      reads: [lockAccount(dialect, accountId), { ...lastEvent, values: [accountId, keyId] }],
      decide([, found = []]) {
        const [row] = found as readonly { readonly last: bigint; readonly announced: bigint; readonly isOpen: bigint }[]
        if (!row || row.announced > 0n || row.isOpen === 0n) return { value: false, writes: [] }
        const event = { accountId, sequence: Number(row.last) + 1, cause: { key: keyId }, atMs }
        return { value: true, writes: [...insert([event]), ...enter([event])] }
      },
      accounts: [accountId],
    })
  }

  return async ({ nowMs: callersMs, withinMs, lateMs, limit }) => {
    const atMs = await nowMs(callersMs)
    const due = await ask<Key>({ ...selectDue, values: [atMs + withinMs, atMs - lateMs, limit] })
    const announced: string[] = []
    for (const key of due) if (await tell(key, atMs)) announced.push(key.accountId)
    return announced
  }
}

const selectDue = {
  name: 'keys that expire',
  text: `SELECT k.account_id AS "accountId", k.id AS "keyId" FROM account_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.expires_at_ms IS NOT NULL AND k.expires_at_ms <= $1 AND k.expires_at_ms > $2 AND k.active AND NOT a.closed
      AND NOT EXISTS (SELECT 1 FROM events e WHERE e.account_id = k.account_id AND e.key_id = k.id)
    ORDER BY k.expires_at_ms, k.id LIMIT $3`,
}

/** Rows read before the account was locked may have changed. */
const lastEvent = {
  name: 'last event, that of a key, and whether it is open',
  text: `SELECT (SELECT coalesce(max(sequence), 0) FROM events WHERE account_id = $1) AS last,
      (SELECT count(*) FROM events WHERE account_id = $1 AND key_id = $2) AS announced,
      (SELECT count(*) FROM account_keys k JOIN accounts a ON a.id = k.account_id
        WHERE k.account_id = $1 AND k.id = $2 AND k.active AND NOT a.closed) AS "isOpen"`,
}
