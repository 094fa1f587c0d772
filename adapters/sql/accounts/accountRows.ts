import type { Account, CountedAccount } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { selected } from '../engine/table.ts'
import {
  type AccountRow,
  accountColumns,
  type KeyRow,
  keyColumns,
  keyOf,
  limitsOf,
  type PinCountRow,
  pinCountColumns,
  pinCountOf,
} from '../tables/accounts.ts'

/** A row of an account and one of its keys. An account without keys has one row, with nulls. */
export type KeyedAccountRow = AccountRow & (KeyRow | { readonly [Name in keyof KeyRow]: null })

/** The columns of an account `a` and its key `k`. */
export const keyedAccountColumns = `${accountColumns}, ${keyColumns}`

/** Joins the keys of an account `a`. It is one statement, so that account and keys are from the same moment. */
export const joinKeys = 'LEFT JOIN account_keys k ON k.account_id = a.id'

/** Locks an account, so that nobody changes it meanwhile, and no event of it is written. */
export function lockAccount(dialect: Dialect, id: string): SqlStatement {
  return {
    name: 'lock account',
    text: `SELECT a.id FROM accounts a WHERE a.id = $1 ${dialect.lock('a')}`,
    values: [id],
  }
}

/** The accounts in rows, by a key of each, in the order of the rows. */
export function accountsBy<Row extends KeyedAccountRow>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Account> {
  const together = new Map<string, [Row, ...Row[]]>()
  for (const row of rows) {
    const others = together.get(keyOf(row))
    if (others) others.push(row)
    else together.set(keyOf(row), [row])
  }
  return new Map([...together].map(([key, ofOne]) => [key, accountOf(ofOne)]))
}

/** The row of an account with one of its keys and its wrong PINs. */
export type CountedAccountRow = KeyedAccountRow & PinCountRow

/** Every account with its keys and wrong PINs, oldest first. */
export const selectAllAccounts = `
  SELECT ${keyedAccountColumns}, ${selected(pinCountColumns, 'a')} FROM accounts a ${joinKeys} ORDER BY a.id, k.place`

/** The account in its rows, with its wrong PINs. */
export function countedAccountOf(rows: readonly [CountedAccountRow, ...CountedAccountRow[]]): CountedAccount {
  return { account: accountOf(rows), pinCount: pinCountOf(rows[0]) }
}

function accountOf(rows: readonly [KeyedAccountRow, ...KeyedAccountRow[]]): Account {
  const [row] = rows
  const { id, name, kyc, pinId, pinKeyVersion, pinMac } = row
  return {
    id,
    name,
    kyc,
    apiAccess: Boolean(row.apiAccess),
    closed: Boolean(row.closed),
    activatedCurrencies: JSON.parse(row.activatedCurrencies),
    limits: limitsOf(row.limits),
    pin:
      pinId === null || pinKeyVersion === null || pinMac === null
        ? null
        : { id: pinId, keyVersion: pinKeyVersion, mac: pinMac },
    language: row.language,
    keys: rows
      .filter((one) => one.keyId !== null)
      .sort((one, other) => Number(one.keyPlace - other.keyPlace))
      .map(keyOf),
    version: Number(row.version),
  }
}
