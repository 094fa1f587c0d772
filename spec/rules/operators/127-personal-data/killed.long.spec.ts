import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { uuids } from '../../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, isPseudonym, type KeptExchange, type Transaction, verifyActions } from '../../../../core/sente.ts'
import { fundedAccount, inStep, openPayout } from '../../../contracts/kit/bookActs.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { aPayout, holdPosting } from '../../../contracts/kit/records.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

const script = fileURLToPath(new URL('retentionProcess.ts', import.meta.url))
const loader = fileURLToPath(new URL('../../../typescript.mjs', import.meta.url))

const paidAtMs = Date.UTC(2026, 0, 2)
const laterMs = paidAtMs + 3 * 86_400_000
const payments = 450

type Opened = ReturnType<typeof openSqliteStore> | Awaited<ReturnType<typeof openPostgresStore>>

/** A database that processes can open, by its kind. */
const databases = {
  async SQLite() {
    const { database: path, remove } = makeFolder()
    return { path, open: async () => openSqliteStore({ path, purpose: 'sandbox', migrate: true }), remove }
  },
  async PostgreSQL() {
    const { path, drop } = await makeSchema()
    const opening = { path, purpose: 'sandbox', migrate: true, clock: 'caller' } as const
    return { path, open: () => openPostgresStore(opening), remove: drop }
  },
}

/** Makes payments to this many numbers, each with an answer of its network. */
async function fill(store: Opened): Promise<void> {
  const { account } = await fundedAccount(store)
  const exchange: KeptExchange = {
    question: 'submission',
    ...{ atMs: paidAtMs, tookMs: 1, status: 200, codes: [], answer: '', problem: null },
    ...{ node: 'a', outcome: 'succeeded', reason: null, because: null },
  }
  for (let nth = 0; nth < payments; nth += 1) {
    const createdAtMs = paidAtMs + nth
    const payout: Transaction = aPayout(account.id, {
      ...{ id: uuids.ordered(createdAtMs), createdAtMs, updatedAtMs: createdAtMs, amountMinor: 1n },
      phoneNumber: `25677000${String(nth).padStart(4, '0')}`,
    })
    await openPayout(store, payout)
    await inStep(store, payout, (work) => {
      work.record({ ...payout, state: 'succeeded', followUp: { ...payout.followUp, askAtMs: null } })
      work.keepExchanges(payout.id, [exchange])
      work.ledger.post({ ...holdPosting(payout), from: 'held', to: `float:${payout.network}`, atMs: createdAtMs })
    })
  }
}

/** The data that are left to be erased, and whether the books are right. */
async function left(store: Opened) {
  const found = { numbers: 0, exchanges: 0 }
  for (let before: string | undefined; ; ) {
    const page = await store.books.list({ limit: 200, ...(before !== undefined && { before }) })
    for (const { id, phoneNumber } of page.transactions) {
      if (!isPseudonym(phoneNumber)) found.numbers += 1
      found.exchanges += (await store.cases.exchanges(id)).length
    }
    if (page.next === null) break
    before = page.next
  }
  const { broken } = await auditBooks({ books: store.books, secrets: testSecrets })()
  const actions = await verifyActions({ books: store.books, secrets: testSecrets })({})
  return { ...found, broken: [...broken, ...actions.broken] }
}

/** Runs a process that erases old data, until it prints the last line wanted; resolves with its output. */
async function forget(kind: string, path: string, isLast: (lines: readonly string[]) => boolean): Promise<string[]> {
  const node = ['--import', 'tsx', '--import', loader, script, kind, path, String(laterMs)]
  const child = spawn(process.execPath, node, { stdio: ['pipe', 'pipe', 'inherit'] })
  // Nobody reads after it was killed.
  child.stdin.on('error', () => undefined)
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    // The next portion may have begun when it is killed, and no other.
    if (line !== 'done') child.stdin.write('\n')
    if (isLast(lines)) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return lines
}

describe('127 Personal data: a process that is killed while it erases', () => {
  rule(
    '127.17',
    'a process that is killed while it erases old data leaves correct books, and the next one continues its work',
    oneOf(
      Object.fromEntries(
        Object.entries(databases).map(([kind, make]) => [
          kind,
          async () => {
            const { path, open, remove } = await make()
            try {
              const look = async <Found>(at: (store: Opened) => Promise<Found>) => {
                const store = await open()
                return at(store).finally(() => store.close())
              }
              await look(fill)
              expect(await look(left)).to.deep.equal({ numbers: payments, exchanges: payments, broken: [] })

              await forget(kind, path, (lines) => lines.length === 5)
              const first = await look(left)
              expect([first.numbers, first.broken]).to.deep.equal([payments, []])
              expect(first.exchanges).to.be.within(1, payments - 20)

              await forget(kind, path, (lines) => lines.at(-1) === 'portion of numbers')
              const second = await look(left)
              expect([second.exchanges, second.broken]).to.deep.equal([0, []])
              expect(second.numbers).to.be.within(1, payments - 200)

              expect((await forget(kind, path, () => false)).at(-1)).to.equal('done')
              expect(await look(left)).to.deep.equal({ numbers: 0, exchanges: 0, broken: [] })
              const done = await look(({ actions }) => actions.list({ kind: 'personal-data.retention', limit: 9 }))
              expect(done.actions.map(({ after }) => after?.payments)).to.deep.equal([second.numbers])
            } finally {
              await remove()
            }
          },
        ]),
      ),
    ),
  )
})
