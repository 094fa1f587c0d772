import { expect } from 'chai'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks } from '../../../core/sente.ts'
import { fund, fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { backToVersionOne } from '../../fixtures/versionOne.ts'
import { rule } from '../../rule.ts'

const open = (path: string) => openSqliteStore({ path, purpose: 'sandbox', migrate: true })

/** Fills a database with 9,000 transactions and 195 fundings of three accounts; resolves with the ids of each account's, newest first. */
async function fill(path: string): Promise<Map<string, string[]>> {
  const store = open(path)
  const listed = new Map<string, string[]>()
  for (const _ of [1, 2, 3]) listed.set((await fundedAccount(store)).account.id, [])
  const accounts = [...listed.keys()]
  await Promise.all(accounts.flatMap((id) => Array.from({ length: 64 }, () => fund(store, aFunding(id)))))
  const payouts = Array.from({ length: 9_000 }, (_, index) =>
    aPayout(accounts[index % 3] ?? '', { amountMinor: 1n, state: 'pending' }),
  )
  await Promise.all(payouts.map((payout) => openPayout(store, payout)))
  for (const { accountId, id } of payouts) listed.get(accountId)?.unshift(id)
  await store.close()
  return listed
}

async function listedIn(path: string, accounts: Iterable<string>): Promise<Map<string, string[]>> {
  const store = open(path)
  try {
    const found = new Map<string, string[]>()
    for (const accountId of accounts) {
      const { transactions } = await store.books.list({ accountId, limit: 4_000 })
      found.set(
        accountId,
        transactions.map(({ id }) => id),
      )
    }
    expect((await auditBooks(store)()).broken).to.deep.equal([])
    return found
  } finally {
    await store.close()
  }
}

describe('27 The SQLite store: lists', function () {
  this.timeout(60_000)

  rule('27.31', 'what an older version of sente has written is listed as before, and its references stay used', () =>
    inFolder(async ({ database: path }) => {
      const wanted = await fill(path)
      backToVersionOne(path)
      expect(await listedIn(path, wanted.keys())).to.deep.equal(wanted)
      const store = open(path)
      try {
        const { transactions } = await store.books.list({ limit: 9_000 })
        for (const { accountId, reference, id } of transactions) {
          expect((await store.books.transactionByReference(accountId, reference))?.id).to.equal(id)
        }
      } finally {
        await store.close()
      }
    }),
  )

  const noticed = (damage: string, found: string) => () =>
    inFolder(async ({ database: path }) => {
      const [newest = []] = (await fill(path)).values()
      const [oldest = ''] = newest.slice(-1)
      const database = keptDatabase(path)
      database.prepare(damage).run({ oldest })
      database.close()
      const store = open(path)
      try {
        expect((await rejection(auditBooks(store)())).message).to.match(new RegExp(`is damaged: ${found}$`))
      } finally {
        await store.close()
      }
    })

  rule('27.32', 'an audit finds what a list or statement would leave out, or has wrongly', {
    'an account’s': noticed(
      "DELETE FROM transaction_lists WHERE owner <> '' AND id = @oldest",
      'transaction \\S+ is missing from transaction_lists',
    ),
    'a phone number’s': noticed(
      'DELETE FROM transactions_by_phone_number WHERE id = @oldest',
      'transaction \\S+ is missing from transactions_by_phone_number',
    ),
    'a statement’s': noticed(
      'DELETE FROM statement_lines WHERE sequence = (SELECT min(sequence) FROM statement_lines WHERE @oldest <> 1)',
      'posting \\S+ is missing from statement_lines; .*',
    ),
    'a balance of a statement': noticed(
      'UPDATE statement_lines SET held_minor = held_minor + 1 WHERE sequence = 4096 AND @oldest <> 1',
      'statement_lines has 4096 with a wrong balance',
    ),
    'an event’s': noticed(
      'DELETE FROM event_lists WHERE sequence = 64 AND account_id = (SELECT min(id) FROM accounts WHERE @oldest <> 1)',
      'event 64 of account \\S+ is missing from event_lists',
    ),
    'an event of another type': noticed(
      "INSERT INTO event_lists SELECT min(id), 'payout.failed', 1 FROM accounts WHERE @oldest <> 1",
      'event_lists has event 1 of account \\S+ in a wrong place',
    ),
    'another’s': noticed(
      "INSERT INTO transactions_by_phone_number SELECT account_id, '256770000009', id FROM transactions WHERE id = @oldest",
      'transactions_by_phone_number has \\S+ in a wrong place',
    ),
  })
})
