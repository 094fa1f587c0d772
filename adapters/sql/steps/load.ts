import {
  type Channel,
  isFinal,
  type Prompt,
  type Refunded,
  type Scope,
  type Stopped,
  type Transaction,
} from '../../../core/sente.ts'
import { hasOpened } from '../batches/batches.ts'
import { type BatchRow, batchColumns, batchOf, type LineRow, lineColumns, lineOf } from '../batches/tables.ts'
import type { Dialect, LookUp } from '../engine/dialect.ts'
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

/** The reads that lock and load the rows of scopes, and their results. */
export type Loading = {
  readonly reads: readonly SqlStatement[]
  loadedOf(rows: readonly (readonly unknown[])[]): LoadedRows
}

type Loads = ReturnType<typeof loadsOf>

/** The rows that a batch has locked and loaded, in the form of {@link loadsOf}. */
export type LoadedRows = { readonly [Name in keyof Loads]: ReturnType<Loads[Name]['of']> }

/** A transaction as it is stored, with whether a claim on it may last, and the number of its exchanges. */
export type StoredTransaction = {
  readonly transaction: Transaction
  readonly isClaimed: boolean
  readonly exchanges: number
}

/** A stop of a channel, as a step sees it. */
type ChannelStopped = Channel & Stopped

/** The reads of the rows that scopes name, and their results. `isRead` is false if no scope names any. */
type Load<Row, Loaded> = {
  reads(scopes: readonly Scope[]): readonly SqlStatement[]
  of(rows: readonly Row[], isRead: boolean): Loaded
}

/** Makes a load of the rows that a look-up finds by the keys in scopes. */
function loading(dialect: Dialect) {
  return <Row, Loaded>(
    lookUp: LookUp,
    keysIn: (scopes: readonly Scope[]) => readonly (readonly unknown[])[],
    of: (rows: readonly Row[]) => Loaded,
  ): Load<Row, Loaded> => {
    const read = dialect.lookUp(lookUp)
    return { reads: (scopes) => read(keysIn(scopes)), of }
  }
}

type LockedRow = PinCountRow & { readonly id: string; readonly version: bigint }
type PromptsRow = { readonly phoneNumber: string; readonly prompts: string }
type OpenThroughLinkRow = Pick<Transaction, 'id' | 'state' | 'phoneNumber'> & { readonly linkId: string }
type ReferenceRow = { readonly accountId: string; readonly reference: string; readonly transactionId: string }
type ClaimableRow = TransactionRow & { readonly isClaimed?: boolean | bigint; readonly exchanges?: bigint | null }

/** A key made of two texts. It is unique because ids contain no blank. */
export function keyOf(accountId: string, name: string | number | bigint): string {
  return `${accountId} ${name}`
}

/**
 * Locks the accounts of scopes, then their phone numbers, each in the order of their ids, and then the end of the chain
 * of actions, so that there is no deadlock. Then it loads the other rows of the scopes. Each statement sees the rows
 * committed before it began, so the statements after the lock see the writes of its last holder. A single statement
 * that locks and loads would not.
 */
export function lockAndLoad(dialect: Dialect): (scopes: readonly Scope[]) => Loading {
  const loads = loadsOf(dialect)
  const names = Object.keys(loads) as (keyof Loads)[]
  return (scopes) => {
    const by = {} as Record<keyof Loads, readonly SqlStatement[]>
    for (const name of names) by[name] = loads[name].reads(scopes)
    const { reads, rowsOf } = namedReads(by)
    return {
      reads,
      loadedOf(rows) {
        const found = rowsOf(rows)
        const loaded: Record<string, unknown> = {}
        for (const name of names) loaded[name] = loads[name].of(found[name] as never, by[name].length > 0)
        return loaded as LoadedRows
      },
    }
  }
}

/** Every subject's rows, in the order in which they are locked and read. */
function loadsOf(dialect: Dialect) {
  const acting = actionWrites(dialect)
  const load = loading(dialect)
  return {
    /** By account, locked. */
    accounts: load(
      {
        name: 'lock accounts',
        columns: `a.id, a.version, ${selected(pinCountColumns, 'a')}`,
        from: 'accounts a',
        keys: [['a.id', 'text']],
        locks: true,
      },
      (scopes) => distinct(scopes.map(({ account }) => account)),
      (rows: readonly LockedRow[]) =>
        mapOf(rows, (row) => [row.id, { version: Number(row.version), pinCount: pinCountOf(row) }]),
    ),
    /** By phone number, locked. */
    prompts: load(
      {
        name: 'lock prompts',
        columns: selected(phonePrompts.columns, 'p'),
        from: 'phone_prompts p',
        keys: [['p.phone_number', 'text']],
        locks: true,
      },
      (scopes) => phoneNumbersOf(scopes),
      (rows: readonly PromptsRow[]) =>
        mapOf(rows, (row) => [row.phoneNumber, JSON.parse(row.prompts) as readonly Prompt[]]),
    ),
    /** The transactions of open prompts, which are not locked, by their ids. */
    prompted: load(
      {
        name: 'load prompted',
        columns: transactionColumns,
        from: 'phone_prompts p',
        keys: [['p.phone_number', 'text']],
        joins: `CROSS JOIN ${dialect.eachObject('p.prompts', 'one')}
          JOIN transactions t ON t.id = ${dialect.member('one', 'transactionId')} AND ${dialect.isTrue('one', 'isOpen')}`,
      },
      (scopes) => phoneNumbersOf(scopes),
      transactionsIn,
    ),
    /** By account and currency. */
    dayCounts: load(
      { name: 'load day counts', columns: dayCountColumns, from: 'day_counts d', keys: ofAccount('d', 'currency') },
      (scopes) =>
        pairsOf(
          scopes.filter(({ dayCount }) => dayCount),
          'currency',
        ),
      (rows: readonly DayCountRow[]) => mapOf(rows, (row) => [keyOf(row.accountId, row.currency), dayCountOf(row)]),
    ),
    /** Quarantines, and the lasting stops of all channels. */
    stops: { reads: () => [whatStops], of: stopsIn },
    /** By account and currency. */
    balances: load(
      { name: 'load balances', columns: balanceColumns, from: 'balances b', keys: ofAccount('b', 'currency') },
      (scopes) => pairsOf(scopes.flatMap(eachCurrency), 'currency'),
      (rows: readonly StoredBalanceRow[]) =>
        mapOf(rows.map(balanceOf), (row) => [keyOf(row.accountId, row.currency), row]),
    ),
    /** The totals of refunds that have not failed, by the collections of the scopes. */
    refunded: load(
      {
        name: 'add up refunds',
        columns: `c.id AS "collectionId", ${sumOfRefunds('amount_minor', dialect)} AS minor,
          ${sumOfRefunds('fee_back_minor', dialect)} AS "feeBackMinor"`,
        from: 'transactions c',
        keys: ofAccount('c', 'id'),
      },
      (scopes) => pairsOf(scopes, 'refundOf'),
      (rows: readonly (Refunded & { readonly collectionId: string })[]) =>
        mapOf(rows, ({ collectionId, ...sum }) => [collectionId, sum]),
    ),
    /** Payment links by their ids, with the number of payments that take the room of each. */
    links: load(
      {
        name: 'load links',
        columns: `${linkColumns}, CASE WHEN l.uses IS NULL THEN 0 ELSE ${usesOfLink} END AS used`,
        from: 'payment_links l',
        keys: [['l.id', 'text']],
      },
      (scopes) => distinct(scopes.flatMap(({ link }) => link?.id ?? [])),
      (rows: readonly (LinkRow & { readonly used: bigint })[]) =>
        mapOf(rows, (row) => [row.id, { link: linkOf(row), used: Number(row.used) }]),
    ),
    /** The open payment through a link, by link and phone number. */
    openThroughLinks: load(
      {
        name: 'load payments through links',
        columns: 't.id, t.state, t.link_id AS "linkId", t.phone_number AS "phoneNumber"',
        from: 'transactions t',
        keys: [
          ['t.link_id', 'text'],
          ['t.phone_number', 'text'],
        ],
      },
      (scopes) => payersOf(scopes),
      (rows: readonly OpenThroughLinkRow[]) =>
        mapOf(
          rows.filter(({ state }) => !isFinal(state)),
          ({ linkId, phoneNumber, id }) => [keyOf(linkId, phoneNumber), id],
        ),
    ),
    /** The transactions that used references, by account and reference. */
    references: load(
      {
        name: 'load references',
        columns: selected(referenceColumns, 'r'),
        from: 'used_references r',
        keys: ofAccount('r', 'reference'),
      },
      (scopes) => pairsOf(scopes, 'reference'),
      (rows: readonly ReferenceRow[]) => mapOf(rows, (row) => [keyOf(row.accountId, row.reference), row.transactionId]),
    ),
    /** The transactions of the scopes, by their ids. */
    transactions: load(
      {
        name: 'load transactions',
        columns: `${transactionColumns}, f.leased_until_ms IS NOT NULL AS "isClaimed",
          (SELECT max(x.last) + 1 FROM exchanges x WHERE x.transaction_id = t.id) AS exchanges`,
        from: 'transactions t',
        keys: ofAccount('t', 'id'),
        joins: dialect.joinOne('follow_ups', 'f', 'f.account_id = t.account_id AND f.transaction_id = t.id'),
      },
      (scopes) => pairsOf(scopes, 'transaction', 'refundOf'),
      transactionsIn,
    ),
    /** By account and reference. */
    fundings: load(
      { name: 'load fundings', columns: fundingColumns, from: 'fundings f', keys: ofAccount('f', 'reference') },
      (scopes) => pairsOf(scopes, 'funding'),
      (rows: readonly FundingRow[]) => mapOf(rows, (row) => [keyOf(row.accountId, row.reference), fundingOf(row)]),
    ),
    /** Batches of payouts, by their ids. */
    batches: load(
      {
        name: 'load batches',
        columns: `${batchColumns}, EXISTS (SELECT 1 FROM payout_batches o WHERE o.account_id = b.account_id
          AND o.reference = b.reference AND o.state <> 'draft' AND o.id <> b.id) AS "isReferenceUsed"`,
        from: 'payout_batches b',
        keys: [['b.id', 'text']],
      },
      (scopes) => distinct(scopes.flatMap(({ batch }) => batch ?? [])),
      (rows: readonly (BatchRow & { readonly isReferenceUsed: boolean | bigint })[]) =>
        mapOf(rows, (row) => [row.id, { batch: batchOf(row), isReferenceUsed: Boolean(row.isReferenceUsed) }]),
    ),
    /** Their lines, by batch and number. */
    batchLines: load(
      {
        name: 'load batch lines',
        columns: `${lineColumns}, ${hasOpened} AS "isBusy"`,
        from: 'payout_batch_lines l',
        keys: [
          ['l.batch_id', 'text'],
          ['l.number', 'integer'],
        ],
      },
      (scopes) => linesOf(scopes),
      (rows: readonly (LineRow & { readonly isBusy: boolean | bigint })[]) =>
        mapOf(rows, (row) => [keyOf(row.batchId, row.number), { line: lineOf(row), isBusy: Boolean(row.isBusy) }]),
    ),
    /** The sequences of accounts' last events, by account. */
    lastEvents: load(
      {
        name: 'load last events',
        columns: 'a.id AS "accountId", (SELECT max(e.sequence) FROM events e WHERE e.account_id = a.id) AS sequence',
        from: 'accounts a',
        keys: [['a.id', 'text']],
      },
      (scopes) => distinct(scopes.flatMap(({ account, events }) => (events ? account : []))),
      (rows: readonly { readonly accountId: string; readonly sequence: bigint | null }[]) =>
        mapOf(rows, ({ accountId, sequence }) => [accountId, Number(sequence ?? 0n)]),
    ),
    /** The end of the chain of actions, locked; undefined where no step may write any. */
    chainEnd: {
      reads: (scopes: readonly Scope[]) => (scopes.some(({ action }) => action) ? [acting.lock] : []),
      of: (rows: readonly unknown[], isRead: boolean) => (isRead ? acting.endIn(rows) : undefined),
    },
    /** The proposals of the scopes that have ended. */
    endedProposals: {
      reads: (scopes: readonly Scope[]) =>
        acting.ended([...new Set(scopes.flatMap(({ action }) => action?.proposal ?? []))]),
      of: (rows: readonly EndedRow[]) => new Set(rows.map(({ proposal }) => Number(proposal))),
    },
  }
}

function mapOf<Row, Value>(rows: readonly Row[], entryOf: (row: Row) => readonly [string, Value]): Map<string, Value> {
  return new Map(rows.map(entryOf))
}

function transactionsIn(rows: readonly ClaimableRow[]): Map<string, StoredTransaction> {
  return mapOf(rows, (row) => [
    row.id,
    { transaction: transactionOf(row), isClaimed: Boolean(row.isClaimed), exchanges: Number(row.exchanges ?? 0n) },
  ])
}

/** How many quarantines have begun, and how many of them last. */
type QuarantineCounts = { readonly network: null; readonly begun: bigint; readonly lasting: bigint }

function isCounts(stop: ChannelStopped | QuarantineCounts): stop is QuarantineCounts {
  return stop.network === null
}

function stopsIn(rows: readonly (ChannelStopped | QuarantineCounts)[]) {
  const counts = rows.find(isCounts)
  return {
    isQuarantined: Number(counts?.lasting) > 0,
    quarantines: Number(counts?.begun),
    channels: rows.filter((stop): stop is ChannelStopped => !isCounts(stop)),
  }
}

/**
 * A row that counts the quarantines, and one for each stop of a channel. It is one read, because nearly always there
 * are none.
 */
const whatStops: SqlStatement = {
  name: 'find stops',
  text: `
    SELECT CAST(NULL AS TEXT) AS network, CAST(NULL AS TEXT) AS currency, CAST(NULL AS TEXT) AS kind,
      CAST(NULL AS TEXT) AS cause, CAST(NULL AS TEXT) AS access, count(*) AS begun,
      count(*) - count(ended_at_ms) AS lasting
    FROM quarantines
    UNION ALL SELECT network, currency, kind, cause, access, 0, 0 FROM channel_stops WHERE ended_at_ms IS NULL`,
}

/** The total of a column of the refunds of a collection `c` that have not failed. */
function sumOfRefunds(column: 'amount_minor' | 'fee_back_minor', { types: { integer } }: Dialect): string {
  return `CAST((
    SELECT coalesce(sum(r.${column}), 0) FROM transactions r
    WHERE r.refund_of = c.id AND r.account_id = c.account_id AND r.state <> 'failed'
  ) AS ${integer})`
}

function ofAccount(alias: string, column: string) {
  return [[`${alias}.account_id`, 'text'] as const, [`${alias}.${column}`, 'text'] as const]
}

/** A scope for each currency of a scope. */
function eachCurrency(scope: Scope): readonly Scope[] {
  return scope.currencies ? [scope, ...scope.currencies.map((currency) => ({ ...scope, currency }))] : [scope]
}

function linesOf(scopes: readonly Scope[]): unknown[][] {
  const lines = new Map<string, unknown[]>()
  for (const { batch, batchLine } of scopes) {
    if (batch !== undefined && batchLine !== undefined) lines.set(keyOf(batch, batchLine), [batch, batchLine])
  }
  return [...lines.values()]
}

function payersOf(scopes: readonly Scope[]): string[][] {
  const payers = new Map<string, string[]>()
  for (const { link } of scopes) if (link) payers.set(keyOf(link.id, link.phoneNumber), [link.id, link.phoneNumber])
  return [...payers.values()]
}

function phoneNumbersOf(scopes: readonly Scope[]): string[][] {
  return distinct(scopes.flatMap(({ phoneNumber }) => phoneNumber ?? []))
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
