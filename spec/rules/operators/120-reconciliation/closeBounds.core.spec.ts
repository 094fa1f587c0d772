import { expect } from 'chai'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { closeDay, type Entry, type OperatorMove, type Transaction } from '../../../../core/sente.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { aFunding, anAccount } from '../../../contracts/kit/records.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const fromMs = Date.UTC(2026, 3, 1)
const toMs = fromMs + dayMs

/** Payments and files of a day that has just ended. */
async function endedDay(clock = manualClock(toMs)) {
  const store = memoryStore()
  const world = await openWorld(store, clock)
  const { ports, paid } = world
  return {
    ...{ ...world, store },
    async close() {
      const closed = await closeDay(ports)({ dateMs: fromMs })
      if ('refused' in closed) throw new Error(closed.message)
      return closed
    },
    /** Opens a payout and leaves it open. */
    open: (createdAtMs: number, change: Partial<Transaction> = {}) =>
      paid({ createdAtMs, updatedAtMs: createdAtMs, state: 'pending', ...change }),
  }
}

/** A payment at a moment that the network has and the books do not. */
async function unknownRow(line: number, atMs: number) {
  const [some] = [await (await openWorld()).paid()]
  return { ...rowOf(some, line), atMs, phoneNumber: '256770000009' }
}

const payouts = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const

describe('120 Reconciliation: the bounds of a day’s close', () => {
  rule('120.53', 'a close counts the events of its day, to the millisecond', {
    'it is closed as soon as it is over': async () => {
      const clock = manualClock(toMs - 1)
      const { ports, close } = await endedDay(clock)
      const early = await closeDay(ports)({ dateMs: fromMs })
      expect(early).to.deep.equal({ refused: 'day_not_over', message: 'That day is not over yet' })
      clock.forwardMs(1)
      expect(await close()).to.deep.include({ fromMs, toMs, closedAtMs: toMs, reported: [], exceptions: [] })
    },
    'deposits by merchants and the operator, until its end': table(
      ['the moment', 'counted'],
      [
        [fromMs - 40 * dayMs, true],
        [toMs - 1, true],
        [toMs, false],
      ],
      async (atMs, isCounted) => {
        const { store, close } = await endedDay()
        const account = anAccount()
        await store.accounts.add(account)
        await fund(store, aFunding(account.id, { atMs, amountMinor: 700n }))
        const move: OperatorMove = {
          ...{ reference: 'bank-1', kind: 'top_up', currency: 'UGX', from: 'capital', to: 'bank' },
          ...{ amountMinor: 40n, by: 'amina', because: null, atMs },
        }
        await store.operatorMoney.move(move)
        const { balances, operator } = await close()
        const inUgx = (account: string, minor: bigint) => ({ currency: 'UGX', account, minor })
        const all = [inUgx('available', 700n), inUgx('funding', -700n)]
        expect(balances).to.deep.equal(isCounted ? all : [])
        expect(operator.filter(({ minor }) => minor !== 0n)).to.deep.equal(
          isCounted ? [inUgx('bank', 740n), inUgx('capital', -40n)] : [],
        )
      },
    ),
    'payments that succeeded, from its beginning to its end': table(
      ['the moment', 'counted'],
      [
        [fromMs - 1, false],
        [fromMs, true],
        [toMs - 1, true],
        [toMs, false],
      ],
      async (updatedAtMs, isCounted) => {
        const { paid, close } = await endedDay()
        await paid({ createdAtMs: fromMs - dayMs, updatedAtMs })
        await paid({ createdAtMs: fromMs - dayMs, updatedAtMs, state: 'failed', amountMinor: 1n })
        const one = { ...payouts, payments: 1, minor: 5_000n }
        const { succeeded, open } = await close()
        expect([succeeded, open]).to.deep.equal([isCounted ? [one] : [], []])
      },
    ),
  })

  rule('120.54', 'a close counts open payments by their age at the end of the day, each group by itself', {
    '': table(
      ['the age', 'counted as'],
      [
        [1, 'an hour'],
        [hourMs, 'an hour'],
        [hourMs + 1, 'a day'],
        [dayMs, 'a day'],
        [dayMs + 1, 'three days'],
        [3 * dayMs, 'three days'],
        [3 * dayMs + 1, 'a month'],
        [30 * dayMs, 'a month'],
        [30 * dayMs + 1, 'longer'],
      ] as const,
      async (ms, age) => {
        const { open, close, compare } = await endedDay()
        await open(toMs - ms)
        await compare([await unknownRow(2, toMs - ms)], { fromMs: fromMs - 60 * dayMs, toMs })
        const closed = await close()
        expect(closed.open).to.deep.equal([{ ...payouts, age, payments: 1, minor: 5_000n }])
        const [missing] = closed.exceptions.filter(({ bucket }) => bucket === 'missing_here')
        expect(missing).to.deep.include({ age, entries: 1, minor: 5_000n })
      },
    ),
    'not those opened when the day had ended': async () => {
      const { open, close } = await endedDay()
      await open(toMs)
      expect((await close()).open).to.deep.equal([])
    },
    'by network, currency, kind and age, in this order': async () => {
      const { open, close } = await endedDay()
      for (const network of ['MTN', 'AIRTEL', 'MTN']) await open(toMs - hourMs, { network })
      await open(toMs - 2 * dayMs)
      await open(toMs - 1, { kind: 'collection' })
      expect((await close()).open).to.deep.equal([
        { ...payouts, network: 'AIRTEL', age: 'an hour', payments: 1, minor: 5_000n },
        { ...payouts, kind: 'collection', age: 'an hour', payments: 1, minor: 5_000n },
        { ...payouts, age: 'an hour', payments: 2, minor: 10_000n },
        { ...payouts, age: 'three days', payments: 1, minor: 5_000n },
      ])
    },
  })

  rule(
    '120.55',
    'a close lists each exception that nobody has resolved, and the last balance of the files of its day',
    {
      'all of more than a thousand': async () => {
        const { compare, close } = await endedDay()
        const row = await unknownRow(0, fromMs)
        await compare(
          Array.from({ length: 1_001 }, (_, nth) => ({ ...row, line: nth + 2 })),
          { fromMs, toMs },
        )
        const { exceptions } = await close()
        expect(exceptions).to.deep.equal([
          { network: 'MTN', bucket: 'missing_here', currency: 'UGX', age: 'a day', entries: 1_001, minor: 5_005_000n },
        ])
      },
      'not rows that are resolved, agree, or are fees': async () => {
        const { paid, compare, close, reconciliations } = await endedDay()
        const known = await paid({ createdAtMs: fromMs })
        const fee = { ...(await unknownRow(5, fromMs)), kind: 'fee' } as const
        const rows = [rowOf(known, 2), await unknownRow(3, fromMs), await unknownRow(4, fromMs + 1), fee]
        const { run, entries } = await compare(rows, { fromMs, toMs })
        const [first] = entries.filter(({ bucket }: Entry) => bucket === 'missing_here')
        const note = {
          kind: 'resolved',
          owner: null,
          because: 'a test',
          by: 'amina',
          transactionId: null,
          moveReference: null,
        } as const
        await reconciliations.note([{ runId: run.id, item: first?.item ?? 0, ...note, atMs: toMs }])
        expect((await close()).exceptions.map(({ entries, bucket }) => [bucket, entries])).to.deep.equal([
          ['missing_here', 1],
        ])
      },
      'of files that were compared to their end': async () => {
        const { compare, close, reconciliations } = await endedDay()
        const { run } = await compare([await unknownRow(2, fromMs)], { fromMs, toMs })
        await reconciliations.begin({ ...run, id: 'interrupted', digest: 'another', ended: null })
        const { exceptions, reported } = await close()
        expect([exceptions.length, reported]).to.deep.equal([1, []])
      },
      'the balance of a file': table(
        ['the file’s time', 'until', 'its last row', 'listed'],
        [
          [fromMs - dayMs, fromMs, fromMs - 60_000, false],
          [fromMs, fromMs + 1, fromMs, true],
          [fromMs - dayMs, toMs, toMs - 60_000, true],
          [fromMs, toMs + 1, toMs - 60_000, false],
          [fromMs, toMs, toMs, false],
        ] as const,
        async (from, to, atMs, isReported) => {
          const { compare, close } = await endedDay()
          const row = { ...(await unknownRow(2, atMs)), balanceMinor: 9_000n }
          await compare([row], { fromMs: from, toMs: to })
          await compare([await unknownRow(2, atMs)], { fromMs: from, toMs: to, file: 'without balances.csv' })
          const reported = { network: 'MTN', file: 'export.csv', currency: 'UGX', minor: 9_000n, atMs }
          expect((await close()).reported).to.deep.equal(isReported ? [reported] : [])
        },
      ),
      'how much of the money paid in 30 days is confirmed': async () => {
        const { paid, close } = await endedDay()
        await paid({ createdAtMs: toMs - 30 * dayMs })
        await paid({ createdAtMs: toMs - 30 * dayMs - 1 })
        expect((await close()).confirmed.map(({ totalMinor }) => totalMinor)).to.deep.equal([5_000n])
      },
    },
  )
})
