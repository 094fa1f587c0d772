import { expect } from 'chai'
import { addToOpenFigures, heldIn, type OpenPayment } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'

const payment: OpenPayment = {
  ...{ kind: 'payout', network: 'MTN', currency: 'UGX', state: 'pending' },
  ...{ amountMinor: 500n, createdAtMs: 20 },
}

describe('121 Metrics: figures, in the core', () => {
  rule(
    '121.11',
    'open payments of one kind, network, currency and state are one figure, with the age of the oldest',
    () => {
      const one = addToOpenFigures([], [payment, { ...payment, createdAtMs: 10 }, { ...payment, createdAtMs: 30 }])
      const { amountMinor: _, createdAtMs: __, ...alike } = payment
      expect(one).to.deep.equal([{ ...alike, payments: 3, amountMinor: 1_500n, oldestAtMs: 10 }])
      const others = [
        { kind: 'collection' },
        { network: 'AIRTEL' },
        { currency: 'RWF' },
        { state: 'submitting' },
      ] as const
      const more = addToOpenFigures(one, [payment, ...others.map((other) => ({ ...payment, ...other }))])
      expect(more).to.deep.equal([
        { ...alike, payments: 4, amountMinor: 2_000n, oldestAtMs: 10 },
        ...others.map((other) => ({ ...alike, ...other, payments: 1, amountMinor: 500n, oldestAtMs: 20 })),
      ])
    },
  )

  rule('121.12', 'the held amount of batches is one figure for each currency that any of them holds', () => {
    const ugx = (heldMinor: bigint) => ({ currency: 'UGX', heldMinor })
    const nothing = { currency: 'RWF', heldMinor: 0n }
    const first = heldIn([], [[ugx(70n), nothing], [ugx(30n)]])
    expect(first).to.deep.equal([ugx(100n)])
    expect(heldIn(first, [[{ currency: 'RWF', heldMinor: 5n }], [ugx(1n)]])).to.deep.equal([
      ugx(101n),
      { currency: 'RWF', heldMinor: 5n },
    ])
  })
})
