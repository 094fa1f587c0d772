import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'

const minuteMs = 60_000

describe('120 Reconciliation: a file as a whole', () => {
  rule('120.18', 'running balances are checked in the order of the file, whether its times go up or down', {
    'each follows from the one before, with fees in the row or without': async () => {
      expect(
        await balancesOf([
          [0, 1_000n],
          [100, 895n],
          [-50, 945n],
          [200, 740n],
        ]),
      ).to.deep.equal({ wrong: 0, lines: [] })
    },
    backwards: async () => {
      const rows = [
        [200, 740n],
        [-50, 945n],
        [100, 895n],
        [0, 1_000n],
      ] as const
      expect(await balancesOf(rows, -1)).to.deep.equal({ wrong: 0, lines: [] })
    },
    'a row was taken out': async () => {
      expect(
        await balancesOf([
          [0, 1_000n],
          [-50, 945n],
          [200, 740n],
        ]),
      ).to.deep.equal({ wrong: 1, lines: [3] })
    },
    'an amount was changed': async () => {
      expect(
        await balancesOf([
          [0, 1_000n],
          [101, 895n],
          [-50, 945n],
        ]),
      ).to.deep.equal({ wrong: 1, lines: [3] })
    },
    'by the possible effects of a row of 100 and a fee of 7': table(
      ['direction', 'status', 'change', 'is wrong'],
      [
        ['in', 'succeeded', 100, false],
        ['in', 'succeeded', 93, false],
        ['in', 'succeeded', 107, true],
        ['in', 'succeeded', -100, true],
        ['in', 'succeeded', 0, true],
        ['out', 'succeeded', -100, false],
        ['out', 'succeeded', -107, false],
        ['out', 'succeeded', 100, true],
        ['between', 'succeeded', 100, false],
        ['between', 'succeeded', -100, false],
        ['between', 'succeeded', -107, false],
        ['between', 'succeeded', 0, true],
        ['out', 'failed', 0, false],
        ['out', 'failed', -100, true],
        ['out', 'pending', 0, false],
        ['out', 'pending', -100, true],
        ['out', 'reversed', 0, false],
        ['out', 'reversed', -100, false],
        ['out', 'reversed', 100, true],
      ] as const,
      async (direction, status, change, isWrong) => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const row = (line: number, balanceMinor: bigint) =>
          rowOf(payment, line, {
            ...{ kind: 'other', atMs: fromMs + line * minuteMs, direction, status, balanceMinor },
            ...{ amountMinor: 100n, feeMinor: 7n },
          })
        const { run } = await compare([row(2, 1_000n), row(3, 1_000n + BigInt(change))])
        expect(run.ended?.balances).to.include({ wrong: isWrong ? 1 : 0 })
      },
    ),
    'from one row of a currency to the next, when both have one': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid()
      const row = (line: number, currency: string, balanceMinor: bigint | null) =>
        rowOf(payment, line, { kind: 'other', atMs: fromMs + line * minuteMs, currency, balanceMinor })
      const rows = [row(2, 'UGX', 90_000n), row(3, 'RWF', 7n), row(4, 'UGX', null), row(5, 'UGX', 80_000n)]
      expect((await compare(rows)).run.ended?.balances).to.deep.include({ wrong: 0, lines: [] })
    },
    'the first twenty lines, when more than twenty are wrong': async () => {
      const rows = Array.from({ length: 22 }, (_, nth) => [100, BigInt(1_000 + nth)] as const)
      const lines = Array.from({ length: 20 }, (_, nth) => nth + 3)
      expect(await balancesOf(rows)).to.deep.equal({ wrong: 21, lines })
    },
    'rows of one moment in the order with fewer wrong ones, or else in the order of the file': table(
      ['balances', 'wrong lines', 'the last'],
      [
        ['1000, 895, 790', '', 790n],
        ['790, 895, 1000', '', 790n],
        ['790, 895, 1000, 1234', '5', 790n],
        ['1000, 1, 1000', '3, 4', 1_000n],
      ] as const,
      async (balances, wrong, lastMinor) => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const rows = balances.split(', ').map((balance, nth) =>
          rowOf(payment, nth + 2, {
            ...{ kind: 'other', atMs: fromMs, amountMinor: 100n, feeMinor: 5n, balanceMinor: BigInt(balance) },
          }),
        )
        const { lines, last } = (await compare(rows)).run.ended?.balances ?? {}
        expect([lines?.join(', '), last?.minor]).to.deep.equal([wrong, lastMinor])
      },
    ),
    'a file without balances': async () => {
      const { paid, compare } = await openWorld()
      expect((await compare([rowOf(await paid(), 2)])).run.ended?.balances).to.equal(null)
    },
  })

  rule('120.19', 'the same file again changes nothing, and a network that is not in the market is refused', {
    'the same file': async () => {
      const { paid, compare, reconciliations } = await openWorld()
      const payment = await paid()
      const first = await compare([rowOf(payment, 2)], { digest: 'd' })
      await paid()
      const second = await compare([rowOf(payment, 2)], { digest: 'd' })
      expect([first.already, second.already]).to.deep.equal([false, true])
      expect(second.run).to.deep.equal(first.run)
      expect(second.entries).to.deep.equal(first.entries)
      expect(await reconciliations.runs({ limit: 9 })).to.deep.equal([first.run])
    },
    'the same file, compared twice at once': async () => {
      const { paid, compare, reconciliations } = await openWorld()
      const rows = [rowOf(await paid(), 2)]
      const both = await Promise.all([compare(rows, { digest: 'd' }), compare(rows, { digest: 'd' })])
      expect(both.map(({ already }) => already).sort()).to.deep.equal([false, true])
      expect(both[0].run).to.deep.equal(both[1].run)
      expect(await reconciliations.ofDigest('d')).to.deep.equal(both[0].run)
    },
    'another network': async () => {
      const { compare } = await openWorld()
      await compare([], { network: 'VODAFONE' }).then(
        () => expect.fail('it was compared'),
        (error: Error) => expect(error.message).to.include('VODAFONE is not in the configuration'),
      )
    },
  })
})

/** The check of a file with these amounts, paid out when above zero, and the balance after each; fees are 5. */
async function balancesOf(rows: readonly (readonly [number, bigint])[], way = 1) {
  const { paid, compare } = await openWorld()
  const payment = await paid()
  const { run } = await compare(
    rows.map(([amount, balanceMinor], nth) =>
      rowOf(payment, nth + 2, {
        ...{ atMs: fromMs + way * nth * minuteMs, amountMinor: BigInt(Math.abs(amount)), balanceMinor },
        ...{ direction: amount < 0 ? 'in' : 'out', feeMinor: amount > 0 ? 5n : 0n },
      }),
    ),
  )
  const { last, ...checked } = run.ended?.balances ?? {}
  expect(last?.minor).to.equal(way > 0 ? rows.at(-1)?.[1] : rows[0]?.[1])
  return checked
}
