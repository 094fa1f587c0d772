import type { Market, MobileProvider, Transaction } from '../../../core/sente.ts'
import { outcomes } from './definitions.ts'
import type { Metered } from './registry.ts'

/** From the time of a nearby network to the longest time limit. */
const buckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/**
 * The outcomes of a network that does not answer in time. They begin at zero, so that an increase counts the first
 * time, too.
 */
const silences = [
  ['payout', outcomes.inDoubt],
  ['collection', outcomes.inDoubt],
  ['enquiry', outcomes.unanswered],
] as const

/** Makes a wrapper of providers that counts and times their answers. */
export function networkMetrics(
  { counter, histogram }: Metered,
  market: Market,
): (provider: MobileProvider) => MobileProvider {
  const requests = counter('sente_network_requests_total')
  const durations = histogram('sente_network_request_duration_seconds', buckets)
  const unknown = counter('sente_unknown_answers_total')
  for (const { networks } of market.values()) {
    for (const { name: network } of networks) {
      for (const kind of ['payout', 'collection']) unknown.inc({ kind, network }, 0)
      for (const [operation, outcome] of silences) {
        requests.inc({ network, operation, outcome }, 0)
        durations.zero({ network, operation, outcome })
      }
    }
  }

  const timed =
    <Rest extends unknown[], Answer extends { readonly outcome: keyof typeof outcomes }>(
      operation: 'payout' | 'collection' | 'enquiry',
      ask: (transaction: Transaction, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (transaction: Transaction, ...rest: Rest): Promise<Answer> => {
      const begunMs = performance.now()
      const answer = await ask(transaction, ...rest)
      const { network } = transaction
      const labels = { network, operation, outcome: outcomes[answer.outcome] }
      requests.inc(labels)
      durations.observe(labels, (performance.now() - begunMs) / 1_000)
      if (operation !== 'enquiry' && answer.outcome === 'inDoubt') unknown.inc({ kind: operation, network })
      return answer
    }

  return (provider) => ({
    ...provider,
    payOut: timed('payout', provider.payOut),
    requestPayment: timed('collection', provider.requestPayment),
    enquire: timed('enquiry', provider.enquire),
  })
}
