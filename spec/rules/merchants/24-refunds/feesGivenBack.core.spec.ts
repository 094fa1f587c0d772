import { expect } from 'chai'
import { array, assert, bigInt, boolean, property, record } from 'fast-check'
import {
  auditBooks,
  type FeeSchedule,
  feeBackOf,
  isRefusal,
  listFloat,
  refundMoney,
  type Transaction,
} from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { openCore } from '../../../fixtures/core.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule, table } from '../../../rule.ts'
import { auditOf } from '../../operators/109-audit/plantedBooks.ts'

/** Collections cost UGX 200, which refunds give back, and payouts and refunds UGX 50. */
const refundable: readonly FeeSchedule[] = [
  aSchedule({ kind: 'collection', isRefundable: true, tiers: [flat(200n)] }),
  aSchedule({ kind: 'refund', tiers: [flat(50n)] }),
]

function flat(flatMinor: bigint) {
  return aTier({ flatMinor, percentE4: 0n })
}

/** An account with UGX 100,000, and functions to collect UGX 5,000 and refund it. */
async function openRefundable(schedules: readonly FeeSchedule[] = refundable) {
  const core = await openCore({}, { fees: { schedules, cashOuts: [] } })
  const { ports, network, request, payout, caller } = core
  const refund = refundMoney(ports)
  const stored = async (id: string) => (await ports.books.transaction(id)) as Transaction
  async function collected(reference = 'sale') {
    network.behaves('succeeds')
    const opened = await core.collect({ caller: await caller(), request: { ...request, reference } })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    return stored(opened.transaction.id)
  }
  const { apikey, pin } = payout
  return {
    ...core,
    collected,
    /** Refunds a part over a network with this behaviour. */
    async refunded(behaviour: Parameters<typeof network.behaves>[0], amount: number, reference = `${amount}`) {
      network.behaves(behaviour)
      const asked = { apikey, pin, collection: 'sale', reference, amount }
      const opened = await refund({ caller: await caller(), request: asked })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      return stored(opened.transaction.id)
    },
    async earned() {
      const { earned, balances, owed } = await listFloat(ports)()
      const sum = (all: readonly { minor: bigint }[]) => all.reduce((minor, one) => minor + one.minor, 0n)
      expect(sum(balances)).to.equal(sum(owed) + sum(earned))
      expect((await auditBooks({ ...ports, secrets: testSecrets })()).broken).to.deep.equal([])
      return sum(earned)
    },
    async moves() {
      const page = await ports.books.statement({ accountId: core.account.id, currency: 'UGX', limit: 99 })
      return page?.postings.map(({ posting: { from, to, amountMinor } }) => `${amountMinor} ${from} ${to}`).slice(3)
    },
  }
}

describe('24 Refunds: fees given back', () => {
  rule(
    '24.15',
    'a refund of a collection with a refundable fee gives back its share of the fee when it succeeds, and nothing when it fails',
    {
      'a successful one': async () => {
        const { collected, refunded, balance, moves, earned } = await openRefundable()
        expect(await collected()).to.include({ feeMinor: 200n, feeBackMinor: 200n })
        expect(await refunded('succeeds', 2_000)).to.include({ feeMinor: 50n, feeBackMinor: 80n })
        expect(await moves()).to.deep.equal([
          '2050 available held',
          '2000 held float:MTN',
          '50 held fees',
          '80 fees available',
        ])
        expect(await balance()).to.deep.equal({ available: 102_830n, held: 0n })
        expect(await earned()).to.equal(170n)
      },
      'an open one, and then a failed one': async () => {
        const { collected, refunded, balance, earned } = await openRefundable()
        await collected()
        expect((await refunded('accepts', 2_000)).feeBackMinor).to.equal(80n)
        expect(await balance()).to.deep.equal({ available: 102_750n, held: 2_050n })
        expect((await refunded('declines', 3_000)).feeBackMinor).to.equal(120n)
        expect(await balance()).to.deep.equal({ available: 102_750n, held: 2_050n })
        expect(await earned()).to.equal(200n)
        expect((await refunded('succeeds', 3_000, 'again')).feeBackMinor).to.equal(120n)
        expect(await earned()).to.equal(130n)
      },
      'one after the other, without losses by rounding': async () => {
        const { collected, refunded, earned } = await openRefundable()
        await collected()
        const shares = []
        for (const amount of [1_234, 1_233, 2_533]) shares.push((await refunded('succeeds', amount)).feeBackMinor)
        expect(shares).to.deep.equal([49n, 49n, 102n])
        expect(await earned()).to.equal(150n)
      },
      'a payout, and a fee that is not refundable': async () => {
        const { pay, collected, refunded, earned } = await openRefundable([
          aSchedule({ isRefundable: true }),
          aSchedule({ kind: 'collection', tiers: [flat(200n)] }),
        ])
        expect((await (await pay('succeeds')).stored()).feeBackMinor).to.equal(0n)
        expect((await collected()).feeBackMinor).to.equal(0n)
        expect((await refunded('succeeds', 5_000)).feeBackMinor).to.equal(0n)
        expect(await earned()).to.equal(250n)
      },
    },
  )

  rule(
    '24.16',
    'the schedule under which a collection was opened decides whether its fee is given back, whatever the schedules say later',
    async () => {
      const fromMs = manualClock().nowMs() + 1_000
      const later = aSchedule({ kind: 'collection', fromMs, tiers: [flat(300n)] })
      const { clock, collected, refunded } = await openRefundable([...refundable, later])
      await collected()
      clock.forwardMs(1_000)
      expect(await collected('second')).to.include({ feeMinor: 300n, feeBackMinor: 0n })
      expect((await refunded('succeeds', 5_000)).feeBackMinor).to.equal(200n)
    },
  )

  rule(
    '24.17',
    'a share is the part of the fee for the refunds so far, rounded down, less the shares of earlier refunds, and never below zero',
    {
      'one after the other': table(
        ['refunded', 'given', 'amount', 'share'],
        [
          [0n, 0n, 33n, 0n],
          [0n, 0n, 34n, 1n],
          [33n, 0n, 1n, 1n],
          [34n, 1n, 32n, 0n],
          [50n, 1n, 50n, 2n],
          [10n, 2n, 24n, 0n],
          [10n, 2n, 57n, 0n],
          [10n, 2n, 90n, 1n],
        ],
        (minor, feeBackMinor, amountMinor, share) => {
          const collection = { amountMinor: 100n, feeBackMinor: 3n }
          expect(feeBackOf(collection, { minor, feeBackMinor }, amountMinor)).to.equal(share)
        },
      ),
      'in any history the shares never exceed the fee, and equal it once the whole collection is refunded': () =>
        assert(
          property(
            bigInt(1n, 5_000n),
            bigInt(0n, 5_000n),
            array(record({ part: bigInt(1n, 2_000n), fails: boolean() }), { maxLength: 12 }),
            (amountMinor, fee, history) => {
              const collection = { amountMinor, feeBackMinor: fee > amountMinor ? amountMinor : fee }
              const kept: { minor: bigint; share: bigint }[] = []
              const sums = () =>
                kept.reduce(
                  (sum, one) => ({ minor: sum.minor + one.minor, feeBackMinor: sum.feeBackMinor + one.share }),
                  { minor: 0n, feeBackMinor: 0n },
                )
              for (const { part, fails } of [...history, { part: amountMinor, fails: false }]) {
                if (fails) kept.shift()
                const before = sums()
                const left = amountMinor - before.minor
                const minor = part > left ? left : part
                if (minor > 0n) kept.push({ minor, share: feeBackOf(collection, before, minor) })
                expect(sums().feeBackMinor <= collection.feeBackMinor).to.equal(true)
              }
              expect(sums()).to.deep.equal({ minor: amountMinor, feeBackMinor: collection.feeBackMinor })
            },
          ),
        ),
    },
  )

  rule(
    '24.18',
    'the audit finds refunds that give back too much of a fee, or too little once the whole collection is refunded, and a share that was not posted',
    {
      'more than the fee': () => givesBack([{ amountMinor: 1n, feeBackMinor: 4n }], 4),
      'less, when the whole collection is refunded': () => givesBack([{ feeBackMinor: 1n }, { feeBackMinor: 1n }], 2),
      'sound ones': async () => {
        expect(await problemsOf([{ feeBackMinor: 1n }, { feeBackMinor: 2n }])).to.deep.equal([])
        expect(await problemsOf([{ feeBackMinor: 1n }])).to.deep.equal([])
        expect(await problemsOf([{ feeBackMinor: 3n, state: 'failed', reason: 'not_sent' }])).to.deep.equal([])
      },
      async 'a share without its posting'() {
        const { collected, refunded, ports } = await openRefundable()
        await collected()
        const { id } = await refunded('succeeds', 5_000)
        const { broken } = await ports.books.snapshot((snapshot) =>
          auditBooks({
            books: {
              snapshot: (read) =>
                read({
                  ...snapshot,
                  async *transactions() {
                    for await (const { transaction, postings } of snapshot.transactions())
                      yield { transaction, postings: postings.filter(({ from }) => from !== 'fees') }
                  },
                }),
            },
            secrets: testSecrets,
          })(),
        )
        expect(broken.map(({ rule, row }) => [rule, row])).to.deep.equal([['postings_fit_transaction', id]])
      },
    },
  )
})

/** The audit's findings about refunds of UGX 2,500 of a collection of UGX 5,000 that gives back 3. */
async function problemsOf(refunds: readonly Partial<Transaction>[]): Promise<string[]> {
  const collection = aPayout('duka', { kind: 'collection', state: 'succeeded', feeMinor: 3n, feeBackMinor: 3n })
  const half = { kind: 'refund', refundOf: collection.id, amountMinor: 2_500n } as const
  const all = refunds.map((given) => aPayout('duka', { ...half, ...given }))
  const { broken } = await auditOf({
    transactions: [collection, ...all].map((transaction) => ({ transaction, postings: [] })),
  })
  return broken.filter(({ rule }) => rule === 'refunds_fit_collection').map(({ problem }) => problem)
}

async function givesBack(refunds: readonly Partial<Transaction>[], given: number): Promise<void> {
  expect(await problemsOf(refunds)).to.deep.equal([`its refunds return ${given} of its fee instead of 3`])
}
