import { BlockList } from 'node:net'
import type { ContainerParts, Deployment } from '../../composition/deployment.ts'
import { livePolicy, noFees, noRiskLimits, type RiskLimits, uganda, utcDays } from '../../core/sente.ts'
import type { Opening } from './serverDuties.ts'

/**
 * Far beyond the end of any run, and beyond the moment at which a dataset plans to ask about its pending payments.
 * Later plans count as made by a clock that was ahead, and these payments are asked about at once.
 */
const neverMs = 20 * 365 * 24 * 3_600_000

/** The number of requests to the network at once: at least as many as an arm has in flight. */
const atOnce = 4_096

/** Webhooks to this machine. */
export function benchWebhooks(): Deployment['webhooks'] {
  const allowed = new BlockList()
  allowed.addSubnet('127.0.0.0', 8, 'ipv4')
  return { keys: () => ({ current: 'a key of the benchmark, long enough' }), rules: { allowed, plain: true } }
}

type Terms = Pick<Opening, 'mtn' | 'followsUp' | 'limits'> & { readonly pinKey: string }

/** Follows nothing up within a run, so that each payment makes one call to the network. */
const noFollowUp = {
  ...livePolicy,
  answerMs: neverMs,
  settleMs: neverMs,
  firstPauseMs: neverMs,
  longestPauseMs: neverMs,
}

/** Limits that are counted, and that nothing reaches. */
const outOfReach: RiskLimits = {
  ...noRiskLimits,
  accounts: { UGX: { payout_amount: 10n ** 12n, payouts_a_day: 10n ** 9n, payout_amount_a_day: 10n ** 15n } },
}

/** Uganda's market, connected to MTN. */
export function senteDeployment({
  pinKey,
  mtn,
  followsUp = false,
  limits = false,
}: Terms): Deployment & Pick<ContainerParts, 'limits'> {
  return {
    pinKeys: () => ({ current: pinKey }),
    configuration: {
      market: uganda,
      days: utcDays,
      riskLimits: limits ? outOfReach : noRiskLimits,
      fees: noFees,
      connectionOf: (_currency, network) =>
        network === 'MTN' ? { api: 'mtn-momo', name: 'mtn', settings: { ...mtn, network, atOnce } } : undefined,
    },
    policy: followsUp ? livePolicy : noFollowUp,
    // Requests are counted as usual, but must not reach a limit here.
    limits: { accountRate: 1_000_000, userRate: 1_000_000, visitorRate: 1_000_000 },
    callbacks: { secret: undefined, publicUrl: () => undefined },
  }
}
