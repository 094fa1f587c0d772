import type { FeeSchedule, Fees, Kind } from '../../../core/sente.ts'

/** The key that seals PINs. */
export const pinKeys = { current: 'a PIN key for tests, long enough.' }

/** The secret for the paths of callbacks. */
export const callbackSecret = 'a callback secret for tests, long enough.'

/** The largest sum of a batch, with its fees, without the approval of a second person. */
export const approvedAlone = 5_000

/** The fees of the servers. */
export const crashFees: Fees = {
  schedules: [
    charged('payout', 'MTN', { percentE4: 12_500n }),
    charged('payout', 'AIRTEL', { flatMinor: 13n }),
    { ...charged('collection', 'MTN', { flatMinor: 5n, percentE4: 20_000n }), isRefundable: true },
    charged('refund', 'AIRTEL', { flatMinor: 7n }),
  ],
  cashOuts: [],
}

/** The same in plain numbers, in UGX. */
export function crashFeeOf(kind: Kind, network: string, amount: number): bigint {
  if (kind === 'payout') return BigInt(network === 'MTN' ? Math.floor(amount * 0.0125 + 0.5) : 13)
  if (kind === 'collection') return BigInt(network === 'MTN' ? 5 + Math.floor(amount * 0.02 + 0.5) : 0)
  return network === 'AIRTEL' ? 7n : 0n
}

/** The part of a collection's fee that refunds give back once they have this sum. */
export function crashFeeBackOf({ network, amount }: { network: string; amount: number }, refunded: number): bigint {
  const fee = network === 'MTN' ? crashFeeOf('collection', network, amount) : 0n
  return BigInt(Math.floor((Number(fee) * refunded) / amount))
}

function charged(kind: Kind, network: string, tier: { flatMinor?: bigint; percentE4?: bigint }): FeeSchedule {
  return {
    ...{ fromMs: 0, kind, network, currency: 'UGX', accountId: null, minimumMinor: null, maximumMinor: null },
    tiers: [{ upToMinor: null, flatMinor: 0n, percentE4: 0n, ...tier }],
  }
}
