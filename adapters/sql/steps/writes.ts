import { type AddedRows, type DayCount, isFollowed, noneAdded, type PhonePrompts } from '../../../core/sente.ts'
import { batches, batchKeys, batchLines, batchProgress, lineKeys, lineProgress } from '../batches/tables.ts'
import { enterings } from '../books/lists/lists.ts'
import { markings } from '../books/marks.ts'
import { exchanges, orKeptTogether } from '../cases/tables.ts'
import type { Columns, Dialect, ForRows } from '../engine/dialect.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { actionWrites } from '../operators/actions/actionWrites.ts'
import { held } from '../store/contents.ts'
import {
  accountKeys,
  dayCountKeys,
  dayCounts,
  dayCountValues,
  type OwnedPinCount,
  phonePrompts,
  pinCountColumns,
} from '../tables/accounts.ts'
import { annotations } from '../tables/annotations.ts'
import { balanceKeys, balances, balanceValues } from '../tables/balances.ts'
import { events } from '../tables/events.ts'
import { followUpColumns, followUpKeys, followUps, leaseColumns } from '../tables/followUps.ts'
import { postings } from '../tables/postings.ts'
import {
  referenceColumns,
  stateColumns,
  transactionKeys,
  transactions,
  usedReferences,
} from '../tables/transactions.ts'
import type { BatchChanges, RowToWrite } from './batchRows.ts'
import { erasures } from './erasures.ts'

/** Writes a batch's changes, subject by subject in this order: parents before the rows that refer to them. */
type Writers = {
  readonly [Name in keyof BatchChanges]: (written: BatchChanges[Name], all: BatchChanges) => readonly SqlStatement[]
}

/** Writes the rows that steps have added into their tables. */
function addedWriters(dialect: Dialect): Pick<Writers, keyof AddedRows> {
  const kinds = Object.keys(noneAdded()) as (keyof AddedRows)[]
  const writers = kinds.map((kind) => [kind, dialect.insert<never>(held[kind].table.name, held[kind].columns)])
  return Object.fromEntries(writers)
}

/** Makes the statements that write a batch's changes. */
export function writesOf(dialect: Dialect): (changes: BatchChanges) => SqlStatement[] {
  const writers = writersOf(dialect)
  const names = Object.keys(writers) as (keyof BatchChanges)[]
  return (changes) => {
    const write = <Name extends keyof BatchChanges>(name: Name) => writers[name](changes[name], changes)
    return names.flatMap((name) => write(name))
  }
}

function writersOf(dialect: Dialect): Writers {
  const append = actionWrites(dialect).append
  // An action is written with the chain, and an event with the lists that it completes.
  const { fundings, actions: _, events: __, ...others } = addedWriters(dialect)
  return {
    pinCounts: over(
      dialect.update<OwnedPinCount>('accounts', { keys: accountKeys, columns: pinCountColumns }),
      (counts: BatchChanges['pinCounts']) => [...counts].map(([id, pinCount]) => ({ id, pinCount })),
    ),
    balances: upserts(dialect, balances.name, { keys: balanceKeys, columns: balanceValues }),
    dayCounts: upserts<DayCount>(dialect, dayCounts.name, { keys: dayCountKeys, columns: dayCountValues }),
    opened: openedWriter(dialect),
    changed: over(
      dialect.update(transactions.name, { keys: transactionKeys, columns: stateColumns }),
      (changed: BatchChanges['changed']) => [...changed.values()].map(({ after }) => after),
    ),
    released: followUpWriter(dialect),
    fundings,
    batches: over(dialect.update(batches.name, { keys: batchKeys, columns: batchProgress }), valuesOf),
    batchLines: over(dialect.update(batchLines.name, { keys: lineKeys, columns: lineProgress }), valuesOf),
    postings: each(dialect.insert(postings.name, postings.columns), markings(dialect)),
    events: each(dialect.insert(events.name, events.columns), enterings(dialect)),
    annotations: dialect.insert(annotations.name, annotations.columns),
    exchanges: over(dialect.insert(exchanges.name, exchanges.columns, orKeptTogether), valuesOf),
    erased: erasures,
    prompts: promptsWriter(dialect),
    ...others,
    chain: (chain, { actions }) => (chain ? append(chain.before, { actions, end: chain.end }) : []),
    actions: () => [],
  }
}

/** New transactions, and the references that they use up. */
function openedWriter(dialect: Dialect): Writers['opened'] {
  const insert = dialect.insert(transactions.name, transactions.columns)
  const use = dialect.insert(usedReferences.name, referenceColumns)
  return over(each(insert, use), valuesOf)
}

/** The follow-ups of all opened, changed or released transactions. Every write ends a claim. */
function followUpWriter(dialect: Dialect): Writers['released'] {
  const begin = dialect.insert(followUps.name, [...followUpKeys, ...followUpColumns])
  const goOn = dialect.update(followUps.name, { keys: followUpKeys, columns: [...followUpColumns, ...leaseColumns] })
  const end = dialect.delete(followUps.name, followUpKeys)
  return (released, { opened, changed }) => {
    const plans = [...changed.values()].map(({ before, after }) => ({ before, after, was: isFollowed(before) }))
    const onlyReleased = [...released.values()].filter(({ id }) => !changed.has(id))
    const those = (was: boolean, is: boolean) =>
      plans.filter((plan) => plan.was === was && isFollowed(plan.after) === is).map(({ after }) => after)
    return [
      ...begin([...[...opened.values()].filter(isFollowed), ...those(false, true)]),
      ...goOn([...those(true, true), ...onlyReleased]),
      ...end(those(true, false)),
    ]
  }
}

/** Nothing is kept for a phone number without prompts. */
function promptsWriter(dialect: Dialect): Writers['prompts'] {
  const columns = { keys: phonePrompts.columns.slice(0, 1), columns: phonePrompts.columns.slice(1) }
  const insert = dialect.insert<PhonePrompts>(phonePrompts.name, phonePrompts.columns)
  const update = dialect.update<PhonePrompts>(phonePrompts.name, columns)
  const remove = dialect.delete<PhonePrompts>(phonePrompts.name, columns.keys)
  const isKept = ({ prompts }: PhonePrompts) => prompts.length > 0
  return (written) => {
    const { added, changed } = splitByNew([...written.values()].sort(byPhoneNumber))
    return [...update(changed), ...insert(added.filter(isKept)), ...remove(changed.filter((row) => !isKept(row)))]
  }
}

/** Inserts the new rows, and updates the others. */
function upserts<Row>(dialect: Dialect, table: string, columns: Columns<Row>) {
  const insert = dialect.insert(table, [...columns.keys, ...columns.columns])
  const update = dialect.update(table, columns)
  return (written: ReadonlyMap<string, RowToWrite<Row>>) => {
    const { added, changed } = splitByNew([...written.values()])
    return [...insert(added), ...update(changed)]
  }
}

function splitByNew<Row>(rows: readonly RowToWrite<Row>[]): { readonly added: Row[]; readonly changed: Row[] } {
  return {
    added: rows.filter(({ isNew }) => isNew).map(({ row }) => row),
    changed: rows.filter(({ isNew }) => !isNew).map(({ row }) => row),
  }
}

function over<Written, Row>(write: ForRows<Row>, rowsIn: (written: Written) => readonly Row[]) {
  return (written: Written) => write(rowsIn(written))
}

function each<Row>(...writes: readonly ForRows<Row>[]): ForRows<Row> {
  return (rows) => writes.flatMap((write) => write(rows))
}

function valuesOf<Row>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.values()]
}

/** Two nodes may be the first to ask the same numbers. One waits for the other, in this order, and then runs again. */
function byPhoneNumber(one: RowToWrite<PhonePrompts>, other: RowToWrite<PhonePrompts>): number {
  return one.row.phoneNumber < other.row.phoneNumber ? -1 : 1
}
