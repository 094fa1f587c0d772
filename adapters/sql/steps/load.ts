import type { Prompt, Scope } from '../../../core/sente.ts'
import { actionWrites, type EndedRow } from '../actions/actionWrites.ts'
import type { Dialect } from '../engine/dialect.ts'
import { namedReads } from '../engine/reads.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { selected } from '../engine/table.ts'
import {
  type DayCountRow,
  dayCountColumns,
  dayCountOf,
  type PinCountRow,
  phonePrompts,
  pinCountColumns,
  pinCountOf,
} from '../tables/accounts.ts'
import { balanceColumns, type StoredBalance } from '../tables/balances.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../tables/fundings.ts'
import { referenceColumns, type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { keyOf, type LineStopped, type LoadedRows } from './batchRows.ts'

/** The reads that lock and load what scopes name, and the rows that they found. */
export type Loading = {
  readonly reads: readonly SqlStatement[]
  loadedOf(rows: readonly (readonly unknown[])[]): LoadedRows
}

type LockedRow = PinCountRow & { readonly id: string; readonly version: bigint }
type PromptsRow = { readonly phoneNumber: string; readonly prompts: string }
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
      balances: look.balances(pairsOf(scopes, 'currency')),
      references: look.references(pairsOf(scopes, 'reference')),
      transactions: look.transactions(pairsOf(scopes, 'transaction')),
      fundings: look.fundings(pairsOf(scopes, 'funding')),
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
  const stops = found.stops as (LineStopped | { readonly network: null })[]
  const accounts = found.accounts as LockedRow[]
  const prompts = found.prompts as PromptsRow[]
  const dayCounts = found.dayCounts as DayCountRow[]
  const balances = found.balances as StoredBalance[]
  const references = found.references as ReferenceRow[]
  const transactions = [...found.prompted, ...found.transactions] as ClaimableRow[]
  const fundings = found.fundings as FundingRow[]
  const lastEvents = found.lastEvents as LastEventRow[]
  return {
    isQuarantined: stops.some(({ network }) => network === null),
    stops: stops.filter((stop): stop is LineStopped => stop.network !== null),
    accounts: new Map(
      accounts.map((row) => [row.id, { version: Number(row.version), pinCount: pinCountOf(row) }] as const),
    ),
    prompts: new Map(prompts.map((row) => [row.phoneNumber, JSON.parse(row.prompts) as Prompt[]] as const)),
    dayCounts: new Map(dayCounts.map((row) => [keyOf(row.accountId, row.currency), dayCountOf(row)] as const)),
    balances: new Map(balances.map((row) => [keyOf(row.accountId, row.currency), row] as const)),
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
    lastEvents: dialect.lookUp({
      name: 'load last events',
      columns: 'a.id AS "accountId", (SELECT max(e.sequence) FROM events e WHERE e.account_id = a.id) AS sequence',
      from: 'accounts a',
      keys: [['a.id', 'text']],
    }),
  }
}

/** A row without a network for a quarantine, and one for each stop of a line: one read, because nearly always there are none. */
const whatStops: SqlStatement = {
  name: 'find stops',
  text: `
    SELECT CAST(NULL AS TEXT) AS network, CAST(NULL AS TEXT) AS currency, CAST(NULL AS TEXT) AS kind,
      CAST(NULL AS TEXT) AS cause, CAST(NULL AS TEXT) AS access
    FROM quarantines WHERE ended_at_ms IS NULL
    UNION ALL SELECT network, currency, kind, cause, access FROM line_stops WHERE ended_at_ms IS NULL`,
}

function ofAccount(alias: string, column: string) {
  return [[`${alias}.account_id`, 'text'] as const, [`${alias}.${column}`, 'text'] as const]
}

function distinct(ids: readonly string[]): string[][] {
  return [...new Set(ids)].map((id) => [id])
}

function pairsOf(scopes: readonly Scope[], part: 'currency' | 'reference' | 'transaction' | 'funding'): string[][] {
  const pairs = new Map<string, string[]>()
  for (const { account, [part]: name } of scopes) {
    if (name !== undefined) pairs.set(keyOf(account, name), [account, name])
  }
  return [...pairs.values()]
}
