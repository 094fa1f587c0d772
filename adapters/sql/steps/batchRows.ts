import {
  type AccountEvent,
  type Action,
  type BalanceRow,
  type Batch,
  type BatchLine,
  type ChainEnd,
  type Changes,
  type DayCount,
  type ErasedNumber,
  type ExchangeRow,
  exchangeRow,
  type Funding,
  isFinal,
  isOn,
  type LineInStep,
  type NetworkLine,
  type NumberedExchange,
  type PaymentLink,
  type PhonePrompts,
  type PinCount,
  type PostedBalance,
  type Posting,
  type Prompt,
  placeOf,
  type Refunded,
  type Scope,
  type StepRows,
  type Stopped,
  type Transaction,
  takesRoom,
} from '../../../core/sente.ts'
import type { StoreClock } from '../engine/sqlStatement.ts'
import type { FoundEnd } from '../operators/actions/actionWrites.ts'
import type { OwnedAnnotation } from '../tables/annotations.ts'
import type { StoredBalance } from '../tables/balances.ts'
import type { NumberedPosting } from '../tables/postings.ts'

/** A transaction as it is stored: with whether a claim on it may last, and how many exchanges it has had. */
export type StoredTransaction = {
  readonly transaction: Transaction
  readonly isClaimed: boolean
  readonly exchanges: number
}

/** A stop of a line, as a step sees it. */
export type LineStopped = NetworkLine & Stopped

/** The rows that a batch has locked and loaded. */
export type LoadedRows = {
  readonly isQuarantined: boolean
  /** How many have begun. */
  readonly quarantines: number
  /** Those that last, of all lines. */
  readonly stops: readonly LineStopped[]
  /** By account. */
  readonly accounts: Map<string, { readonly version: number; readonly pinCount: PinCount | undefined }>
  /** By account and currency. */
  readonly balances: Map<string, StoredBalance>
  /** By phone number. */
  readonly prompts: Map<string, readonly Prompt[]>
  /** By account and currency. */
  readonly dayCounts: Map<string, DayCount>
  /** What refunds that have not failed come to, by the collections of the scopes. */
  readonly refunded: Map<string, Refunded>
  /** The payment links of the scopes, by their ids, with how many payments through each have not failed. */
  readonly links: Map<string, { readonly link: PaymentLink; readonly used: number }>
  /** What is open through them, by link and phone number. */
  readonly openThroughLinks: Map<string, string>
  /** The transactions that used references, by account and reference. */
  readonly references: Map<string, string>
  /** Those of the scopes, which are locked, and those of open prompts, which are not. */
  readonly transactions: Map<string, StoredTransaction>
  /** By account and reference. */
  readonly fundings: Map<string, Funding>
  /** Batches of payouts, by their ids. */
  readonly batches: Map<string, { readonly batch: Batch; readonly isReferenceUsed: boolean }>
  /** Their lines, by batch and number. */
  readonly batchLines: Map<string, LineInStep>
  /** The sequences of accounts' last events, by account; none for one without events. */
  readonly lastEvents: Map<string, number>
  /** The end of the chain of actions, locked; undefined where no step may write any. */
  readonly chainEnd: FoundEnd | undefined
  /** Those of the scopes' proposals that have ended. */
  readonly endedProposals: Set<number>
}

/** What a batch writes, when all of its steps have run: each row once, as the last step left it. */
export type BatchChanges = {
  readonly pinCounts: Map<string, PinCount>
  /** By phone number. */
  readonly prompts: Map<string, { readonly row: PhonePrompts; readonly isNew: boolean }>
  readonly dayCounts: Map<string, { readonly row: DayCount; readonly isNew: boolean }>
  readonly balances: Map<string, { readonly row: StoredBalance; readonly isNew: boolean }>
  readonly postings: NumberedPosting[]
  readonly opened: Map<string, Transaction>
  /** Transactions with how they were before the batch. */
  readonly changed: Map<string, { readonly before: Transaction; readonly after: Transaction }>
  readonly fundings: Funding[]
  readonly batches: Map<string, Batch>
  readonly batchLines: Map<string, BatchLine>
  readonly annotations: OwnedAnnotation[]
  /** Transactions whose phone numbers are erased. */
  readonly erased: ErasedNumber[]
  /** What is added to rows, by transaction and place. */
  readonly exchanges: Map<string, ExchangeRow>
  readonly events: AccountEvent[]
  /** Actions, in their order, with the end of the chain before and after them. */
  readonly actions: Action[]
  chain: { readonly before: FoundEnd; readonly end: ChainEnd } | undefined
  /** Transactions whose claims end though nothing else about them changes. */
  readonly released: Map<string, Transaction>
}

/** The rows of a batch, as its steps leave them one after the other. */
export type BatchRows = StepRows & {
  /** Lets the steps that follow see what a step has written, and notes it for the database. */
  apply(scope: Scope, changes: Changes | undefined): void
  readonly changes: BatchChanges
}

/** A key made of two texts; unique because ids contain no blank. */
export function keyOf(accountId: string, name: string): string {
  return `${accountId} ${name}`
}

/** What time it is to a batch: by whose clock it goes, and the time of the store once its rows were locked. */
export type BatchTime = { readonly clock: StoreClock; readonly nowMs: number }

/** Begins with the rows as they were loaded. */
export function batchRows(loaded: LoadedRows, time: BatchTime): BatchRows {
  const {
    accounts,
    prompts,
    dayCounts,
    balances,
    refunded,
    references,
    transactions,
    fundings,
    lastEvents,
    endedProposals,
  } = loaded
  const changes: BatchChanges = {
    pinCounts: new Map(),
    prompts: new Map(),
    dayCounts: new Map(),
    balances: new Map(),
    postings: [],
    opened: new Map(),
    changed: new Map(),
    fundings: [],
    batches: new Map(),
    batchLines: new Map(),
    annotations: [],
    erased: [],
    exchanges: new Map(),
    events: [],
    actions: [],
    chain: undefined,
    released: new Map(),
  }

  function setPinCount(accountId: string, pinCount: PinCount) {
    accounts.set(accountId, { version: accounts.get(accountId)?.version ?? 0, pinCount })
    changes.pinCounts.set(accountId, pinCount)
  }

  function keepPrompts(row: PhonePrompts) {
    const { phoneNumber } = row
    const isNew = changes.prompts.get(phoneNumber)?.isNew ?? !prompts.has(phoneNumber)
    prompts.set(phoneNumber, row.prompts)
    changes.prompts.set(phoneNumber, { row, isNew })
  }

  function countDay(row: DayCount) {
    const key = keyOf(row.accountId, row.currency)
    const isNew = changes.dayCounts.get(key)?.isNew ?? !dayCounts.has(key)
    dayCounts.set(key, row)
    changes.dayCounts.set(key, { row, isNew })
  }

  function post(posting: Posting, balance: BalanceRow & PostedBalance) {
    const key = keyOf(posting.accountId, posting.currency)
    const before = balances.get(key)
    const n = before?.postings ?? 0n
    const isNew = changes.balances.get(key)?.isNew ?? before === undefined
    const row = { ...balance, postings: n + 1n }
    balances.set(key, row)
    changes.balances.set(key, { row, isNew })
    changes.postings.push({ posting, n })
  }

  function open(transaction: Transaction) {
    const { id, accountId, reference } = transaction
    references.set(keyOf(accountId, reference), id)
    transactions.set(id, { transaction, isClaimed: false, exchanges: 0 })
    changes.opened.set(id, transaction)
    refund(transaction, 1n)
    use(transaction, 1)
  }

  function change(after: Transaction) {
    const { id } = after
    const before = changes.changed.get(id)?.before ?? transactions.get(id)?.transaction
    if (after.state === 'failed' && transactions.get(id)?.transaction.state !== 'failed') refund(after, -1n)
    use(after, Number(takesRoom(after)) - Number(takesRoom(transactions.get(id)?.transaction ?? after)))
    if (changes.opened.has(id)) changes.opened.set(id, after)
    else if (before) changes.changed.set(id, { before, after })
    transactions.set(id, { transaction: after, isClaimed: false, exchanges: exchangesHad(id) })
  }

  /** Steps that follow see what refunds of their collection come to by then. */
  function refund({ refundOf, amountMinor, feeBackMinor }: Transaction, times: 1n | -1n) {
    const sum = refunded.get(refundOf ?? '')
    if (refundOf === null || !sum) return
    const [minor, given] = [sum.minor + times * amountMinor, sum.feeBackMinor + times * feeBackMinor]
    refunded.set(refundOf, { minor, feeBackMinor: given })
  }

  /** Steps that follow see how often a link was used by then, and what a phone number has open through it. */
  function use({ id, linkId, phoneNumber, state }: Transaction, times: number) {
    const found = linkId === null ? undefined : loaded.links.get(linkId)
    if (linkId === null || !found) return
    loaded.links.set(linkId, { ...found, used: found.used + times })
    const key = keyOf(linkId, phoneNumber)
    if (!isFinal(state)) loaded.openThroughLinks.set(key, id)
    else if (loaded.openThroughLinks.get(key) === id) loaded.openThroughLinks.delete(key)
  }

  function exchangesHad(id: string): number {
    return transactions.get(id)?.exchanges ?? 0
  }

  function keepExchange(one: NumberedExchange) {
    const key = keyOf(one.transactionId, String(placeOf(one.n)))
    changes.exchanges.set(key, exchangeRow(changes.exchanges.get(key), one))
    const stored = transactions.get(one.transactionId)
    if (stored) transactions.set(one.transactionId, { ...stored, exchanges: one.n + 1 })
  }

  /** Another draft with the reference of a batch that is accepted comes too late. */
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
    const key = keyOf(line.batchId, String(line.number))
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

  function apply({ account, transaction = '' }: Scope, step: Changes) {
    if (step.pinCount) setPinCount(account, step.pinCount)
    if (step.prompts) keepPrompts(step.prompts)
    if (step.dayCount) countDay(step.dayCount)
    for (const posting of step.postings) {
      const balance = step.balances.get(keyOf(posting.accountId, posting.currency))
      if (balance) post(posting, balance)
    }
    for (const opened of step.opened.values()) open(opened)
    for (const changed of step.changed.values()) change(changed)
    for (const funding of step.fundings) {
      fundings.set(keyOf(funding.accountId, funding.reference), funding)
      changes.fundings.push(funding)
    }
    if (step.batch) keepBatch(step.batch)
    if (step.batchLine) keepBatchLine(step.batchLine)
    for (const exchange of step.exchanges) keepExchange(exchange)
    changes.erased.push(...step.erased)
    for (const annotation of step.annotations) changes.annotations.push({ accountId: account, annotation })
    for (const event of step.events) {
      lastEvents.set(account, event.sequence)
      changes.events.push(event)
    }
    if (step.chainEnd) act(step.actions, step.chainEnd)
    release(transaction)
  }

  function act(added: readonly Action[], end: ChainEnd) {
    for (const { proposal } of added) if (proposal !== null) endedProposals.add(proposal)
    changes.actions.push(...added)
    if (loaded.chainEnd) changes.chain = { before: loaded.chainEnd, end }
  }

  return {
    nowMs: (callersMs) => (time.clock === 'caller' ? callersMs : time.nowMs),
    isQuarantined: () => loaded.isQuarantined,
    quarantines: () => loaded.quarantines,
    stopsOf: (line) => loaded.stops.filter((stop) => isOn(line, stop)),
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
    batchLine: (id, number) => loaded.batchLines.get(keyOf(id, String(number))),
    lastEvent: (accountId) => lastEvents.get(accountId) ?? 0,
    chainEnd() {
      const end = changes.chain?.end ?? loaded.chainEnd
      if (!end) throw new Error('the end of the chain of actions was not locked')
      return end
    },
    isEnded: (proposal) => endedProposals.has(proposal),
    apply(scope, step) {
      if (step) apply(scope, step)
      else release(scope.transaction ?? '')
    },
    changes,
  }
}
