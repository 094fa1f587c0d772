import { eventTypeOf } from '../../../../core/sente.ts'
import { all, type Facts, type Line, type Recomputable, same } from './facts.ts'

/** The event of a line, by its kind. */
const announcedBy: Readonly<Record<string, string>> = {
  ...{
    payout_settled: 'payout.succeeded',
    payout_released: 'payout.failed',
    collection_credited: 'collection.succeeded',
  },
  ...{ refund_settled: 'refund.succeeded', refund_released: 'refund.failed' },
  ...{ balance_funded: 'balance.funded', balance_withdrawn: 'balance.withdrawn' },
}

/** An event for each end, funding and completed batch, numbered without a gap, in the order of the postings. */
export async function compareEvents(
  { books }: Recomputable,
  facts: Facts,
  { accountId, lines }: { readonly accountId: string; readonly lines: readonly Line[] },
): Promise<void> {
  const { events, last } = await books.events({ accountId, after: 0, limit: all })
  same(
    'the sequences',
    events.map(({ event }) => event.sequence),
    events.map((_, index) => index + 1),
  )
  same('the last sequence', last, events.length)
  const found = events.map((rows) => `${eventTypeOf(rows)} ${Object.values(rows.event.cause).join()}`)
  const isTheirs = (row: { readonly accountId: string }) => row.accountId === accountId
  const ended = facts.payments.filter(isTheirs).filter(({ state }) => state === 'succeeded' || state === 'failed')
  const done = facts.batches.filter(({ batch }) => isTheirs(batch) && batch.state === 'completed')
  const expected = [
    ...ended.map(({ id, kind, state }) => `${kind}.${state} ${id}`),
    ...facts.fundings
      .filter(isTheirs)
      .map(({ kind, reference }) => `balance.${kind === 'fund' ? 'funded' : 'withdrawn'} ${reference}`),
    ...done.map(({ batch }) => `batch.completed ${batch.id}`),
  ]
  const isOther = (event: string) => event.startsWith('key.expiring')
  same(`the events of ${accountId}`, found.filter((event) => !isOther(event)).sort(), expected.sort())
  const moving = lines.flatMap(({ kind, of }) => (announcedBy[kind] ? [`${announcedBy[kind]} ${of}`] : []))
  const reported = events.map((rows) => `${eventTypeOf(rows)} ${Object.values(rows.event.cause).join()}`)
  same(
    'the order of events',
    reported.filter((event) => moving.includes(event)),
    moving,
  )
}
