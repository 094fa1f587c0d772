import { isFollowed, type PhonePrompts } from '../../../core/sente.ts'
import { batches, batchKeys, batchLines, batchProgress, lineKeys, lineProgress } from '../batches/tables.ts'
import { enterings } from '../books/lists.ts'
import { markings } from '../books/marks.ts'
import { exchanges, orKeptTogether } from '../cases/tables.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { actionWrites } from '../operators/actions/actionWrites.ts'
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
import { fundings } from '../tables/fundings.ts'
import { postings } from '../tables/postings.ts'
import {
  referenceColumns,
  stateColumns,
  transactionKeys,
  transactions,
  usedReferences,
} from '../tables/transactions.ts'
import type { BatchChanges } from './batchRows.ts'
import { erasures } from './erasures.ts'

/** Makes the statements that write what a batch has changed, parents before the rows that refer to them. */
export function writesOf(dialect: Dialect): (changes: BatchChanges) => SqlStatement[] {
  const write = writers(dialect)
  return (changes) => {
    const stored = splitByNew([...changes.balances.values()])
    const prompts = splitByNew([...changes.prompts.values()].sort(byPhoneNumber))
    const days = splitByNew([...changes.dayCounts.values()])
    const opened = [...changes.opened.values()]
    const followed = followUpsIn(changes)
    return [
      ...write.pinCounts([...changes.pinCounts].map(([id, pinCount]) => ({ id, pinCount }))),
      ...write.newBalances(stored.added),
      ...write.balances(stored.changed),
      ...write.newDayCounts(days.added),
      ...write.dayCounts(days.changed),
      ...write.newTransactions(opened),
      ...write.transactions([...changes.changed.values()].map(({ after }) => after)),
      ...write.references(opened),
      ...write.newFollowUps(followed.added),
      ...write.followUps(followed.changed),
      ...write.endedFollowUps(followed.ended),
      ...write.fundings(changes.fundings),
      ...write.batches([...changes.batches.values()]),
      ...write.batchLines([...changes.batchLines.values()]),
      ...write.postings(changes.postings),
      ...write.events(changes.events),
      ...write.annotations(changes.annotations),
      ...write.exchanges([...changes.exchanges.values()]),
      ...erasures(changes.erased),
      ...write.prompts(prompts.changed),
      ...write.newPrompts(prompts.added.filter(isKept)),
      ...write.emptyPrompts(prompts.changed.filter((row) => !isKept(row))),
      ...write.marks(changes.postings),
      ...write.lists(changes.events),
      ...(changes.chain
        ? write.actions(changes.chain.before, { actions: changes.actions, end: changes.chain.end })
        : []),
    ]
  }
}

function writers(dialect: Dialect) {
  const promptColumns = { keys: phonePrompts.columns.slice(0, 1), columns: phonePrompts.columns.slice(1) }
  return {
    pinCounts: dialect.update<OwnedPinCount>('accounts', { keys: accountKeys, columns: pinCountColumns }),
    newBalances: dialect.insert(balances.name, balances.columns),
    balances: dialect.update(balances.name, { keys: balanceKeys, columns: balanceValues }),
    newDayCounts: dialect.insert(dayCounts.name, dayCounts.columns),
    dayCounts: dialect.update(dayCounts.name, { keys: dayCountKeys, columns: dayCountValues }),
    newTransactions: dialect.insert(transactions.name, transactions.columns),
    transactions: dialect.update(transactions.name, { keys: transactionKeys, columns: stateColumns }),
    references: dialect.insert(usedReferences.name, referenceColumns),
    newFollowUps: dialect.insert(followUps.name, [...followUpKeys, ...followUpColumns]),
    followUps: dialect.update(followUps.name, { keys: followUpKeys, columns: [...followUpColumns, ...leaseColumns] }),
    endedFollowUps: dialect.delete(followUps.name, followUpKeys),
    fundings: dialect.insert(fundings.name, fundings.columns),
    batches: dialect.update(batches.name, { keys: batchKeys, columns: batchProgress }),
    batchLines: dialect.update(batchLines.name, { keys: lineKeys, columns: lineProgress }),
    postings: dialect.insert(postings.name, postings.columns),
    events: dialect.insert(events.name, events.columns),
    annotations: dialect.insert(annotations.name, annotations.columns),
    exchanges: dialect.insert(exchanges.name, exchanges.columns, orKeptTogether),
    newPrompts: dialect.insert<PhonePrompts>(phonePrompts.name, phonePrompts.columns),
    prompts: dialect.update<PhonePrompts>(phonePrompts.name, promptColumns),
    emptyPrompts: dialect.delete<PhonePrompts>(phonePrompts.name, promptColumns.keys),
    marks: markings(dialect),
    lists: enterings(dialect),
    actions: actionWrites(dialect).append,
  }
}

type RowToWrite<Row> = { readonly row: Row; readonly isNew: boolean }

function splitByNew<Row>(rows: readonly RowToWrite<Row>[]): { readonly added: Row[]; readonly changed: Row[] } {
  return {
    added: rows.filter(({ isNew }) => isNew).map(({ row }) => row),
    changed: rows.filter(({ isNew }) => !isNew).map(({ row }) => row),
  }
}

/** Nothing is kept for a phone number without prompts. */
function isKept({ prompts }: PhonePrompts): boolean {
  return prompts.length > 0
}

/** The transactions whose follow-ups are written. Every write ends a claim. */
function followUpsIn({ opened, changed, released }: BatchChanges) {
  const plans = [...changed.values()].map(({ before, after }) => ({ before, after, was: isFollowed(before) }))
  const onlyReleased = [...released.values()].filter(({ id }) => !changed.has(id))
  const goOn = plans.filter(({ was, after }) => was && isFollowed(after))
  const begin = plans.filter(({ was, after }) => !was && isFollowed(after))
  const end = plans.filter(({ was, after }) => was && !isFollowed(after))
  return {
    added: [...[...opened.values()].filter(isFollowed), ...begin.map(({ after }) => after)],
    changed: [...goOn.map(({ after }) => after), ...onlyReleased],
    ended: end.map(({ after }) => after),
  }
}

/** Two nodes may be the first to ask the same numbers: one waits for the other, in this order, and then runs again. */
function byPhoneNumber(one: RowToWrite<PhonePrompts>, other: RowToWrite<PhonePrompts>): number {
  return one.row.phoneNumber < other.row.phoneNumber ? -1 : 1
}
