import { expect } from 'chai'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { rule } from '../../rule.ts'

/** Reads the events of an account with an open payout after a false one was written. */
const told = (event: string, message: RegExp) => () =>
  inFolder(async ({ database: path }) => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    const { account } = await fundedAccount(store)
    await openPayout(store, aPayout(account.id))
    const damaging = keptDatabase(path)
    damaging.pragma('foreign_keys = OFF')
    damaging.exec(`INSERT INTO events (account_id, sequence, transaction_id, funding_reference, at_ms) ${event}`)
    damaging.close()
    const reading = store.books.events({ accountId: account.id, after: 0, limit: 9 })
    expect((await rejection(reading)).message).to.match(message)
    await store.close()
  })

describe('27 The SQLite store: events that cannot be', () => {
  rule('27.37', 'an event of an open payment, or of what is missing, is an error, and never left out', {
    'an open payment': told(
      'SELECT account_id, 2, id, NULL, 0 FROM transactions',
      /^event 2 of account \S+ says that transaction \S+ has ended, which is submitting$/,
    ),
    'a payment that is missing': told(
      "SELECT id, 2, 'none', NULL, 0 FROM accounts",
      /^what event 2 of account \S+ is about is missing$/,
    ),
    'a funding that is missing': told(
      "SELECT id, 2, NULL, 'none', 0 FROM accounts",
      /^what event 2 of account \S+ is about is missing$/,
    ),
  })
})
