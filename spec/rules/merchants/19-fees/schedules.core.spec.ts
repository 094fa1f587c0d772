import { expect } from 'chai'
import { type Charged, cashOutOf, type FeeSchedule, feeOf as feeOfPayment, type Kind } from '../../../../core/sente.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule, table } from '../../../rule.ts'

const payout: Charged = {
  ...{ accountId: 'a', kind: 'payout', currency: 'UGX', network: 'MTN', amountMinor: 10_000n, atMs: 10 },
}

/** The fee of a payout, of UGX 10,000 by default; undefined without a schedule for it. */
function feeOf(schedules: readonly FeeSchedule[], given: Partial<Charged> = {}): bigint | undefined {
  return feeOfPayment(schedules, { ...payout, ...given })
}

/** Amounts and their fees by a schedule. */
function feesBy(schedule: FeeSchedule, rows: [amountMinor: bigint, fee: bigint][]) {
  return table(['amountMinor', 'fee'], rows, (amountMinor, fee) => {
    expect(feeOf([schedule], { amountMinor })).to.equal(fee)
  })
}

const tiers = [
  aTier({ upToMinor: 1_000n, flatMinor: 100n, percentE4: 0n }),
  aTier({ upToMinor: 20_000n, flatMinor: 150n, percentE4: 5_000n }),
  aTier({ flatMinor: 0n, percentE4: 20_000n }),
]

describe('19 Fees: schedules', () => {
  rule(
    '19.7',
    'a fee is a fixed amount plus a part of the amount, which is rounded half up to the smallest unit',
    table(
      ['flatMinor', 'percentE4', 'amountMinor', 'fee'],
      [
        [0n, 10_000n, 10_049n, 100n],
        [0n, 10_000n, 10_050n, 101n],
        [0n, 10_000n, 10_051n, 101n],
        [250n, 0n, 10_000n, 250n],
        [250n, 12_500n, 10_000n, 375n],
        [0n, 1n, 499_999n, 0n],
        [0n, 1n, 500_000n, 1n],
        [0n, 1_000_000n, 9_007_199_254_740_993n, 9_007_199_254_740_993n],
      ],
      (flatMinor, percentE4, amountMinor, fee) => {
        expect(feeOf([aSchedule({ tiers: [aTier({ flatMinor, percentE4 })] })], { amountMinor })).to.equal(fee)
      },
    ),
  )

  rule(
    '19.8',
    'a tier reaches up to and including its bound, and applies to the whole amount',
    feesBy(aSchedule({ tiers }), [
      [999n, 100n],
      [1_000n, 100n],
      [1_001n, 155n],
      [20_000n, 250n],
      [20_001n, 400n],
    ]),
  )

  rule(
    '19.9',
    'a fee is at least the minimum and at most the maximum, after rounding',
    feesBy(aSchedule({ minimumMinor: 51n, maximumMinor: 100n }), [
      [5_049n, 51n],
      [5_149n, 51n],
      [5_150n, 52n],
      [9_950n, 100n],
      [10_049n, 100n],
      [10_050n, 100n],
    ]),
  )

  rule(
    '19.10',
    'the fee of a collection is at most its amount, and the fee of a payout may be more',
    table(
      ['kind', 'flatMinor', 'fee'],
      [
        ['collection', 9_999n, 9_999n],
        ['collection', 10_000n, 10_000n],
        ['collection', 10_001n, 10_000n],
        ['payout', 10_001n, 10_001n],
      ],
      (kind, flatMinor, fee) => {
        const schedule = aSchedule({ kind: kind as Kind, tiers: [aTier({ flatMinor, percentE4: 0n })] })
        expect(feeOf([schedule], { kind: kind as Kind })).to.equal(fee)
      },
    ),
  )

  rule(
    '19.11',
    'a schedule applies to one kind, one currency and one network, from its beginning until the next one',
    () => {
      const schedules = [aSchedule({ fromMs: 20, tiers: [aTier({ percentE4: 20_000n })] }), aSchedule({ fromMs: 10 })]
      expect([9, 10, 19, 20, 99].map((atMs) => feeOf(schedules, { atMs }))).to.deep.equal([
        undefined,
        100n,
        100n,
        200n,
        200n,
      ])
      for (const other of [{ kind: 'collection' }, { currency: 'RWF' }, { network: 'AIRTEL' }] as const)
        expect(feeOf(schedules, other)).to.equal(undefined)
    },
  )

  rule('19.12', 'an account’s own schedule replaces the common one once it has begun', () => {
    const own = aSchedule({ accountId: 'a', fromMs: 10, tiers: [aTier({ percentE4: 0n })] })
    const schedules = [own, aSchedule(), aSchedule({ fromMs: 20, tiers: [aTier({ percentE4: 20_000n })] })]
    const fees = (accountId: string) => [9, 10, 20].map((atMs) => feeOf(schedules, { accountId, atMs }))
    expect(fees('a')).to.deep.equal([100n, 0n, 0n])
    expect(fees('b')).to.deep.equal([100n, 100n, 200n])
  })

  rule(
    '19.13',
    'the amount to send for a withdrawal in cash is the amount plus the network’s charge and the duty, which is rounded up',
    table(
      ['amountMinor', 'atMs', 'charge', 'duty', 'send'],
      [
        [1_000n, 10, 100n, 5n, 1_105n],
        [1_001n, 10, 155n, 6n, 1_162n],
        [1_000n, 20, 0n, 10n, 1_010n],
      ],
      (amountMinor, atMs, chargeMinor, dutyMinor, sendMinor) => {
        const table = { currency: 'UGX', network: 'MTN', fromMs: 10, tiers, dutyPercentE4: 5_000n }
        const later = { ...table, fromMs: 20, tiers: [aTier({ percentE4: 0n })], dutyPercentE4: 10_000n }
        const cashOut = cashOutOf([table, later], { currency: 'UGX', network: 'MTN', amountMinor, atMs })
        expect(cashOut).to.deep.equal({ chargeMinor, dutyMinor, sendMinor })
      },
    ),
  )

  rule(
    '19.14',
    'the cost of cash is unknown before a table begins, above its last bound, and for other networks',
    () => {
      const table = { currency: 'UGX', network: 'MTN', fromMs: 10, tiers: tiers.slice(0, 2), dutyPercentE4: 0n }
      const taken = { currency: 'UGX', network: 'MTN', amountMinor: 20_000n, atMs: 10 }
      expect(cashOutOf([table], taken)?.sendMinor).to.equal(20_250n)
      for (const other of [{ atMs: 9 }, { amountMinor: 20_001n }, { currency: 'RWF' }, { network: 'AIRTEL' }])
        expect(cashOutOf([table], { ...taken, ...other })).to.equal(undefined)
    },
  )
})
