import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { auditBooks } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout, scopeOf } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout } from '../../contracts/kit/records.ts'
import { openFaultyProxy } from '../../fixtures/postgres/faultyProxy.ts'
import { makeBooks, openInSchema } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'

describe('PostgreSQL: batches', () => {
  test('steps that wait together share a database transaction, whatever their accounts', async () => {
    const { path, drop } = await makeBooks()
    const proxy = await openFaultyProxy(path)
    const store = await openPostgresStore({ path: proxy.through(path), purpose: 'sandbox', migrate: true })
    const accounts = await Promise.all(Array.from({ length: 10 }, () => fundedAccount(store)))
    const commits = () => proxy.sent().match(/COMMIT(?!TED)/g)?.length ?? 0
    const before = commits()
    await Promise.all(Array.from({ length: 200 }, (_, n) => fund(store, aFunding(accounts[n % 10]?.account.id ?? ''))))
    // Each of the two lanes begins with the first step, and then takes 64 at a time.
    expect(commits() - before).to.be.at.most(6)
    for (const { account } of accounts) expect(await balanceOf(store, account.id)).to.deep.equal([2_100_000n, 0n])
    await store.close()
    await proxy.close()
    await drop()
  })

  test('a step that throws or is refused by the database fails alone, and the others of its batch are kept', {
    'it throws': async () => {
      const store = await openInSchema()
      const { account } = await fundedAccount(store)
      const scope = scopeOf(aFunding(account.id))
      const [error] = await Promise.all([
        rejection(
          store.books.atomically(scope, () => {
            throw new Error('a bug')
          }),
        ),
        ...Array.from({ length: 20 }, () => fund(store, aFunding(account.id))),
      ])
      expect(error.message).to.equal('a bug')
      expect(await balanceOf(store, account.id)).to.deep.equal([2_100_000n, 0n])
      await store.close()
    },
    'the database refuses a row of it': async () => {
      const store = await openInSchema()
      const { account } = await fundedAccount(store)
      const wrong = aFunding(account.id, { kind: 'withdraw', because: null })
      const [error] = await Promise.all([
        rejection(inStep(store, wrong, (work) => work.fund(wrong))),
        ...Array.from({ length: 20 }, () => fund(store, aFunding(account.id))),
      ])
      expect(error.message).to.include('withdrawal_has_because')
      expect(await balanceOf(store, account.id)).to.deep.equal([2_100_000n, 0n])
      expect((await store.books.fundings({ limit: 100 })).fundings).to.have.length(21)
      await store.close()
    },
  })

  test('stores over one database share its accounts: nothing is opened twice or spent twice', async () => {
    const { path, drop } = await makeBooks()
    const open = () => openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    const nodes = await Promise.all([open(), open(), open()])
    const [first] = nodes
    if (!first) throw new Error('no node')
    const { account } = await fundedAccount(first)
    const payouts = Array.from({ length: 90 }, (_, n) =>
      aPayout(account.id, { amountMinor: 2_000n, reference: `order ${n % 60}` }),
    )
    const opened = await Promise.allSettled(payouts.map((payout, n) => openPayout(nodes[n % 3] ?? first, payout)))
    const paid = opened.filter(({ status }) => status === 'fulfilled')
    // UGX 100,000 are enough for 50 of 60 references.
    expect(paid).to.have.length(50)
    for (const node of nodes) {
      expect(await balanceOf(node, account.id)).to.deep.equal([0n, 100_000n])
      expect(await auditBooks(node)()).to.include({ ok: true })
    }
    for (const node of nodes) await node.close()
    await drop()
  })
})
