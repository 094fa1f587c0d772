import { expect } from 'chai'
import { audit, isRefusal } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout } from '../../fixtures/bookActs.ts'
import { openCore } from '../../fixtures/core.ts'
import { aFunding, aPayout } from '../../fixtures/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import type { StoreFact } from '../everyStore.ts'

/** Rules 14.17 to 14.22: what the use cases and readers rely on when much happens at once. */
export function paymentsContract(fact: StoreFact): void {
  fact('14.17', 'of 1,000 payouts at once against a balance for 500 exactly 500 are opened', async (store) => {
    const core = await openCore({ fund: [{ currency: 'UGX', amount: 500_000 }] }, store)
    const answers = await sendAll(core, 1_000, (index) => ({ reference: `order-${index}`, amount: 1_000 }))
    expect(answers.filter((answer) => answer === 'opened').length).to.equal(500)
    expect(answers.filter((answer) => answer === 'insufficient_balance').length).to.equal(500)
    expect(await balanceOf(store, core.account.id)).to.deep.equal([0n, 500_000n])
    expect(core.network.received.length).to.equal(500)
  })

  fact('14.18', 'of 100 requests at once with one reference exactly one is opened', async (store) => {
    const core = await openCore({ fund: [{ currency: 'UGX', amount: 500_000 }] }, store)
    const answers = await sendAll(core, 100, () => ({ reference: 'order-1', amount: 1_000 }))
    expect(answers.filter((answer) => answer === 'opened').length).to.equal(1)
    expect(answers.filter((answer) => answer === 'duplicate_reference').length).to.equal(99)
    expect(await balanceOf(store, core.account.id)).to.deep.equal([499_000n, 1_000n])
  })

  fact('14.19', 'of 100 wrong PINs at once exactly five are counted', async (store) => {
    const core = await openCore({}, store)
    const answers = await sendAll(core, 100, (index) => ({ reference: `order-${index}`, pin: '9999' }))
    expect(new Set(answers)).to.deep.equal(new Set(['invalid_pin']))
    await inStep(store, { accountId: core.account.id, currency: 'UGX' }, (work) => {
      expect(work.pinCount()?.failures).to.equal(5)
    })
  })

  fact('14.20', 'a snapshot shows one moment, whatever is written while it is read', async (store) => {
    const { account } = await fundedAccount(store)
    await openPayout(store, aPayout(account.id))
    const seen = await store.books.snapshot(async (snapshot) => {
      const amounts: bigint[] = []
      for await (const { amountMinor } of snapshot.postings()) {
        await fund(store, aFunding(account.id))
        amounts.push(amountMinor)
      }
      const balances: [bigint, bigint][] = []
      for await (const row of snapshot.balances()) balances.push([row.availableMinor, row.heldMinor])
      return { amounts, balances }
    })
    expect(seen).to.deep.equal({ amounts: [100_000n, 5_000n], balances: [[95_000n, 5_000n]] })
    expect(await balanceOf(store, account.id)).to.deep.equal([295_000n, 5_000n])
  })

  fact('14.21', 'an audit while payments are made finds the books in order', async (store) => {
    const core = await openCore({}, store)
    const sent = sendAll(core, 30, (index) => ({ reference: `order-${index}` }))
    const audits = await Promise.all(Array.from({ length: 5 }, () => audit(store.books)))
    await sent
    for (const { broken } of [...audits, await audit(store.books)]) expect(broken).to.deep.equal([])
    // twenty-one postings, one balance, twenty transactions, one funding
    expect((await audit(store.books)).checked).to.equal(43)
  })

  fact(
    '14.22',
    'a snapshot that is read only in part, or whose reader throws, leaves the store as it was',
    async (store) => {
      const { account } = await fundedAccount(store)
      const broken = store.books.snapshot(async (snapshot) => {
        for await (const _ of snapshot.postings()) break
        const half = iteratorOf(snapshot.postings())
        await half.next()
        throw new Error('the reader broke')
      })
      expect((await rejection(broken)).message).to.equal('the reader broke')
      await fund(store, aFunding(account.id))
      expect(await balanceOf(store, account.id)).to.deep.equal([200_000n, 0n])
    },
  )
}

type Core = Awaited<ReturnType<typeof openCore>>

/** Sends many payouts at once and waits for their outcomes; resolves with each refusal's code, or `opened`. */
async function sendAll(
  { send, caller, payout }: Core,
  count: number,
  given: (index: number) => Partial<Core['payout']>,
): Promise<string[]> {
  const who = await caller()
  const one = async (index: number) => {
    const answer = await send(who, { ...payout, ...given(index) })
    if (isRefusal(answer)) return answer.refused
    await answer.outcome
    return 'opened'
  }
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)))
}

function iteratorOf<T>(rows: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
}
