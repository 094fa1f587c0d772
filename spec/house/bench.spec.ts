import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { memoryProvider } from '../../adapters/memory/memory.ts'
import { nodeSecrets } from '../../adapters/node/node.ts'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../adapters/sqlite/store/sqliteStore.ts'
import { type Dataset, makeDataset } from '../../bench/datasets/dataset.ts'
import {
  auditBooks,
  authenticate,
  type Enquired,
  followUp,
  isRefusal,
  type MobileProvider,
  type OpenedPayment,
  type Refusal,
  type Submitted,
  sendMoney,
} from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { type Folder, inFolder, makeFolder } from '../fixtures/sqliteFolder.ts'
import { test } from '../rule.ts'

const sizes = { transactions: 2_000, accounts: 7 }

const open = (path: string, migrate = false) => openSqliteStore({ path, purpose: 'sandbox', migrate })

/** The rows of a query in a database file. */
function rowsOf(path: string, source: string): unknown[] {
  const database = keptDatabase(path, { readonly: true })
  try {
    return database.prepare(source).all()
  } finally {
    database.close()
  }
}

/** The form of ended payments: their columns' types and their postings. */
function shapesIn(path: string): unknown[] {
  const columns = rowsOf(path, "SELECT name FROM pragma_table_info('transactions')") as { name: string }[]
  const types = columns.map(({ name }) => `'${name}', typeof(t.${name})`).join()
  return rowsOf(
    path,
    `SELECT DISTINCT t.kind, t.state, json_object(${types}) AS types, (
       SELECT group_concat(from_ledger_account || ' ' || to_ledger_account || ' ' || (at_ms > t.created_at_ms), ', ' ORDER BY n)
       FROM postings e WHERE e.transaction_id = t.id
     ) AS postings
     FROM transactions t
     WHERE t.network = 'MTN' AND t.state IN ('succeeded', 'failed')
     ORDER BY t.kind, t.state`,
  )
}

/** A network that accepts every payment, and answers every enquiry with the same end. */
function mtnWith(end: Enquired): MobileProvider {
  const accepts = async (): Promise<Submitted> => ({ outcome: 'accepted', providerRef: null })
  return { ...memoryProvider({ name: 'mtn' }), payOut: accepts, requestPayment: accepts, enquire: async () => end }
}

const ends: readonly Enquired[] = [
  { outcome: 'succeeded', providerRef: '1000000001', seen: {} },
  { outcome: 'declined', reason: 'refused_by_network', seen: {} },
]

/**
 * Makes payments of both kinds through the use cases: by enquiries some succeed and some fail, and the failed ones are
 * watched to the end.
 */
async function payThroughUseCases(path: string): Promise<void> {
  const store = open(path, true)
  for (const end of ends) {
    const provider = mtnWith(end)
    const { clock, ports, ...core } = await openCore({}, { ...store, providerFor: () => provider })
    const caller = await core.caller()
    await ended(core.send({ caller, request: core.payout }))
    await ended(core.collect({ caller, request: { ...core.request, reference: 'bill-1' } }))
    const { sweep } = followUp({ ...ports, atOnce: 10 })
    for (let tries = 0; tries < 20; tries += 1) {
      clock.forwardMs(8 * 3_600_000)
      await sweep()
    }
  }
  await store.close()
}

async function ended(answer: Promise<OpenedPayment | Refusal>): Promise<void> {
  const payment = await answer
  if (isRefusal(payment)) throw new Error(payment.refused)
  await payment.outcome
}

describe('The benchmark’s database', () => {
  let folder: Folder
  let dataset: Dataset
  before(async () => {
    folder = makeFolder()
    dataset = await makeDataset({ path: folder.database, ...sizes })
  })
  test('its books are in order', async () => {
    const store = open(dataset.path)
    const { broken } = await auditBooks(store)().finally(store.close)
    expect(broken).to.deep.equal([])
    expect(rowsOf(dataset.path, 'SELECT count(*) AS n FROM transactions')).to.deep.equal([{ n: 2_000 }])
  })

  test('a payment in it is like one made by the use cases', () =>
    inFolder(async ({ database: path }) => {
      await payThroughUseCases(path)
      expect(shapesIn(path)).to.have.lengthOf(4)
      expect(shapesIn(dataset.path)).to.deep.equal(shapesIn(path))
    }))

  test('its merchants can pay', async () => {
    const store = open(dataset.path)
    const secrets = nodeSecrets({ pinKeys: { current: dataset.pinKey } })
    const { ports, payout } = await openCore({}, { ...store, secrets, providerFor: () => memoryProvider() })
    for (const { secretKey, publicKey: apikey, pin } of dataset.merchants) {
      const caller = await authenticate(ports)({ secretKey })
      if (isRefusal(caller)) throw new Error(caller.refused)
      const opened = await sendMoney(ports)({ caller, request: { ...payout, apikey, pin } })
      expect(opened).to.include.keys('outcome')
    }
    await store.close()
  })

  test('it is made once, and again if its size differs or it was not completed', {
    'the same size': async () => {
      expect(await makeDataset({ path: dataset.path, ...sizes })).to.deep.equal(dataset)
    },
    'another size': () =>
      inFolder(async ({ database: path }) => {
        const first = await makeDataset({ path, transactions: 10, accounts: 1 })
        const other = await makeDataset({ path, transactions: 20, accounts: 1 })
        expect(other.pinKey).not.to.equal(first.pinKey)
        expect(rowsOf(path, 'SELECT count(*) AS n FROM transactions')).to.deep.equal([{ n: 20 }])
      }),
    'not completed': () =>
      inFolder(async ({ database: path }) => {
        const first = await makeDataset({ path, transactions: 10, accounts: 1 })
        rmSync(`${path}-dataset.json`)
        expect((await makeDataset({ path, transactions: 10, accounts: 1 })).pinKey).not.to.equal(first.pinKey)
      }),
  })
})
