import type { Account, AccountRepo, PinKeyCount, PlacedKey } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import type { Column, Stored } from '../engine/table.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import { accountKeys, accounts, accountValues, keys, type OwnedPinCount, placedKeys } from '../tables/accounts.ts'
import { accountsBy, joinKeys, type KeyedAccountRow, keyedAccountColumns, lockAccount } from './accountRows.ts'
import { countingNameLookUps } from './nameLookUps.ts'

/**
 * Accounts in the books' tables, without the events about them. Changes by another process hold from the next call on.
 */
export function accountRepo(engine: Engine): Omit<AccountRepo, 'tellExpiring'> {
  const { dialect, clock, ask, write, remembering } = engine
  const lookUp = dialect.lookUp(byDigest)
  const beside = actionBeside(dialect)
  const insertAccount = dialect.insert<Account & OwnedPinCount>(accounts.name, accounts.columns)
  const updateAccount = dialect.update<Account>(accounts.name, { keys: accountKeys, columns: accountValues })
  const insertKeys = dialect.insert<PlacedKey>(keys.name, keys.columns)
  const deleteKeys = dialect.delete(keys.name, keysOf)
  const found = async (statement: typeof selectById, id: string) =>
    onlyOf(await ask<KeyedAccountRow>({ ...statement, values: [id] }))
  const bySecretKey = together(async (digests) => {
    const statements = lookUp(digests.map((digest) => [digest]))
    const rows = await Promise.all(statements.map((statement) => ask<KeyedAccountRow & { digest: string }>(statement)))
    return accountsBy(rows.flat(), ({ digest }) => digest)
  })
  return {
    bySecretKey: remembering?.(bySecretKey) ?? bySecretKey,
    async nowMs(callersMs) {
      if (clock === 'caller') return callersMs
      const [row] = await ask<{ nowMs: bigint }>({ name: 'now', text: `SELECT ${dialect.nowMs} AS "nowMs"` })
      return Number(row?.nowMs ?? callersMs)
    },
    byId: (id) => found(selectById, id),
    byKeyId: (keyId) => found(selectByKeyId, keyId),
    add(account, acting) {
      const action = beside(acting)
      return write({
        reads: action.reads,
        decide: (rows) => ({
          value: undefined,
          writes: [
            ...insertAccount([{ ...account, pinCount: undefined }]),
            ...insertKeys(placedKeys(account)),
            ...action.made(rows).writes,
          ],
        }),
      })
    },
    change(id, change, acting) {
      const action = beside(acting)
      return write({
        // A statement's reads beside its locked rows are older than these if it had to wait for them.
        reads: [lockAccount(dialect, id), { ...selectById, values: [id] }, ...action.reads],
        decide([, rows = [], ...found]) {
          const before = onlyOf(rows as readonly KeyedAccountRow[])
          if (!before) return { value: undefined, writes: [] }
          const after = { ...change(before), id, version: before.version + 1 }
          const writes = [...updateAccount([after]), ...deleteKeys([after]), ...insertKeys(placedKeys(after))]
          return { value: after, writes: [...writes, ...action.made(found, before, after).writes] }
        },
      })
    },
    countNameLookUp: countingNameLookUps(engine),
    async list({ name = '', before, limit }) {
      const given = [containing(name), limit + 1]
      const rows = await ask<KeyedAccountRow>(
        before === undefined ? { ...firstPage, values: given } : { ...laterPage, values: [...given, before] },
      )
      const found = [...accountsBy(rows, ({ id }) => id).values()]
      const page = found.slice(0, limit)
      return { accounts: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    async pinKeyCounts() {
      const rows = await ask<Stored<PinKeyCount, 'accounts'>>(countPinKeys)
      return rows.map((row) => ({ ...row, accounts: Number(row.accounts) }))
    },
  }
}

function onlyOf(rows: readonly KeyedAccountRow[]): Account | undefined {
  return [...accountsBy(rows, ({ id }) => id).values()][0]
}

const selectById = {
  name: 'account',
  text: `SELECT ${keyedAccountColumns} FROM accounts a ${joinKeys} WHERE a.id = $1`,
}

const selectByKeyId = {
  name: 'account by key',
  text: `SELECT ${keyedAccountColumns} FROM account_keys wanted JOIN accounts a ON a.id = wanted.account_id ${joinKeys}
    WHERE wanted.id = $1`,
}

const byDigest = {
  name: 'accounts by digests',
  columns: `secret.digest, ${keyedAccountColumns}`,
  from: 'account_keys secret',
  keys: [['secret.digest', 'text']],
  joins: `JOIN accounts a ON a.id = secret.account_id AND secret.kind = 'secret' ${joinKeys}`,
} as const

const firstPage = { name: 'accounts', text: selectPage('') }

const laterPage = { name: 'more accounts', text: selectPage('AND id < $3') }

/** A search by name reads every account: there are far fewer accounts than payments. */
function selectPage(place: string): string {
  return `SELECT ${keyedAccountColumns}
    FROM (
      SELECT * FROM accounts WHERE lower(name) LIKE $1 ESCAPE '!' ${place} ORDER BY id DESC LIMIT $2
    ) AS a ${joinKeys} ORDER BY a.id DESC`
}

/** A pattern for names that contain a text. Only A to Z are folded, as in the names themselves. */
function containing(text: string): string {
  return `%${text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[!%_]/g, '!$&')}%`
}

const countPinKeys = {
  name: 'pin keys',
  text: `SELECT pin_key_version AS "keyVersion", count(*) AS accounts, min(id) AS "firstId" FROM accounts
    WHERE pin_key_version IS NOT NULL AND NOT closed
    GROUP BY pin_key_version ORDER BY pin_key_version`,
}

const keysOf: readonly Column<Account>[] = [['account_id', 'text', ({ id }) => id]]

/** Looks up many keys at once. Keys without a result are left out. */
type LookUp<Found> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>

/** Looks up one key. Requests during a look-up go together as the next one. */
function together<Found>(lookUp: LookUp<Found>): (key: string) => Promise<Found | undefined> {
  let running: Promise<unknown> | undefined
  let next: { readonly keys: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> } | undefined

  function begin(): NonNullable<typeof next> {
    const keys = new Set<string>()
    const found = (running ?? Promise.resolve()).then(() => {
      next = undefined
      const looking = lookUp([...keys])
      running = looking.catch(() => {})
      return looking
    })
    return { keys, found }
  }

  return async (key) => {
    next ??= begin()
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
