import { type EventRows, eventIdOf, eventTypeOf, type Funding, toMajor } from '../../core/sente.ts'
import { batchData } from './batch.ts'
import { expiringData } from './key.ts'
import { utc } from './moment.ts'
import { transactionData } from './transaction.ts'

/** An event as its merchant sees it, with the payment, or the funding or withdrawal, that it is about. */
export function eventData(rows: EventRows) {
  const { event } = rows
  return {
    event_id: eventIdOf(event),
    sequence: event.sequence,
    type: eventTypeOf(rows),
    at: utc(event.atMs),
    data: aboutOf(rows),
  }
}

function aboutOf(rows: EventRows) {
  if ('batch' in rows) return batchData(rows.batch, rows.batch.totals ?? [], false)
  if ('key' in rows) return expiringData(rows.key)
  return 'transaction' in rows ? transactionData(rows.transaction) : fundingData(rows.funding)
}

function fundingData({ reference, amountMinor, currency, atMs }: Funding) {
  return { reference, amount: toMajor(amountMinor, currency), currency, created_at: utc(atMs) }
}
