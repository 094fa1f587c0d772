import { BlockList } from 'node:net'
import type { Wiring, World } from '../../composition/wiring.ts'
import { livePolicy, noRiskLimits, uganda } from '../../core/sente.ts'
import type { MtnConnection } from './serverDuties.ts'

/** Far beyond the end of any run. */
const neverMs = 30 * 24 * 3_600_000

/** How many requests to the network may be made at once: at least as many as an arm has in flight. */
const atOnce = 4_096

/** Webhooks to this machine. */
export function benchWebhooks(): World['webhooks'] {
  const allowed = new BlockList()
  allowed.addSubnet('127.0.0.0', 8, 'ipv4')
  return { key: () => 'a key of the benchmark, long enough', rules: { allowed, plain: true } }
}

/** Uganda's market, connected to MTN. The follow-up asks nothing, so that each payment makes one call to the network. */
export function senteWorld(pinKey: string, mtn?: MtnConnection): World & Pick<Wiring, 'limits'> {
  return {
    pinKeys: () => ({ current: pinKey }),
    configuration: {
      market: uganda,
      riskLimits: noRiskLimits,
      connectionOf: (_currency, network) =>
        mtn && network === 'MTN' ? { api: 'mtn-momo', name: 'mtn', settings: { ...mtn, network, atOnce } } : undefined,
    },
    policy: { ...livePolicy, answerMs: neverMs, settleMs: neverMs, firstPauseMs: neverMs, longestPauseMs: neverMs },
    // Requests are counted as usual, but no account may reach its limit here.
    limits: { accountRate: 1_000_000 },
    callbacks: { secret: undefined, publicUrl: () => undefined },
  }
}
