import type { Market, MobileProvider, Transaction } from '../../../core/sente.ts'
import { outcomes } from './definitions.ts'
import type { Metered } from './registry.ts'

/** From what a network nearby takes to the longest that one is given. */
const buckets = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]

/** How a network that does not answer in time shows: the first time has to count in what grows, too. */
const silences = [
  ['payout', outcomes.inDoubt],
  ['collection', outcomes.inDoubt],
  ['enquiry', outcomes.unanswered],
] as const

/** Makes the function that makes providers whose answers are counted and timed. */
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
