import { copyFileSync } from 'node:fs'
import { expect } from 'chai'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, type Books, continueAudit } from '../../../../core/sente.ts'
import { fundedAccount, inStep, openPayouts } from '../../../contracts/kit/bookActs.ts'
import { holdPosting, succeeded } from '../../../contracts/kit/records.ts'
import { derivedDamages } from '../../../fixtures/derivedRows.ts'
import { type Folder, inFolder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { test } from '../../../rule.ts'
import { damage, damages } from './damage.ts'
import { makeDay } from './day.ts'

/** A day later: a mark of the future is not used. */
const clock = { nowMs: () => Date.UTC(2026, 0, 3) }

const mark = (books: Books) => continueAudit({ books, clock: { nowMs: () => Date.UTC(2026, 0, 2) } })({ all: false })

/** The result of an audit, or its error, and whether it went on from a mark. */
async function outcomeOf(path: string, audit: (books: Books) => Promise<object>): Promise<object> {
  const { books, close } = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  try {
    return await audit(books)
  } catch (error) {
    return { error: error instanceof Error ? error.message : error }
  } finally {
    await close()
  }
}

const short = (path: string) => outcomeOf(path, (books) => continueAudit({ books, clock })({ all: false }))
const whole = (path: string) => outcomeOf(path, async (books) => ({ ...(await auditBooks({ books })()), since: null }))

/** Damages of payments that had ended before noon, which only an audit of everything finds. */
const unnoticedSinceNoon = [
  'a deleted posting',
  'a changed posting amount',
  'a posting to an unknown ledger account',
  'a failed payout marked as succeeded',
]

const listDamages = {
  'a transaction missing from the list by networks’ ids': "DELETE FROM network_id_lists WHERE network_id = 'MP 9'",
  'a transaction in that list too early': `INSERT INTO network_id_lists (network_id, account_id, id)
    SELECT provider_ref, account_id, id FROM transactions WHERE provider_ref = 'MP 69'`,
}

describe('The SQLite store: an audit that goes on from a mark', () => {
  const folders: Folder[] = []
  const marked: Record<string, Folder> = {}
  before(async () => {
    for (const moment of ['morning', 'noon'] as const) {
      const folder = makeFolder()
      folders.push(folder)
      marked[moment] = folder
      await makeDay(folder.database, { [moment]: mark })
    }
  })
  after(() => {
    for (const folder of folders) folder.remove()
  })

  /** Runs an example with a copy of a day's database that was marked at a moment. */
  const onCopy = (moment: string, example: (path: string) => Promise<unknown>) => () =>
    inFolder(async ({ database: path }) => {
      copyFileSync(marked[moment]?.database ?? '', path)
      await example(path)
    })

  test(
    'each damage of rows since the mark is found as by an audit of everything',
    Object.fromEntries(
      Object.entries({ ...damages, ...derivedSql() }).map(([name, { sql }]) => [
        name,
        onCopy('morning', async (path) => {
          damage(path, sql)
          const found = await whole(path)
          expect(found).not.to.include({ ok: true })
          expect(await short(path)).to.deep.equal(found)
        }),
      ]),
    ),
  )

  test(
    'damage of payments that had ended before is found by an audit of everything only',
    Object.fromEntries(
      Object.entries(damages).map(([name, { sql }]) => [
        name,
        onCopy('noon', async (path) => {
          damage(path, sql)
          if (unnoticedSinceNoon.includes(name)) expect(await short(path)).to.include({ ok: true })
          else expect(await short(path)).to.deep.equal(await whole(path))
        }),
      ]),
    ),
  )

  test('damage of lists since the mark is found as by an audit of everything', {
    ...Object.fromEntries(
      Object.entries(listDamages).map(([name, sql]) => [
        name,
        () =>
          inFolder(async ({ database: path }) => {
            await listed(path)
            expect(await whole(path)).to.include({ ok: true })
            damage(path, sql)
            const found = await whole(path)
            expect(found).not.to.include({ ok: true })
            expect(await short(path)).to.deep.equal(found)
          }),
      ]),
    ),
  })
})

/** Marks books before 70 payouts end, of which the lists have those of the first 64 events. */
async function listed(path: string): Promise<void> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  try {
    const { account } = await fundedAccount(store)
    await mark(store.books)
    const given = Array.from({ length: 70 }, () => ({ amountMinor: 1n }))
    for (const [nth, payout] of (await openPayouts(store, account.id, given)).entries()) {
      await inStep(store, payout, (work) => {
        work.record({ ...succeeded(payout), providerRef: `MP ${nth}`, networkReceipt: `MP ${nth}` })
        work.ledger.post({ ...holdPosting(payout), from: 'held', to: `float:${payout.network}` })
      })
    }
  } finally {
    await store.close()
  }
}

/** Damages of derived rows of the day. */
function derivedSql() {
  return Object.fromEntries(
    ['a reference that could be used again', 'a transaction that would not be followed up'].map((name) => [
      name,
      { sql: derivedDamages[name]?.[0] ?? '' },
    ]),
  )
}
