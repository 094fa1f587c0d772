import type { Database } from 'better-sqlite3'
import type { AccountEvent, Changes, Posting } from '../../../core/sente.ts'
import { transactionWriter } from '../rows/transactionRow.ts'

/** Writes the changes of an account's step; to be called within a transaction. */
export type ApplyChanges = (changes: Changes, accountId: string) => void

/**
 * Prepares the statements. Those of every payment bind by position, because binding by name costs more than the values.
 * Parents are written before the rows that refer to them.
 */
export function bookChanges(database: Database): ApplyChanges {
  const { add, replace } = transactionWriter(database)
  const fund = database.prepare(
    `INSERT INTO fundings (account_id, reference, kind, currency, amount_minor, because, at_ms)
     VALUES (@accountId, @reference, @kind, @currency, @amountMinor, @because, @atMs)`,
  )
  const annotation = database.prepare(
    `INSERT INTO annotations (transaction_id, kind, text, made_by, at_ms) VALUES (@transactionId, @kind, @text, @by, @atMs)`,
  )
  const enter = database.prepare(
    `INSERT INTO postings
       (account_id, currency, from_ledger_account, to_ledger_account, amount_minor, transaction_id, funding_reference, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const balance = database.prepare(
    `INSERT INTO balances (account_id, currency, available_minor, held_minor) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET available_minor = excluded.available_minor, held_minor = excluded.held_minor`,
  )
  const countPin = database.prepare(
    `INSERT OR REPLACE INTO pin_counts (account_id, pin_id, failures, wrong_at_ms, locks, locked_until_ms)
     VALUES (@accountId, @pinId, @failures, @wrongAtMs, @locks, @lockedUntilMs)`,
  )
  const keepPrompts = database.prepare(
    `INSERT INTO phone_prompts (phone_number, prompts) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET prompts = excluded.prompts`,
  )
  const tell = database.prepare(
    'INSERT INTO events (account_id, sequence, transaction_id, funding_reference, at_ms) VALUES (?, ?, ?, ?, ?)',
  )
  return (changes, accountId) => {
    for (const transaction of changes.opened.values()) add(transaction)
    for (const transaction of changes.changed.values()) replace(transaction)
    for (const funding of changes.fundings) fund.run(funding)
    for (const made of changes.annotations) annotation.run(made)
    for (const posting of changes.postings) enter.run(...valuesOf(posting))
    for (const { accountId, currency, availableMinor, heldMinor } of changes.balances.values())
      balance.run(accountId, currency, availableMinor, heldMinor)
    for (const event of changes.events) tell.run(...eventValues(event))
    if (changes.pinCount)
      countPin.run({ ...changes.pinCount, wrongAtMs: JSON.stringify(changes.pinCount.wrongAtMs), accountId })
    if (changes.prompts) keepPrompts.run(changes.prompts.phoneNumber, JSON.stringify(changes.prompts.prompts))
  }
}

function valuesOf({ accountId, currency, from, to, amountMinor, cause, atMs }: Posting) {
  return [accountId, currency, from, to, amountMinor, ...causeValues(cause), atMs]
}

function eventValues({ accountId, sequence, cause, atMs }: AccountEvent) {
  return [accountId, sequence, ...causeValues(cause), atMs]
}

function causeValues(cause: Posting['cause']) {
  return 'transaction' in cause ? [cause.transaction, null] : [null, cause.funding]
}
