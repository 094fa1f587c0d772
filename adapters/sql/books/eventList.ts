import { type Batch, type Books, type EventRows, eventRowsOf, eventTypeOf, type Funding } from '../../../core/sente.ts'
import { type BatchRow, batchOf, batchTable } from '../batches/tables.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { selected } from '../engine/table.ts'
import { type KeyRow, keyColumns, keyOf } from '../tables/accounts.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events.ts'
import { enteredTogether } from '../tables/lists.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { joinFunding, joinTransaction, lastEntered } from './lists/lists.ts'

/**
 * Lists an account's events with their subjects. The events of a type are in a list, except the latest ones; at most 63
 * of these are read besides.
 */
export function eventList(ask: Ask, dialect: Dialect): Books['events'] {
  const ofAll = { name: 'events', text: selectWithCauses(selectEvents, dialect) }
  const ofType = { name: 'events of a type', text: selectWithCauses(selectOfType(dialect), dialect) }
  return async ({ accountId, type, after, limit }) => {
    const statement = type === undefined ? ofAll : ofType
    const values = [accountId, after, limit, ...(type === undefined ? [] : [type])]
    const rows = await ask<Row>({ ...statement, values })
    const events = rows.filter(hasEvent).map(eventRowsIn)
    const matching = type === undefined ? events : events.filter((row) => eventTypeOf(row) === type).slice(0, limit)
    return { events: matching, last: Number(rows[0]?.last) }
  }
}

/** An event beside its subject, and the sequence of the last one. If no event is listed, the row has only that. */
type Row = { readonly last: bigint } & (EventRow | { readonly sequence: null }) &
  (TransactionRow | { readonly id: null }) &
  (FundingColumns | { readonly fundingKind: null }) &
  (BatchColumns | { readonly batchReference: null }) &
  (KeyRow | { readonly keyDigest: null })

type FundingColumns = Pick<Funding, 'because'> & {
  readonly fundingKind: Funding['kind']
  readonly fundingCurrency: string
  readonly fundingAmountMinor: bigint
  readonly fundingAtMs: bigint
}

/** The columns of a batch, under names of their own. */
type BatchColumns = { readonly [Name in keyof BatchRow as `batch${Capitalize<Name>}`]: BatchRow[Name] }

const batchInEvent = selected(batchTable, 'b', 'batch_')

function hasEvent(row: Row): row is Row & EventRow {
  return row.sequence !== null
}

function eventRowsIn(row: Row & EventRow): EventRows {
  return eventRowsOf(eventOf(row), {
    transaction: row.id === null ? undefined : transactionOf(row),
    funding: row.fundingKind === null ? undefined : fundingIn(row),
    batch: row.batchReference === null ? undefined : batchIn(row),
    key: row.keyDigest === null ? undefined : keyOf(row),
  })
}

function fundingIn({ accountId, fundingReference, because, ...row }: FundingColumns & EventRow): Funding {
  return {
    accountId,
    reference: fundingReference ?? '',
    kind: row.fundingKind,
    currency: row.fundingCurrency,
    amountMinor: row.fundingAmountMinor,
    because,
    atMs: Number(row.fundingAtMs),
  }
}

function batchIn(row: BatchColumns): Batch {
  return batchOf({
    id: row.batchId,
    accountId: row.batchAccountId,
    keyId: row.batchKeyId,
    reference: row.batchReference,
    state: row.batchState,
    digest: row.batchDigest,
    lines: row.batchLines,
    sums: row.batchSums,
    finalTotals: row.batchFinalTotals,
    createdAtMs: row.batchCreatedAtMs,
    updatedAtMs: row.batchUpdatedAtMs,
    quarantines: row.batchQuarantines,
  })
}

/** One statement, so that all is of one moment of one server. */
function selectWithCauses(events: string, dialect: Dialect): string {
  return `
    SELECT ended.last, ${transactionColumns}, f.kind AS "fundingKind", f.currency AS "fundingCurrency",
      f.amount_minor AS "fundingAmountMinor", f.because, f.at_ms AS "fundingAtMs", ${batchInEvent}, ${keyColumns},
      ${eventColumns}
    FROM (SELECT coalesce(max(sequence), 0) AS last FROM events WHERE account_id = $1) AS ended
    LEFT JOIN (${events}) AS e ON TRUE
    ${joinTransaction(dialect)}
    ${joinFunding(dialect)}
    ${dialect.joinOne('payout_batches', 'b', 'b.id = e.batch_id')}
    ${dialect.joinOne('account_keys', 'k', 'k.account_id = e.account_id AND k.id = e.key_id')}
    ORDER BY e.sequence`
}

const selectEvents = 'SELECT * FROM events WHERE account_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3'

function selectOfType({ types: { integer }, greatest, joinOne }: Dialect): string {
  const notEntered = greatest(`CAST($2 AS ${integer})`, lastEntered('$1'))
  return `
      SELECT * FROM (
        SELECT l.account_id, l.sequence, v.transaction_id, v.funding_reference, v.batch_id, v.key_id, v.at_ms
        FROM event_lists l
        ${joinOne('events', 'v', 'v.account_id = l.account_id AND v.sequence = l.sequence')}
        WHERE l.account_id = $1 AND l.type = $4 AND l.sequence > $2 ORDER BY l.sequence LIMIT $3
      ) AS entered
      UNION ALL
      SELECT * FROM (
        SELECT account_id, sequence, transaction_id, funding_reference, batch_id, key_id, at_ms FROM events
        WHERE account_id = $1 AND sequence > ${notEntered} ORDER BY sequence LIMIT ${enteredTogether}
      ) AS latest`
}
