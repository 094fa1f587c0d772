import type { KeptExchange } from '../../ports/books/cases.ts'
import type { Posting } from '../../ports/books/ledger.ts'
import type { Annotation } from '../../ports/books/transactions.ts'
import type { FoundEntry } from '../../ports/operators/reconciliations.ts'
import type { CaseDelivery, PaymentCase } from './findCase.ts'

/** An event in the history of a payment, with its stored data. */
export type Happening = { readonly atMs: number } & (
  | { readonly what: 'opened' | 'sent' | 'event' }
  | { readonly what: 'held' | 'settled' | 'released' | 'credited' | 'fee' | 'fee_refunded'; readonly posting: Posting }
  | { readonly what: 'submission' | 'enquiry' | 'callback'; readonly exchange: KeptExchange }
  | { readonly what: Annotation['kind']; readonly annotation: Annotation }
  | { readonly what: 'delivery'; readonly delivery: CaseDelivery }
  | { readonly what: 'reconciled'; readonly found: FoundEntry }
)

/**
 * The part that a merchant sees; `heard` is the time of the network's first report of the outcome, without its
 * contents.
 */
export type SeenHappening = Happening | { readonly atMs: number; readonly what: 'heard' }

/** The history of a payment, oldest first; within one moment, in the order of cause and effect. */
export function timelineOf(found: PaymentCase): readonly Happening[] {
  const { transaction, exchanges, postings, annotations, events, deliveries, reconciled } = found
  const sent = exchanges.find(({ question, status }) => question === 'submission' && status !== null)
  const all: Happening[] = [
    { atMs: transaction.createdAtMs, what: 'opened' },
    ...(sent ? [{ atMs: sent.atMs - sent.tookMs, what: 'sent' } as const] : []),
    ...exchanges.map((exchange) => ({ atMs: exchange.atMs, what: exchange.question, exchange })),
    ...annotations.map((annotation) => ({ atMs: annotation.atMs, what: annotation.kind, annotation })),
    ...postings.map((posting) => ({ atMs: posting.atMs, what: movementOf(posting), posting })),
    ...events.map(({ atMs }) => ({ atMs, what: 'event' }) as const),
    ...deliveries.map((delivery) => ({ atMs: delivery.atMs, what: 'delivery', delivery }) as const),
    ...reconciled.map(
      ({ run, entry }) => ({ atMs: run.ended?.atMs ?? 0, what: 'reconciled', found: { run, entry } }) as const,
    ),
  ]
  return all.sort((one, other) => one.atMs - other.atMs || rankOf(one) - rankOf(other))
}

/** The history for the merchant: without the exchanges between the gateway and its network, except for their time. */
export function merchantsTimelineOf(found: PaymentCase): readonly SeenHappening[] {
  const all = timelineOf(found)
  const heard = all.find((happening) => 'exchange' in happening && tellsEnd(happening.exchange))
  return all.flatMap((happening): SeenHappening[] => {
    if (happening === heard) return [{ atMs: happening.atMs, what: 'heard' }]
    return 'exchange' in happening || 'annotation' in happening || 'found' in happening ? [] : [happening]
  })
}

/** Whether an exchange reports the end of a payment. Networks call back when a payment has ended. */
function tellsEnd({ question, outcome }: KeptExchange): boolean {
  return question === 'callback' || outcome === 'succeeded' || outcome === 'declined' || outcome === 'reversed'
}

/**
 * The order within one moment. A hold is part of the opening, and the effects of the network's answer come after it.
 */
function rankOf({ what }: Happening): number {
  const order = ['opened', 'held', 'sent']
  return order.includes(what) ? order.indexOf(what) : order.length
}

function movementOf({ from, to }: Posting): 'held' | 'settled' | 'released' | 'credited' | 'fee' | 'fee_refunded' {
  if (to === 'fees') return 'fee'
  if (from === 'fees') return 'fee_refunded'
  if (to === 'held') return 'held'
  if (from === 'held') return to === 'available' ? 'released' : 'settled'
  return 'credited'
}
