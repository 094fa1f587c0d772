import { join } from 'node:path'
import { expect } from 'chai'
import sinon from 'sinon'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks } from '../../../core/sente.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { type Keys, payoutOf } from '../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { damagePage, emptyIndex } from './damagedPages.ts'
import { answerOf, type DiskGateway, openDiskGateway } from './gateway.ts'

type Paid = { path: string; merchant: Keys; start(): Promise<DiskGateway> }

/** The database of a stopped gateway, after an account of UGX 10,000 has paid out 500. */
function afterPayout(example: (paid: Paid) => Promise<unknown>): Promise<void> {
  return inFolder(async ({ path: folder, database: path }) => {
    const start = () => openDiskGateway({ databasePath: path, networks: join(folder, 'networks') })
    const gateway = await start()
    const merchant = await gateway.openAccount()
    await gateway.as(merchant)('send-money', payoutOf('paid'))
    await gateway.close()
    await example({ path, merchant, start })
  })
}

/** Damages a page while the gateway runs; returns its merchant's requests and a count of payouts sent to Airtel. */
function whileServing(of: string, example: (served: Paid & Served) => Promise<unknown>): () => Promise<void> {
  return () =>
    afterPayout(async (paid) => {
      const gateway = await paid.start()
      const payOut = sinon.spy(gateway.airtel, 'payOut')
      try {
        expect(await gateway.ready()).to.equal(200)
        damagePage(paid.path, of)
        await example({ ...paid, gateway, ask: gateway.as(paid.merchant), sent: () => payOut.callCount })
      } finally {
        sinon.restore()
        await gateway.close()
      }
    })
}

type Served = { gateway: DiskGateway; ask: ReturnType<DiskGateway['as']>; sent(): number }

/** Checks that it is no longer ready, although the file can be written, and that it has logged this once. */
async function staysUnready({ gateway }: Served) {
  for (let time = 0; time < 3; time += 1) {
    expect(await gateway.ready()).to.equal(503)
    await gateway.openAccount().catch(() => undefined)
  }
  expect(gateway.logged('fatal', 'the database is damaged, and is no longer served')).to.equal(1)
}

const internalError = { status: 500, code: 'internal_error', location: null }

describe('Disk and clock: a damaged database', () => {
  test(
    'a request that meets a damaged page is answered 500 and pays nothing; then the server is not ready until a restart',
    {
      // The latest transaction was read for the high-water mark, so SQLite has its page in memory.
      'a look-up, in a table': whileServing('balances', async (served) => {
        expect(answerOf(await served.ask('balances'))).to.deep.equal(internalError)
        await staysUnready(served)
      }),
      'a payment, in the balances': whileServing('balances', async (served) => {
        expect(answerOf(await served.ask('send-money', payoutOf('next')))).to.deep.equal(internalError)
        expect(served.sent()).to.equal(0)
        await staysUnready(served)
      }),
      'a payment, in the references: none is used twice': whileServing('used_references', async (served) => {
        expect(answerOf(await served.ask('send-money', payoutOf('paid')))).to.deep.equal(internalError)
        expect(served.sent()).to.equal(0)
        await staysUnready(served)
      }),
    },
  )

  test('with a damaged header or schema the server does not start, and names the file', () =>
    afterPayout(async ({ path, start }) => {
      damagePage(path, 'header')
      expect((await rejection(start())).message).to.equal(`${path} is not a SQLite database`)
    }))

  test('an audit of a damaged database names the damage, and does not report the books as in order', {
    'a page of a table': auditReports((path) => damagePage(path, 'postings'), /is damaged: .*(malformed|btree)/i),
    'an index that lacks some rows, which a look-up would not find': auditReports(
      emptyIndex,
      /is damaged: .*missing from index transactions_by_id/,
    ),
    'an undamaged database is not reported': () =>
      afterPayout(async ({ path }) => {
        const { books, close } = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
        expect((await auditBooks({ books })()).ok).to.equal(true)
        await close()
      }),
  })
})

function auditReports(damage: (path: string) => void, message: RegExp): () => Promise<void> {
  return () =>
    afterPayout(async ({ path }) => {
      damage(path)
      const { books, close } = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
      try {
        expect((await rejection(auditBooks({ books })())).message).to.match(message)
      } finally {
        await close()
      }
    })
}
