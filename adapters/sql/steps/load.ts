import { isFinal, type Prompt, type Refunded, type Scope, type Transaction } from '../../../core/sente.ts'
import { hasOpened } from '../batches/batches.ts'
import { type BatchRow, batchColumns, batchOf, type LineRow, lineColumns, lineOf } from '../batches/tables.ts'
import type { Dialect } from '../engine/dialect.ts'
import { namedReads } from '../engine/reads.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { selected } from '../engine/table.ts'
import { type LinkRow, linkColumns, linkOf, usesOfLink } from '../links/tables.ts'
import { actionWrites, type EndedRow } from '../operators/actions/actionWrites.ts'
import {
  type DayCountRow,
  dayCountColumns,
  dayCountOf,
  type PinCountRow,
  phonePrompts,
  pinCountColumns,
  pinCountOf,
} from '../tables/accounts.ts'
import { balanceColumns, balanceOf, type StoredBalanceRow } from '../tables/balances.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../tables/fundings.ts'
import { referenceColumns, type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { type ChannelStopped, keyOf, type LoadedRows } from './batchRows.ts'

/** The reads that lock and load what scopes name, and the rows that they found. */
export type Loading = {
  readonly reads: readonly SqlStatement[]
  loadedOf(rows: readonly (readonly unknown[])[]): LoadedRows
}

type LockedRow = PinCountRow & { readonly id: string; readonly version: bigint }
type PromptsRow = { readonly phoneNumber: string; readonly prompts: string }
type RefundedRow = Refunded & { readonly collectionId: string }
type OpenThroughLinkRow = Pick<Transaction, 'id' | 'state' | 'phoneNumber'> & { readonly linkId: string }
type ReferenceRow = { readonly accountId: string; readonly reference: string; readonly transactionId: string }
type ClaimableRow = TransactionRow & { readonly isClaimed?: boolean | bigint; readonly exchanges?: bigint | null }
type LastEventRow = { readonly accountId: string; readonly sequence: bigint | null }

/**
 * Locks the accounts of scopes, then their phone numbers, each in the order of their ids, and then the end of the chain of
 * actions, so that there is no deadlock, and loads the other rows that they name. Each statement sees what was committed before it began, so that
 * what follows the lock sees what the last holder wrote: one statement that locks and loads would not.
 */
export function lockAndLoad(dialect: Dialect): (scopes: readonly Scope[]) => Loading {
  const look = lookUps(dialect)
  const acting = actionWrites(dialect)
  return (scopes) => {
    const ids = distinct(scopes.map(({ account }) => account))
    const phoneNumbers = distinct(scopes.flatMap(({ phoneNumber }) => phoneNumber ?? []))
    const acts = scopes.flatMap(({ action }) => action ?? [])
    const { reads, rowsOf } = namedReads({
      accounts: look.accounts(ids),
      prompts: look.prompts(phoneNumbers),
      prompted: look.prompted(phoneNumbers),
      dayCounts: look.dayCounts(
        pairsOf(
          scopes.filter(({ dayCount }) => dayCount),
          'currency',
        ),
      ),
      stops: [whatStops],
      balances: look.balances(pairsOf(scopes.flatMap(eachCurrency), 'currency')),
      refunded: look.refunded(pairsOf(scopes, 'refundOf')),
      links: look.links(distinct(scopes.flatMap(({ link }) => link?.id ?? []))),
      openThroughLinks: look.openThroughLinks(payersOf(scopes)),
      references: look.references(pairsOf(scopes, 'reference')),
      transactions: look.transactions(pairsOf(scopes, 'transaction', 'refundOf')),
      fundings: look.fundings(pairsOf(scopes, 'funding')),
      batches: look.batches(distinct(scopes.flatMap(({ batch }) => batch ?? []))),
      batchLines: look.batchLines(linesOf(scopes)),
      lastEvents: look.lastEvents(distinct(scopes.flatMap(({ account, events }) => (events ? account : [])))),
      chainEnd: acts.length > 0 ? [acting.lock] : [],
      endedProposals: acting.ended([...new Set(acts.flatMap(({ proposal }) => proposal ?? []))]),
    })
    return {
      reads,
      loadedOf(rows) {
        const found = rowsOf(rows)
        return { ...loadedOf(found), chainEnd: acts.length > 0 ? acting.endIn(found.chainEnd) : undefined }
      },
    }
  }
}

type Found = ReturnType<ReturnType<typeof namedReads<Name>>['rowsOf']>
type Name = keyof ReturnType<typeof lookUps> | 'stops' | 'chainEnd' | 'endedProposals'

function loadedOf(found: Found): Omit<LoadedRows, 'chainEnd'> {
  const stops = found.stops as readonly (ChannelStopped | QuarantineCounts)[]
  const counts = stops.find(isCounts)
  const accounts = found.accounts as LockedRow[]
  const prompts = found.prompts as PromptsRow[]
  const dayCounts = found.dayCounts as DayCountRow[]
  const balances = (found.balances as StoredBalanceRow[]).map(balanceOf)
  const refunded = found.refunded as RefundedRow[]
  const references = found.references as ReferenceRow[]
  const transactions = [...found.prompted, ...found.transactions] as ClaimableRow[]
  const fundings = found.fundings as FundingRow[]
  const lastEvents = found.lastEvents as LastEventRow[]
  return {
    isQuarantined: Number(counts?.lasting) > 0,
    quarantines: Number(counts?.begun),
    stops: stops.filter((stop): stop is ChannelStopped => !isCounts(stop)),
    accounts: new Map(
      accounts.map((row) => [row.id, { version: Number(row.version), pinCount: pinCountOf(row) }] as const),
    ),
    prompts: new Map(prompts.map((row) => [row.phoneNumber, JSON.parse(row.prompts) as Prompt[]] as const)),
    dayCounts: new Map(dayCounts.map((row) => [keyOf(row.accountId, row.currency), dayCountOf(row)] as const)),
    balances: new Map(balances.map((row) => [keyOf(row.accountId, row.currency), row] as const)),
    refunded: new Map(refunded.map(({ collectionId, ...sum }) => [collectionId, sum] as const)),
    links: new Map(
      (found.links as (LinkRow & { readonly used: bigint })[]).map(
        (row) => [row.id, { link: linkOf(row), used: Number(row.used) }] as const,
      ),
    ),
    openThroughLinks: new Map(
      (found.openThroughLinks as OpenThroughLinkRow[])
        .filter(({ state }) => !isFinal(state))
        .map(({ linkId, phoneNumber, id }) => [keyOf(linkId, phoneNumber), id] as const),
    ),
    references: new Map(references.map((row) => [keyOf(row.accountId, row.reference), row.transactionId] as const)),
    transactions: new Map(
      transactions.map(
        (row) =>
          [
            row.id,
            {
              transaction: transactionOf(row),
              isClaimed: Boolean(row.isClaimed),
              exchanges: Number(row.exchanges ?? 0n),
            },
          ] as const,
      ),
    ),
    fundings: new Map(fundings.map((row) => [keyOf(row.accountId, row.reference), fundingOf(row)] as const)),
    batches: new Map(
      (found.batches as (BatchRow & { readonly isReferenceUsed: boolean | bigint })[]).map(
        (row) => [row.id, { batch: batchOf(row), isReferenceUsed: Boolean(row.isReferenceUsed) }] as const,
      ),
    ),
    batchLines: new Map(
      (found.batchLines as (LineRow & { readonly isBusy: boolean | bigint })[]).map(
        (row) => [keyOf(row.batchId, String(row.number)), { line: lineOf(row), isBusy: Boolean(row.isBusy) }] as const,
      ),
    ),
    endedProposals: new Set((found.endedProposals as EndedRow[]).map(({ proposal }) => Number(proposal))),
    lastEvents: new Map(lastEvents.map(({ accountId, sequence }) => [accountId, Number(sequence ?? 0n)] as const)),
  }
}

function lookUps(dialect: Dialect) {
  return {
    accounts: dialect.lookUp({
      name: 'lock accounts',
      columns: `a.id, a.version, ${selected(pinCountColumns, 'a')}`,
      from: 'accounts a',
      keys: [['a.id', 'text']],
      locks: true,
    }),
    prompts: dialect.lookUp({
      name: 'lock prompts',
      columns: selected(phonePrompts.columns, 'p'),
      from: 'phone_prompts p',
      keys: [['p.phone_number', 'text']],
      locks: true,
    }),
    prompted: dialect.lookUp({
      name: 'load prompted',
      columns: transactionColumns,
      from: 'phone_prompts p',
      keys: [['p.phone_number', 'text']],
      joins: `CROSS JOIN ${dialect.eachObject('p.prompts', 'one')}
        JOIN transactions t ON t.id = ${dialect.member('one', 'transactionId')} AND ${dialect.isTrue('one', 'isOpen')}`,
    }),
    dayCounts: dialect.lookUp({
      name: 'load day counts',
      columns: dayCountColumns,
      from: 'day_counts d',
      keys: ofAccount('d', 'currency'),
    }),
    balances: dialect.lookUp({
      name: 'load balances',
      columns: balanceColumns,
      from: 'balances b',
      keys: ofAccount('b', 'currency'),
    }),
    refunded: dialect.lookUp({
      name: 'add up refunds',
      columns: `c.id AS "collectionId", ${sumOfRefunds('amount_minor', dialect)} AS minor,
        ${sumOfRefunds('fee_back_minor', dialect)} AS "feeBackMinor"`,
      from: 'transactions c',
      keys: ofAccount('c', 'id'),
    }),
    links: dialect.lookUp({
      name: 'load links',
      columns: `${linkColumns}, CASE WHEN l.uses IS NULL THEN 0 ELSE ${usesOfLink} END AS used`,
      from: 'payment_links l',
      keys: [['l.id', 'text']],
    }),
    openThroughLinks: dialect.lookUp({
      name: 'load payments through links',
      columns: 't.id, t.state, t.link_id AS "linkId", t.phone_number AS "phoneNumber"',
      from: 'transactions t',
      keys: [
        ['t.link_id', 'text'],
        ['t.phone_number', 'text'],
      ],
    }),
    references: dialect.lookUp({
      name: 'load references',
      columns: selected(referenceColumns, 'r'),
      from: 'used_references r',
      keys: ofAccount('r', 'reference'),
    }),
    transactions: dialect.lookUp({
      name: 'load transactions',
      columns: `${transactionColumns}, f.leased_until_ms IS NOT NULL AS "isClaimed",
        (SELECT max(x.last) + 1 FROM exchanges x WHERE x.transaction_id = t.id) AS exchanges`,
      from: 'transactions t',
      keys: ofAccount('t', 'id'),
      joins: dialect.joinOne('follow_ups', 'f', 'f.account_id = t.account_id AND f.transaction_id = t.id'),
    }),
    fundings: dialect.lookUp({
      name: 'load fundings',
      columns: fundingColumns,
      from: 'fundings f',
      keys: ofAccount('f', 'reference'),
    }),
    batches: dialect.lookUp({
      name: 'load batches',
      columns: `${batchColumns}, EXISTS (SELECT 1 FROM payout_batches o WHERE o.account_id = b.account_id
        AND o.reference = b.reference AND o.state <> 'draft' AND o.id <> b.id) AS "isReferenceUsed"`,
      from: 'payout_batches b',
      keys: [['b.id', 'text']],
    }),
    batchLines: dialect.lookUp({
      name: 'load batch lines',
      columns: `${lineColumns}, ${hasOpened} AS "isBusy"`,
      from: 'payout_batch_lines l',
      keys: [
        ['l.batch_id', 'text'],
        ['l.number', 'integer'],
      ],
    }),
    lastEvents: dialect.lookUp({
      name: 'load last events',
      columns: 'a.id AS "accountId", (SELECT max(e.sequence) FROM events e WHERE e.account_id = a.id) AS sequence',
      from: 'accounts a',
      keys: [['a.id', 'text']],
    }),
  }
}

/** How many quarantines have begun, and how many of them last. */
type QuarantineCounts = { readonly network: null; readonly begun: bigint; readonly lasting: bigint }

function isCounts(stop: ChannelStopped | QuarantineCounts): stop is QuarantineCounts {
  return stop.network === null
}

/** A row that counts the quarantines, and one for each stop of a channel: one read, because nearly always there are none. */
const whatStops: SqlStatement = {
  name: 'find stops',
  text: `
    SELECT CAST(NULL AS TEXT) AS network, CAST(NULL AS TEXT) AS currency, CAST(NULL AS TEXT) AS kind,
      CAST(NULL AS TEXT) AS cause, CAST(NULL AS TEXT) AS access, count(*) AS begun,
      count(*) - count(ended_at_ms) AS lasting
    FROM quarantines
    UNION ALL SELECT network, currency, kind, cause, access, 0, 0 FROM channel_stops WHERE ended_at_ms IS NULL`,
}

/** What a column of the refunds of a collection `c` comes to, of those that have not failed. */
function sumOfRefunds(column: 'amount_minor' | 'fee_back_minor', { types: { integer } }: Dialect): string {
  return `CAST((
    SELECT coalesce(sum(r.${column}), 0) FROM transactions r
    WHERE r.refund_of = c.id AND r.account_id = c.account_id AND r.state <> 'failed'
  ) AS ${integer})`
}

function ofAccount(alias: string, column: string) {
  return [[`${alias}.account_id`, 'text'] as const, [`${alias}.${column}`, 'text'] as const]
}

/** A scope for each of the currencies of one. */
function eachCurrency(scope: Scope): readonly Scope[] {
  return scope.currencies ? [scope, ...scope.currencies.map((currency) => ({ ...scope, currency }))] : [scope]
}

function linesOf(scopes: readonly Scope[]): unknown[][] {
  const lines = new Map<string, unknown[]>()
  for (const { batch, batchLine } of scopes) {
    if (batch !== undefined && batchLine !== undefined) lines.set(keyOf(batch, String(batchLine)), [batch, batchLine])
  }
  return [...lines.values()]
}

function payersOf(scopes: readonly Scope[]): string[][] {
  const payers = new Map<string, string[]>()
  for (const { link } of scopes) if (link) payers.set(keyOf(link.id, link.phoneNumber), [link.id, link.phoneNumber])
  return [...payers.values()]
}

function distinct(ids: readonly string[]): string[][] {
  return [...new Set(ids)].map((id) => [id])
}

function pairsOf(
  scopes: readonly Scope[],
  ...parts: readonly ('currency' | 'refundOf' | 'reference' | 'transaction' | 'funding')[]
): string[][] {
  const pairs = new Map<string, string[]>()
  for (const scope of scopes) {
    for (const part of parts) {
      const { account, [part]: name } = scope
      if (name !== undefined) pairs.set(keyOf(account, name), [account, name])
    }
  }
  return [...pairs.values()]
}
