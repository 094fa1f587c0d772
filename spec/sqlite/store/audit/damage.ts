import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import type { AuditRule } from '../../../../core/sente.ts'

/**
 * The broken rule that an audit must find, and the row: `UGX` is the account's balance, any other a payment by its
 * name.
 */
export type Finding = readonly [rule: AuditRule, row: string]
/** A damage of a database, and the required findings of an audit, in this order. */
export type Damage = { readonly sql: string; readonly broken: readonly Finding[] }

const idOf = (name: string) => `(SELECT id FROM transactions WHERE reference = '${name.replace(' ', '-')}')`
const postingOf = (name: string, toLedgerAccount: string) =>
  `transaction_id = ${idOf(name)} AND to_ledger_account = '${toLedgerAccount}'`
const settlement = postingOf('payout succeeds', 'float:MTN')

/** Changes the balance, too, so that only the postings reveal the damage. */
const shift = (available: number, held: number) =>
  `UPDATE balances SET available_minor = available_minor + ${available}, held_minor = held_minor + ${held};`

const misfit = (name: string): Finding => ['postings_fit_transaction', name]
const unevenBalance: Finding = ['balance_is_sum', 'UGX']

/** Ways to damage the database of `makeDay`, by name. */
export const damages: Record<string, Damage> = {
  'a changed balance': { sql: shift(1, 0), broken: [unevenBalance] },
  'a negative balance': {
    sql: 'UPDATE balances SET held_minor = -5000',
    broken: [unevenBalance, ['balance_not_negative', 'UGX']],
  },
  'a deleted balance': { sql: 'DELETE FROM balances', broken: [unevenBalance] },
  'a deleted posting': {
    sql: `DELETE FROM postings WHERE ${settlement}`,
    broken: [unevenBalance, misfit('payout succeeds')],
  },
  'a changed posting amount': {
    sql: `UPDATE postings SET amount_minor = 4999 WHERE ${settlement}`,
    broken: [unevenBalance, misfit('payout succeeds')],
  },
  'a posting to an unknown ledger account': {
    sql: `UPDATE postings SET to_ledger_account = 'pocket' WHERE ${settlement}`,
    broken: [['sum_is_zero', 'payout succeeds'], misfit('payout succeeds'), ['sum_is_zero', 'all of UGX']],
  },
  'a final payout without settlement': {
    sql: `DELETE FROM postings WHERE ${settlement}; ${shift(0, 5_000)}`,
    broken: [misfit('payout succeeds')],
  },
  'an open payout without its hold': {
    sql: `DELETE FROM postings WHERE ${postingOf('payout accepts', 'held')}; ${shift(5_000, -5_000)}`,
    broken: [misfit('payout accepts')],
  },
  'a failed payout without release': {
    sql: `DELETE FROM postings WHERE ${postingOf('payout declines', 'available')}; ${shift(-5_000, 5_000)}`,
    broken: [misfit('payout declines')],
  },
  'a payout failed by an operator’s decision, without release': {
    sql: `DELETE FROM postings WHERE ${postingOf('payout losesRequest', 'available')}; ${shift(-5_000, 5_000)}`,
    broken: [misfit('payout losesRequest')],
  },
  'a failed payout marked as succeeded': {
    sql: `UPDATE transactions SET state = 'succeeded', reason = NULL WHERE id = ${idOf('payout declines')}`,
    broken: [misfit('payout declines')],
  },
  'a collection credited twice': {
    sql: `INSERT INTO postings
      SELECT account_id, currency, (SELECT max(n) + 1 FROM postings), from_ledger_account, to_ledger_account, amount_minor,
        transaction_id, funding_reference, batch_id, batch_line, (SELECT max(at_ms) FROM postings)
      FROM postings WHERE ${postingOf('bill succeeds', 'available')};
      UPDATE balances SET postings = postings + 1; ${shift(5_000, 0)}`,
    broken: [misfit('bill succeeds')],
  },
  'a missing transaction': {
    sql: `DELETE FROM follow_ups WHERE transaction_id = ${idOf('payout accepts')};
      DELETE FROM used_references WHERE reference = 'payout-accepts';
      DELETE FROM transactions WHERE reference = 'payout-accepts'`,
    broken: [['nothing_stray', 'posting 1 of ACCOUNT UGX']],
  },
  'a funding without posting': {
    sql: `DELETE FROM postings WHERE funding_reference = 'in-1'; ${shift(-2_000, 0)}`,
    broken: [['postings_fit_funding', 'in-1']],
  },
  'a withdrawal turned into a funding': {
    sql: `UPDATE fundings SET kind = 'fund' WHERE reference = 'out-1'`,
    broken: [['postings_fit_funding', 'out-1']],
  },
  'a posting without its funding': {
    sql: "DELETE FROM fundings WHERE reference = 'in-1'",
    broken: [
      ['nothing_stray', 'posting 12 of ACCOUNT UGX'],
      ['one_event_each', 'in-1'],
    ],
  },
  'a posting without a cause': {
    sql: "UPDATE postings SET funding_reference = NULL WHERE funding_reference = 'in-1'",
    broken: [
      ['postings_fit_funding', 'in-1'],
      ['nothing_stray', 'posting 12 of ACCOUNT UGX'],
    ],
  },
  'a missing event': {
    sql: 'DELETE FROM events WHERE sequence = (SELECT max(sequence) FROM events)',
    broken: [['one_event_each', 'out-1']],
  },
  'a misplaced event': {
    // No event is entered into a list before the 64th.
    sql: 'UPDATE events SET sequence = 63 WHERE sequence = (SELECT max(sequence) FROM events)',
    broken: [['events_without_gap', 'event 63']],
  },
  'a second event of one end': {
    sql: `INSERT INTO events SELECT account_id, (SELECT max(sequence) + 1 FROM events), transaction_id, funding_reference, batch_id, key_id, at_ms
      FROM events WHERE transaction_id = ${idOf('payout succeeds')}`,
    broken: [['one_event_each', 'payout succeeds']],
  },
}

/** Runs SQL on the file directly, without the schema's triggers, checks and foreign keys. */
export function damage(path: string, sql: string): void {
  const database = keptDatabase(path)
  try {
    database.pragma('foreign_keys = OFF')
    database.pragma('ignore_check_constraints = ON')
    const triggers = database.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all()
    for (const trigger of triggers) database.exec(`DROP TRIGGER ${trigger}`)
    database.exec(sql)
  } finally {
    database.close()
  }
}
