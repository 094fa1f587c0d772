import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import type { EventQuery } from '../../../core/sente.ts'
import { fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { makeSchema, onServer } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'

const insert = 'INSERT INTO events (account_id, sequence, transaction_id, funding_reference, at_ms)'

/** Reads the events of an account with an open payout after a false one was written. */
const told =
  (damage: string, message: RegExp, query: Partial<EventQuery> = {}) =>
  async () => {
    const { path, drop } = await makeSchema()
    const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    try {
      const { account } = await fundedAccount(store)
      await openPayout(store, aPayout(account.id))
      await onServer(path, damage)
      const reading = store.books.events({ accountId: account.id, after: 0, limit: 9, ...query })
      expect((await rejection(reading)).message).to.match(message)
    } finally {
      await store.close()
      await drop()
    }
  }

describe('PostgreSQL: events that cannot be', () => {
  test('an event of an open payment, or of what is missing, is an error, and never left out', {
    'an open payment': told(
      `${insert} SELECT account_id, 2, id, NULL, 0 FROM transactions`,
      /^event 2 of account \S+ says that transaction \S+ has ended, which is submitting$/,
    ),
    'a payment that is missing': told(
      `${insert} SELECT id, 2, 'none', NULL, 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
    ),
    'a funding that is missing': told(
      `${insert} SELECT id, 2, NULL, 'none', 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
    ),
    'one among those of a type': told(
      `${insert} SELECT id, 2, 'none', NULL, 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
      { type: 'balance.funded' },
    ),
    'one that is only in the list of a type': told(
      "INSERT INTO event_lists SELECT id, 'payout.failed', 2 FROM accounts",
      /^what event 2 of account \S+ is about is missing$/,
      { type: 'payout.failed' },
    ),
  })
})
