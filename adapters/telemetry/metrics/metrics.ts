import type { Books, Market, MobileProvider, SignInEvent, StoreMeter, Webhooks } from '../../../core/sente.ts'
import { type BooksReadings, booksMetrics } from './books.ts'
import { definitions } from './definitions.ts'
import { deliveryMetrics } from './deliveries.ts'
import { type MachineReadings, machineMetrics } from './machine.ts'
import { networkMetrics } from './networks.ts'
import { paymentMetrics } from './payments.ts'
import { metered } from './registry.ts'
import { type AnsweredRequest, requestMetrics } from './requests.ts'

/** The metrics of a gateway: counters where things happen, and gauges that are read at a scrape. */
export type Metrics = {
  readonly store: StoreMeter
  readonly answered: (request: AnsweredRequest) => void
  readonly pinLocked: () => void
  readonly signInSeen: (event: SignInEvent['kind']) => void
  withPayments(books: Books): Books
  withAnswers(provider: MobileProvider): MobileProvider
  withDeliveries(webhooks: Webhooks): Webhooks
  /** Adds the gauges that are read at a scrape. Returns a function that stops them. */
  read(readings: BooksReadings & MachineReadings): () => void
  readonly contentType: string
  /** All metrics as text. */
  text(): Promise<string>
}

/** From a flush of a fast disk to one that delays payments. */
const flushBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Makes the metrics for the networks of a market. Counters with known labels begin at zero. */
export function openMetrics(market: Market): Metrics {
  const all = metered()
  const commits = all.counter('sente_store_commits_total')
  const flushes = all.histogram('sente_store_flush_seconds', flushBuckets)
  const pinLocks = all.counter('sente_pin_locks_total')
  const signIns = all.counter('sente_sign_in_events_total')
  for (const event of definitions.sente_sign_in_events_total.labels.event) signIns.inc({ event }, 0)
  return {
    store: { committed: () => commits.inc(), flushed: (ms) => flushes.observe(ms / 1_000) },
    answered: requestMetrics(all),
    pinLocked: () => pinLocks.inc(),
    signInSeen: (event) => signIns.inc({ event }),
    withPayments: paymentMetrics(all, market),
    withAnswers: networkMetrics(all, market),
    withDeliveries: deliveryMetrics(all),
    read(readings) {
      booksMetrics(all, readings)
      return machineMetrics(all, readings)
    },
    contentType: all.contentType,
    text: all.text,
  }
}
