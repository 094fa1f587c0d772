import type { KeptExchange } from '../../ports/books/cases.ts'
import type { Posting } from '../../ports/books/ledger.ts'
import type { Annotation } from '../../ports/books/transactions.ts'
import type { FoundEntry } from '../../ports/operators/reconciliations.ts'
import type { CaseDelivery, PaymentCase } from './findCase.ts'

/** Something that happened to a payment, with what is kept of it. */
export type Happening = { readonly atMs: number } & (
  | { readonly what: 'opened' | 'sent' | 'event' }
  | { readonly what: 'held' | 'settled' | 'released' | 'credited' | 'fee' | 'fee_refunded'; readonly posting: Posting }
  | { readonly what: 'submission' | 'enquiry' | 'callback'; readonly exchange: KeptExchange }
  | { readonly what: Annotation['kind']; readonly annotation: Annotation }
  | { readonly what: 'delivery'; readonly delivery: CaseDelivery }
  | { readonly what: 'reconciled'; readonly found: FoundEntry }
)

/** What a merchant sees of it; `heard` is when its network first told how it ended, without what was said. */
export type SeenHappening = Happening | { readonly atMs: number; readonly what: 'heard' }

/** What happened to a payment, oldest first; of one moment, as one thing follows from the other. */
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

/** The same as it concerns the merchant: without what passed between the gateway and its network, but when. */
export function merchantsTimelineOf(found: PaymentCase): readonly SeenHappening[] {
  const all = timelineOf(found)
  const heard = all.find((happening) => 'exchange' in happening && tellsEnd(happening.exchange))
  return all.flatMap((happening): SeenHappening[] => {
    if (happening === heard) return [{ atMs: happening.atMs, what: 'heard' }]
    return 'exchange' in happening || 'annotation' in happening || 'found' in happening ? [] : [happening]
  })
}

/** Networks call back when a payment has ended. */
function tellsEnd({ question, outcome }: KeptExchange): boolean {
  return question === 'callback' || outcome === 'succeeded' || outcome === 'declined' || outcome === 'reversed'
}

/** A hold is part of the opening, and what the network's answer has led to comes after it. */
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
