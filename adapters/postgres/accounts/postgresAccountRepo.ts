import type { Account, AccountKey, AccountRepo, PinKeyCount } from '../../../core/sente.ts'
import type { Ask, Statement } from '../connection/statement.ts'
import type { Write } from '../connection/writer.ts'
import { type Column, inserting, updating } from '../lane/table.ts'
import { type AccountRow, accountOf, type Stored } from '../rows/rows.ts'
import { together } from './lookUps.ts'

/** Accounts in PostgreSQL. Nothing is remembered: what another node has changed holds from the next call on. */
export function postgresAccountRepo(ask: Ask, write: Write): AccountRepo {
  const bySecretKey = together(async (digests) => {
    const rows = await ask<AccountRow & { digest: string }>({ ...selectByDigests, values: [digests] })
    return new Map(rows.map(({ digest, ...row }) => [digest, accountOf(row)]))
  })
  const byId = async (using: Ask, id: string, statement: Statement = selectById) => {
    const [row] = await using<AccountRow>({ ...statement, values: [id] })
    return row && accountOf(row)
  }
  return {
    bySecretKey,
    byId: (id) => byId(ask, id),
    byKeyId: (keyId) => byId(ask, keyId, selectByKeyId),
    add: (account) =>
      write(async () => ({ value: undefined, writes: [...insertAccount([account]), ...insertKeys(keysOf(account))] })),
    change: (id, change) =>
      write(async (using) => {
        const before = await byId(using, id, lockById)
        if (!before) return { value: undefined, writes: [] }
        const after = { ...change(before), id, version: before.version + 1 }
        return { value: after, writes: [...updateAccount([after]), dropKeys(id), ...insertKeys(keysOf(after))] }
      }),
    async list({ name = '', before = null, limit }) {
      const rows = await ask<AccountRow>({ ...selectPage, values: [name, before, limit + 1] })
      const page = rows.slice(0, limit).map(accountOf)
      return { accounts: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    async pinKeyCounts() {
      const rows = await ask<Stored<PinKeyCount, 'accounts'>>(countPinKeys)
      return rows.map((row) => ({ ...row, accounts: Number(row.accounts) }))
    },
  }
}

/** One statement, so that account and keys are from the same moment. */
const columns = `a.id, a.name, a.kyc, a.api_access AS "apiAccess", a.closed, a.pin_id AS "pinId",
  a.pin_key_version AS "pinKeyVersion", a.pin_mac AS "pinMac", a.version,
  a.activated_currencies AS "activatedCurrencies",
  (SELECT json_agg(json_build_object('id', k.id, 'kind', k.kind, 'digest', k.digest, 'prefix', k.prefix,
      'active', k.active, 'lastUsedAtMs', k.last_used_at_ms) ORDER BY k.place)
   FROM account_keys k WHERE k.account_id = a.id) AS keys`

const selectById = { name: 'account', text: `SELECT ${columns} FROM accounts a WHERE a.id = $1` }

const lockById = {
  name: 'lock account',
  text: `SELECT ${columns} FROM accounts a WHERE a.id = $1 FOR NO KEY UPDATE OF a`,
}

const selectByKeyId = {
  name: 'account by key',
  text: `SELECT ${columns} FROM account_keys key JOIN accounts a ON a.id = key.account_id WHERE key.id = $1`,
}

const selectByDigests = {
  name: 'accounts by digests',
  text: `SELECT key.digest, ${columns} FROM account_keys key JOIN accounts a ON a.id = key.account_id
    WHERE key.kind = 'secret' AND key.digest = ANY($1::text[])`,
}

/** A search by name reads every account: there are far fewer of them than of payments. */
const selectPage = {
  name: 'accounts',
  text: `SELECT ${columns} FROM accounts a
    WHERE strpos(translate(a.name, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
        translate($1::text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')) > 0
      AND ($2::text IS NULL OR a.id < $2)
    ORDER BY a.id DESC LIMIT $3`,
}

const countPinKeys = {
  name: 'pin keys',
  text: `SELECT pin_key_version AS "keyVersion", count(*) AS accounts, min(id) AS "firstId" FROM accounts
    WHERE pin_key_version IS NOT NULL AND NOT closed
    GROUP BY pin_key_version ORDER BY pin_key_version COLLATE "C"`,
}

const idColumn: readonly Column<Account>[] = [['id', 'text', ({ id }) => id]]

const accountColumns: readonly Column<Account>[] = [
  ['name', 'text', ({ name }) => name],
  ['kyc', 'text', ({ kyc }) => kyc],
  ['api_access', 'boolean', ({ apiAccess }) => apiAccess],
  ['closed', 'boolean', ({ closed }) => closed],
  ['activated_currencies', 'jsonb', ({ activatedCurrencies }) => JSON.stringify(activatedCurrencies)],
  ['pin_id', 'text', ({ pin }) => pin?.id ?? null],
  ['pin_key_version', 'text', ({ pin }) => pin?.keyVersion ?? null],
  ['pin_mac', 'text', ({ pin }) => pin?.mac ?? null],
  ['version', 'bigint', ({ version }) => version],
]

/** The columns of an account, without its wrong PINs. */
export const accountTable = [...idColumn, ...accountColumns]

const insertAccount = inserting('accounts', accountTable)
const updateAccount = updating('accounts', idColumn, accountColumns)

type PlacedKey = AccountKey & { readonly accountId: string; readonly place: number }

/** An account's keys, each with its place. */
export function keysOf({ id: accountId, keys }: Account): PlacedKey[] {
  return keys.map((key, place) => ({ ...key, accountId, place }))
}

/** The columns of a key. */
export const keyTable: readonly Column<PlacedKey>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['place', 'bigint', ({ place }) => place],
  ['id', 'text', ({ id }) => id],
  ['kind', 'text', ({ kind }) => kind],
  ['digest', 'text', ({ digest }) => digest],
  ['prefix', 'text', ({ prefix }) => prefix],
  ['active', 'boolean', ({ active }) => active],
  ['last_used_at_ms', 'bigint', ({ lastUsedAtMs }) => lastUsedAtMs],
]
const insertKeys = inserting('account_keys', keyTable)

function dropKeys(id: string): Statement {
  return { name: 'delete keys', text: 'DELETE FROM account_keys WHERE account_id = $1', values: [id] }
}
