import type { Database } from 'better-sqlite3'
import type { Account, AccountRepo, PinKeyCount } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import type { RowMemory } from '../rows/rowMemory.ts'
import { type AccountRow, accountOf, type Stored } from '../rows/rows.ts'

/** Accounts in SQLite; a change is on the disk before it can be read. */
export function sqliteAccountRepo(access: StoreAccess, memory: Pick<RowMemory, 'holder'>): AccountRepo {
  const { database } = access
  const { write, read } = inOrder(access)
  const byId = database.prepare<[string], AccountRow>(`${selectAccount} WHERE a.id = ?`)
  const bySecretKey = database.prepare<[string], AccountRow>(
    `${selectAccount} JOIN account_keys k ON k.account_id = a.id WHERE k.kind = 'secret' AND k.digest = ?`,
  )
  const byKeyId = database.prepare<[string], AccountRow>(
    `${selectAccount} JOIN account_keys k ON k.account_id = a.id WHERE k.id = ?`,
  )
  const first = database.prepare<[object], AccountRow>(selectPage(''))
  const following = database.prepare<[object], AccountRow>(selectPage('AND a.id < @before'))
  const pinKeyCounts = database.prepare<[], Stored<PinKeyCount, 'accounts'>>(selectPinKeyCounts)
  const insert = database.prepare(insertAccount)
  const update = database.prepare(updateAccount)
  const writeParts = partsWriter(database)
  const found = (row: AccountRow | undefined) => row && accountOf(row)
  return {
    bySecretKey: (digest) => read(() => memory.holder(digest, () => found(bySecretKey.get(digest)))),
    byId: async (id) => found(await read(() => byId.get(id))),
    byKeyId: async (keyId) => found(await read(() => byKeyId.get(keyId))),
    add: (account) =>
      write(() => {
        insert.run(columnsOf(account))
        writeParts(account)
      }),
    change: (id, change) =>
      write(() => {
        const before = found(byId.get(id))
        if (!before) return undefined
        const after = { ...change(before), id, version: before.version + 1 }
        update.run(columnsOf(after))
        writeParts(after)
        return after
      }),
    async list({ name = '', before, limit }) {
      const statement = before === undefined ? first : following
      const rows = await read(() => statement.all({ name, before, limit: limit + 1 }))
      const page = rows.slice(0, limit).map(accountOf)
      return { accounts: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    async pinKeyCounts() {
      const rows = await read(() => pinKeyCounts.all())
      return rows.map((row) => ({ ...row, accounts: Number(row.accounts) }))
    },
  }
}

function inOrder({ write, read }: StoreAccess): Omit<StoreAccess, 'database'> {
  let written: Promise<unknown> = Promise.resolve()
  return {
    write(work) {
      const writing = write(work)
      written = writing.catch(() => {})
      return writing
    },
    async read(rows) {
      await written
      return read(rows)
    },
  }
}

/** Reads accounts; one statement, so that account, currencies and keys are from the same moment. */
export const selectAccount = `
  SELECT a.id, a.name, a.kyc, a.api_access AS apiAccess, a.closed, a.pin_id AS pinId,
    a.pin_key_version AS pinKeyVersion, a.pin_mac AS pinMac, a.version,
    (SELECT json_group_array(currency ORDER BY sequence) FROM account_currencies WHERE account_id = a.id) AS currencies,
    (SELECT json_group_array(json_object('id', id, 'kind', kind, 'digest', digest, 'prefix', prefix,
       'active', active, 'lastUsedAtMs', last_used_at_ms) ORDER BY sequence)
     FROM account_keys WHERE account_id = a.id) AS keys
  FROM accounts a`

/** Ids are ordered. A search by name reads every account: there are far fewer of them than of payments. */
const selectPage = (place: string) => `${selectAccount}
  WHERE instr(lower(a.name), lower(@name)) > 0 ${place}
  ORDER BY a.id DESC LIMIT @limit`

const selectPinKeyCounts = `
  SELECT pin_key_version AS keyVersion, count(*) AS accounts, min(id) AS firstId FROM accounts
  WHERE pin_key_version IS NOT NULL AND closed = 0
  GROUP BY pin_key_version ORDER BY pin_key_version`

const insertAccount = `
  INSERT INTO accounts (id, name, kyc, api_access, closed, pin_id, pin_key_version, pin_mac, version)
  VALUES (@id, @name, @kyc, @apiAccess, @closed, @pinId, @pinKeyVersion, @pinMac, @version)`

const updateAccount = `
  UPDATE accounts
  SET name = @name, kyc = @kyc, api_access = @apiAccess, closed = @closed, pin_id = @pinId,
    pin_key_version = @pinKeyVersion, pin_mac = @pinMac, version = @version
  WHERE id = @id`

function columnsOf({ id, name, kyc, apiAccess, closed, pin, version }: Account) {
  return {
    id,
    name,
    kyc,
    apiAccess: apiAccess ? 1 : 0,
    closed: closed ? 1 : 0,
    pinId: pin?.id ?? null,
    pinKeyVersion: pin?.keyVersion ?? null,
    pinMac: pin?.mac ?? null,
    version,
  }
}

/** Replaces an account's currencies and keys; their order is kept. */
function partsWriter(database: Database): (account: Account) => void {
  const dropCurrencies = database.prepare('DELETE FROM account_currencies WHERE account_id = ?')
  const addCurrency = database.prepare('INSERT INTO account_currencies (account_id, currency) VALUES (?, ?)')
  const dropKeys = database.prepare('DELETE FROM account_keys WHERE account_id = ?')
  const addKey = database.prepare(
    `INSERT INTO account_keys (id, account_id, kind, digest, prefix, active, last_used_at_ms)
     VALUES (@id, @accountId, @kind, @digest, @prefix, @active, @lastUsedAtMs)`,
  )
  return ({ id: accountId, activatedCurrencies, keys }) => {
    dropCurrencies.run(accountId)
    for (const currency of activatedCurrencies) addCurrency.run(accountId, currency)
    dropKeys.run(accountId)
    for (const key of keys) addKey.run({ ...key, accountId, active: key.active ? 1 : 0 })
  }
}
