import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { auditBooks } from '../../../core/sente.ts'
import { fund, fundedAccount, inStep, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout, holdPosting } from '../../contracts/kit/records.ts'
import { makeSchema, onServer } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { rule } from '../../rule.ts'

/** Has an audit of books with a payout that succeeded and a mark, before and after damage. */
const noticed = (damage: string, found: RegExp) => async () => {
  const { path, drop } = await makeSchema()
  const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
  try {
    const { account } = await fundedAccount(store)
    await Promise.all(Array.from({ length: 253 }, () => fund(store, aFunding(account.id))))
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    await inStep(store, payout, (work) => {
      work.record({ ...payout, state: 'succeeded' })
      work.ledger.post({ ...holdPosting(payout), from: 'held', to: `float:${payout.network}` })
    })
    expect((await auditBooks(store)()).ok).to.equal(true)
    await onServer(path, damage)
    expect((await rejection(auditBooks(store)())).message).to.match(found)
  } finally {
    await store.close()
    await drop()
  }
}

describe('44 PostgreSQL: what is derived', () => {
  rule('44.37', 'an audit finds what a list or statement would leave out, or has wrongly', {
    'a transaction that is missing from a list': noticed(
      'DELETE FROM transaction_lists',
      /is damaged: transaction \S+ is missing from transaction_lists$/,
    ),
    'a transaction in a wrong list': noticed(
      "UPDATE transaction_lists SET state = 'failed'",
      /is damaged: transaction (\S+) is missing from transaction_lists; transaction_lists has \1 in a wrong place$/,
    ),
    'an open transaction in a list': noticed(
      "UPDATE transactions SET state = 'pending'",
      /is damaged: transaction_lists has \S+ in a wrong place$/,
    ),
    'an event that is missing from the list of its type': noticed(
      'DELETE FROM event_lists WHERE sequence = 65',
      /is damaged: event 65 of account \S+ is missing from event_lists$/,
    ),
    'an event in the list of another type': noticed(
      "INSERT INTO event_lists SELECT account_id, 'payout.failed', sequence FROM event_lists WHERE sequence = 1",
      /is damaged: event_lists has event 1 of account \S+ in a wrong place$/,
    ),
    'an event that is in a list too early': noticed(
      "INSERT INTO event_lists SELECT id, 'balance.funded', 200 FROM accounts",
      /is damaged: event_lists has event 200 of account \S+ in a wrong place$/,
    ),
    'a mark that is missing': noticed(
      'DELETE FROM statement_marks',
      /is damaged: statement_marks lacks, or has wrongly, posting 255 of \S+ UGX$/,
    ),
    'a mark with a wrong balance': noticed(
      'UPDATE statement_marks SET held_minor = held_minor + 1',
      /is damaged: statement_marks lacks, or has wrongly, posting 255 of \S+ UGX$/,
    ),
    'a mark where there is none': noticed(
      "INSERT INTO statement_marks SELECT account_id, 'RWF', n, latest_ms, 0, 0 FROM statement_marks",
      /is damaged: statement_marks lacks, or has wrongly, posting 255 of \S+ RWF$/,
    ),
  })
})
