import {
  type AddedLists,
  type BalanceRow,
  type Batch,
  type BatchLine,
  type ChainEnd,
  type Changes,
  type DayCount,
  type ErasedNumber,
  type ExchangeRow,
  exchangeRow,
  isOn,
  type Keeping,
  keepAll,
  type NumberedExchange,
  type NumberedPosting,
  noneAdded,
  type OwnedAnnotation,
  openAfter,
  type PhonePrompts,
  type PinCount,
  type PostedBalance,
  type Posting,
  placeOf,
  refundedAfter,
  type Scope,
  type StepRows,
  type StoredBalance,
  type Transaction,
  usesAfter,
} from '../../../core/sente.ts'
import type { StoreClock } from '../engine/sqlStatement.ts'
import type { FoundEnd } from '../operators/actions/actionWrites.ts'
import { keyOf, type LoadedRows } from './load.ts'

/** A row as the last step left it; new if it was not stored before the batch. */
export type RowToWrite<Row> = { readonly row: Row; readonly isNew: boolean }

/** The writes of a batch, when all of its steps have run: each row once, as the last step left it. */
export type BatchChanges = AddedLists & {
  readonly pinCounts: Map<string, PinCount>
  /** By phone number. */
  readonly prompts: Map<string, RowToWrite<PhonePrompts>>
  readonly dayCounts: Map<string, RowToWrite<DayCount>>
  readonly balances: Map<string, RowToWrite<StoredBalance>>
  readonly postings: NumberedPosting[]
  readonly opened: Map<string, Transaction>
  /** Transactions with their state before the batch. */
  readonly changed: Map<string, { readonly before: Transaction; readonly after: Transaction }>
  readonly batches: Map<string, Batch>
  readonly batchLines: Map<string, BatchLine>
  readonly annotations: OwnedAnnotation[]
  /** Transactions whose phone numbers are erased. */
  readonly erased: ErasedNumber[]
  /** The additions to rows, by transaction and place. */
  readonly exchanges: Map<string, ExchangeRow>
  /** The end of the chain before and after the actions. */
  chain: { readonly before: FoundEnd; readonly end: ChainEnd } | undefined
  /** Transactions whose claims end though nothing else about them changes. */
  readonly released: Map<string, Transaction>
}

/** The rows of a batch, as its steps leave them one after the other. */
export type BatchRows = StepRows & {
  /** Makes the writes of a step visible to later steps, and notes them for the database. */
  apply(scope: Scope, changes: Changes | undefined): void
  readonly changes: BatchChanges
}

/** The time of a batch: its clock, and the time of the store once its rows were locked. */
export type BatchTime = { readonly clock: StoreClock; readonly nowMs: number }

/** Begins with the rows as they were loaded. */
export function batchRows(loaded: LoadedRows, time: BatchTime): BatchRows {
  const { accounts, prompts, dayCounts, balances, refunded, references, fundings, lastEvents, endedProposals } = loaded
  const transactions = loaded.transactions
  for (const [id, prompted] of loaded.prompted) if (!transactions.has(id)) transactions.set(id, prompted)
  const lists = noneAdded()
  const changes: BatchChanges = {
    pinCounts: new Map(),
    prompts: new Map(),
    dayCounts: new Map(),
    balances: new Map(),
    postings: [],
    opened: new Map(),
    changed: new Map(),
    batches: new Map(),
    batchLines: new Map(),
    annotations: [],
    erased: [],
    exchanges: new Map(),
    ...lists,
    chain: undefined,
    released: new Map(),
  }

  function setPinCount(accountId: string, pinCount: PinCount) {
    accounts.set(accountId, { version: accounts.get(accountId)?.version ?? 0, pinCount })
    changes.pinCounts.set(accountId, pinCount)
  }

  function keepPrompts(row: PhonePrompts) {
    replace(changes.prompts, row.phoneNumber, row, prompts)
    prompts.set(row.phoneNumber, row.prompts)
  }

  function countDay(row: DayCount) {
    const key = keyOf(row.accountId, row.currency)
    replace(changes.dayCounts, key, row, dayCounts)
    dayCounts.set(key, row)
  }

  function post(posting: Posting, balance: BalanceRow & PostedBalance) {
    const key = keyOf(posting.accountId, posting.currency)
    const n = balances.get(key)?.postings ?? 0n
    const row = { ...balance, postings: n + 1n }
    replace(changes.balances, key, row, balances)
    balances.set(key, row)
    changes.postings.push({ posting, n })
  }

  function open(transaction: Transaction) {
    const { id, accountId, reference } = transaction
    references.set(keyOf(accountId, reference), id)
    transactions.set(id, { transaction, isClaimed: false, exchanges: 0 })
    changes.opened.set(id, transaction)
    follow(undefined, transaction)
  }

  function change(after: Transaction) {
    const { id } = after
    const was = transactions.get(id)?.transaction
    const before = changes.changed.get(id)?.before ?? was
    follow(was, after)
    if (changes.opened.has(id)) changes.opened.set(id, after)
    else if (before) changes.changed.set(id, { before, after })
    transactions.set(id, { transaction: after, isClaimed: false, exchanges: exchangesHad(id) })
  }

  /** Shows the next steps the effects of a transaction: the rest of a collection, and the uses of a link. */
  function follow(before: Transaction | undefined, after: Transaction) {
    const { refundOf, linkId, phoneNumber } = after
    const sum = refunded.get(refundOf ?? '')
    if (refundOf !== null && sum) refunded.set(refundOf, refundedAfter(sum, before, after))
    const found = loaded.links.get(linkId ?? '')
    if (linkId === null || !found) return
    loaded.links.set(linkId, { ...found, used: usesAfter(found.used, before, after) })
    const key = keyOf(linkId, phoneNumber)
    const openId = openAfter(loaded.openThroughLinks.get(key) ?? null, after)
    if (openId === null) loaded.openThroughLinks.delete(key)
    else loaded.openThroughLinks.set(key, openId)
  }

  function exchangesHad(id: string): number {
    return transactions.get(id)?.exchanges ?? 0
  }

  function keepExchange(one: NumberedExchange) {
    const key = keyOf(one.transactionId, placeOf(one.n))
    changes.exchanges.set(key, exchangeRow(changes.exchanges.get(key), one))
    const stored = transactions.get(one.transactionId)
    if (stored) transactions.set(one.transactionId, { ...stored, exchanges: one.n + 1 })
  }

  /** Another draft with the reference of an accepted batch comes too late. */
  function keepBatch(batch: Batch) {
    const { id, accountId, reference } = batch
    for (const [otherId, other] of loaded.batches) {
      const isOther = otherId !== id && other.batch.accountId === accountId && other.batch.reference === reference
      if (isOther) loaded.batches.set(otherId, { ...other, isReferenceUsed: true })
    }
    loaded.batches.set(id, { isReferenceUsed: loaded.batches.get(id)?.isReferenceUsed ?? false, batch })
    changes.batches.set(id, batch)
  }

  function keepBatchLine(line: BatchLine) {
    const key = keyOf(line.batchId, line.number)
    for (const [otherKey, other] of loaded.batchLines) {
      const isOther = other.line.batchId === line.batchId && other.line.phoneNumber === line.phoneNumber
      if (isOther && otherKey !== key && line.state === 'opened')
        loaded.batchLines.set(otherKey, { ...other, isBusy: true })
    }
    loaded.batchLines.set(key, { isBusy: false, line })
    changes.batchLines.set(key, line)
  }

  function release(id: string) {
    const stored = transactions.get(id)
    if (!stored?.isClaimed) return
    transactions.set(id, { ...stored, isClaimed: false })
    changes.released.set(id, stored.transaction)
  }

  const keeping: Keeping<{ readonly scope: Scope; readonly changes: Changes }> = {
    pinCount: (count, { scope }) => setPinCount(scope.account, count),
    prompts: keepPrompts,
    dayCount: countDay,
    postings(posted, step) {
      for (const posting of posted) {
        const balance = step.changes.balances.get(keyOf(posting.accountId, posting.currency))
        if (balance) post(posting, balance)
      }
    },
    balances: keptWithOthers,
    opened: (opened) => opened.forEach(open),
    changed: (changed) => changed.forEach(change),
    fundings(added) {
      for (const funding of added) fundings.set(keyOf(funding.accountId, funding.reference), funding)
      lists.fundings.push(...added)
    },
    batch: keepBatch,
    batchLine: keepBatchLine,
    exchanges: (added) => added.forEach(keepExchange),
    erased: (erased) => changes.erased.push(...erased),
    annotations(added, { scope: { account: accountId } }) {
      for (const annotation of added) changes.annotations.push({ accountId, annotation })
    },
    events(added, { scope }) {
      for (const { sequence } of added) lastEvents.set(scope.account, sequence)
      lists.events.push(...added)
    },
    actions(added) {
      for (const { proposal } of added) if (proposal !== null) endedProposals.add(proposal)
      lists.actions.push(...added)
    },
    chainEnd(end) {
      if (loaded.chainEnd) changes.chain = { before: loaded.chainEnd, end }
    },
  }

  return {
    nowMs: (callersMs) => (time.clock === 'caller' ? callersMs : time.nowMs),
    isQuarantined: () => loaded.stops.isQuarantined,
    quarantines: () => loaded.stops.quarantines,
    stopsOf: (channel) => loaded.stops.channels.filter((stop) => isOn(channel, stop)),
    accountVersion: (id) => accounts.get(id)?.version,
    pinCount: (id) => accounts.get(id)?.pinCount,
    prompts: (phoneNumber) => prompts.get(phoneNumber) ?? [],
    dayCount: (accountId, currency) => dayCounts.get(keyOf(accountId, currency)),
    refunded: (_, collectionId) => refunded.get(collectionId) ?? { minor: 0n, feeBackMinor: 0n },
    link(id, phoneNumber) {
      const found = loaded.links.get(id)
      return found && { ...found, openId: loaded.openThroughLinks.get(keyOf(id, phoneNumber)) ?? null }
    },
    reference: (accountId, reference) => references.get(keyOf(accountId, reference)),
    balance: (accountId, currency) => balances.get(keyOf(accountId, currency)),
    transaction: (id) => transactions.get(id)?.transaction,
    exchanges: exchangesHad,
    funding: (accountId, reference) => fundings.get(keyOf(accountId, reference)),
    batch: (id) => loaded.batches.get(id),
    batchLine: (id, number) => loaded.batchLines.get(keyOf(id, number)),
    lastEvent: (accountId) => lastEvents.get(accountId) ?? 0,
    chainEnd() {
      const end = changes.chain?.end ?? loaded.chainEnd
      if (!end) throw new Error('the end of the chain of actions was not locked')
      return end
    },
    isEnded: (proposal) => endedProposals.has(proposal),
    apply(scope, step) {
      if (step) keepAll(step, keeping, { scope, changes: step }, lists)
      release(scope.transaction ?? '')
    },
    changes,
  }
}

/** A balance is kept with its postings, which it counts. */
function keptWithOthers(): void {}

/** Notes a row that replaces a loaded one, or is new. */
function replace<Row>(
  written: Map<string, RowToWrite<Row>>,
  key: string,
  row: Row,
  loaded: ReadonlyMap<string, unknown>,
): void {
  written.set(key, { row, isNew: written.get(key)?.isNew ?? !loaded.has(key) })
}
