import type { Database } from 'better-sqlite3'
import type { BalanceRow, Prompt, StepRows } from '../../../core/sente.ts'
import {
  balanceColumns,
  type FundingRow,
  fundingColumns,
  fundingOf,
  type PinCountRow,
  pinCountColumns,
  pinCountOf,
} from './rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from './transactionRow.ts'

/** Reads the rows of a step's scope, with one prepared statement a table. */
export function bookRows(database: Database): StepRows {
  const lasting = database.prepare('SELECT 1 FROM quarantines WHERE ended_at_ms IS NULL')
  const version = database.prepare<[string], bigint>('SELECT version FROM accounts WHERE id = ?').pluck()
  const pinCount = database.prepare<[string], PinCountRow>(
    `SELECT ${pinCountColumns} FROM pin_counts WHERE account_id = ?`,
  )
  const prompts = database.prepare<[string], string>('SELECT prompts FROM phone_prompts WHERE phone_number = ?').pluck()
  const reference = database
    .prepare<[string, string], string>('SELECT id FROM transactions WHERE account_id = ? AND reference = ?')
    .pluck()
  const balance = database.prepare<[string, string], BalanceRow>(
    `SELECT ${balanceColumns} FROM balances WHERE account_id = ? AND currency = ?`,
  )
  const transaction = database.prepare<[string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.id = ?`,
  )
  const funding = database.prepare<[string, string], FundingRow>(
    `SELECT ${fundingColumns} FROM fundings f WHERE f.account_id = ? AND f.reference = ?`,
  )
  const lastEvent = database
    .prepare<[string], bigint>('SELECT sequence FROM events WHERE account_id = ? ORDER BY sequence DESC LIMIT 1')
    .pluck()
  return {
    nowMs: (callersMs) => callersMs,
    isQuarantined: () => lasting.get() !== undefined,
    accountVersion: (accountId) => given(version.get(accountId), Number),
    pinCount: (accountId) => given(pinCount.get(accountId), pinCountOf),
    prompts: (phoneNumber) => JSON.parse(prompts.get(phoneNumber) ?? '[]') as Prompt[],
    reference: (accountId, text) => reference.get(accountId, text),
    balance: (accountId, currency) => balance.get(accountId, currency),
    transaction: (id) => given(transaction.get(id), transactionOf),
    funding: (accountId, text) => given(funding.get(accountId, text), fundingOf),
    lastEvent: (accountId) => Number(lastEvent.get(accountId) ?? 0n),
  }
}

function given<Row, Record>(row: Row | undefined, recordOf: (row: Row) => Record): Record | undefined {
  return row === undefined ? undefined : recordOf(row)
}
