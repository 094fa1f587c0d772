import type { Fees } from '../../core/sente.ts'
import { feesOf } from '../settings/fees.ts'

const networks = ['AIRTEL', 'MTN']
const over = networks.map((network) => ({ from: '2026-01-01', currency: 'UGX', network }))

/** Examples, so that merchants can try out fees: no operator's schedules, and no network's charges. */
export const exampleFees: Fees = feesOf('the sandbox', {
  currencies: { UGX: { maximum: 5_000_000, networks: Object.fromEntries(networks.map((name) => [name, {}])) } },
  fees: over.flatMap((given) => [
    { ...given, kind: 'payout' as const, percent: 1, minimum: 100, maximum: 5_000 },
    { ...given, kind: 'collection' as const, percent: 1.5 },
  ]),
  cash_out: over.map((given) => ({
    ...given,
    tiers: [
      { up_to: 50_000, flat: 800 },
      { up_to: 5_000_000, percent: 1.5 },
    ],
    duty_percent: 0.5,
  })),
})
