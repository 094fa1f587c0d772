import {
  type AccountEvent,
  type Funding,
  isFinal,
  type PhonePrompts,
  type PinCount,
  type Posting,
  type Transaction,
} from '../../../core/sente.ts'
import type { Statement } from '../connection/statement.ts'
import type { BatchChanges, StoredBalance } from './batchRows.ts'
import { type Column, inserting, updating } from './table.ts'
import {
  deleteFollowUps,
  insertFollowUps,
  insertListed,
  insertReferences,
  insertTransactions,
  updateFollowUps,
  updateTransactions,
} from './transactionTables.ts'

/** The statements that write what a batch has changed: at most one for each table and way of writing. */
export function writesOf(changes: BatchChanges): Statement[] {
  const { balances, opened, changed } = changes
  const stored = [...balances.values()]
  const after = [...changed.values()].map((one) => one.after)
  const ending = [...changed.values()].flatMap((one) => (isFinal(one.before.state) ? [] : [one.after]))
  const plans = plansOf(changes)
  const prompts = [...changes.prompts.values()].sort(byPhoneNumber)
  return [
    ...updatePinCounts([...changes.pinCounts]),
    ...insertBalances(stored.filter(({ isNew }) => isNew).map(({ row }) => row)),
    ...updateBalances(stored.filter(({ isNew }) => !isNew).map(({ row }) => row)),
    ...insertTransactions([...opened.values()]),
    ...updateTransactions(after),
    ...insertReferences([...opened.values()]),
    ...insertListed([...opened.values(), ...ending].filter(({ state }) => isFinal(state))),
    ...insertFollowUps(plans.filter(({ was, is }) => !was && is).map(({ transaction }) => transaction)),
    ...updateFollowUps(plans.filter(({ was, is }) => was && is).map(({ transaction }) => transaction)),
    ...deleteFollowUps(plans.filter(({ was, is }) => was && !is).map(({ transaction }) => transaction)),
    ...insertPostings(changes.postings),
    ...insertFundings(changes.fundings),
    ...insertAnnotations(changes.annotations),
    ...insertEvents(changes.events),
    ...updatePrompts(prompts.filter(({ isNew }) => !isNew).map(({ row }) => row)),
    ...insertPrompts(prompts.filter(({ isNew }) => isNew).map(({ row }) => row)),
  ]
}

/** The transactions whose follow-ups are written, and whether they had one and have one. Every write ends a claim. */
function plansOf({ opened, changed, released }: BatchChanges) {
  const changes = [...changed.values()]
  const untouched = [...released.values()].filter(({ id }) => !changed.has(id))
  return [
    ...[...opened.values()].map((transaction) => ({ transaction, was: false, is: isFollowed(transaction) })),
    ...changes.map(({ before, after }) => ({ transaction: after, was: isFollowed(before), is: isFollowed(after) })),
    ...untouched.map((transaction) => ({ transaction, was: true, is: true })),
  ]
}

function isFollowed({ state, followUp }: Transaction): boolean {
  return followUp.askAtMs !== null || !isFinal(state)
}

const updatePinCounts = updating<readonly [accountId: string, count: PinCount]>(
  'accounts',
  [['id', 'text', ([accountId]) => accountId]],
  [
    ['counted_pin_id', 'text', ([, { pinId }]) => pinId],
    ['pin_failures', 'bigint', ([, { failures }]) => failures],
    ['pin_wrong_at_ms', 'jsonb', ([, { wrongAtMs }]) => JSON.stringify(wrongAtMs)],
    ['pin_locks', 'bigint', ([, { locks }]) => locks],
    ['pin_locked_until_ms', 'bigint', ([, { lockedUntilMs }]) => lockedUntilMs],
  ],
)

/** Two nodes may be the first to ask the same numbers: one waits for the other, in this order, and then runs again. */
function byPhoneNumber(one: { row: PhonePrompts }, other: { row: PhonePrompts }): number {
  return one.row.phoneNumber < other.row.phoneNumber ? -1 : 1
}

const promptKeys: readonly Column<PhonePrompts>[] = [['phone_number', 'text', ({ phoneNumber }) => phoneNumber]]
const promptValues: readonly Column<PhonePrompts>[] = [['prompts', 'text', ({ prompts }) => JSON.stringify(prompts)]]
const insertPrompts = inserting('phone_prompts', [...promptKeys, ...promptValues])
const updatePrompts = updating('phone_prompts', promptKeys, promptValues)

const balanceKeys: readonly Column<StoredBalance>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['currency', 'text', ({ currency }) => currency],
]

const balanceValues: readonly Column<StoredBalance>[] = [
  ['available_minor', 'bigint', ({ availableMinor }) => availableMinor],
  ['held_minor', 'bigint', ({ heldMinor }) => heldMinor],
  ['postings', 'bigint', ({ postings }) => postings],
]

/** The columns of a balance. */
export const balanceTable = [...balanceKeys, ...balanceValues]

const insertBalances = inserting('balances', balanceTable)
const updateBalances = updating('balances', balanceKeys, balanceValues)

/** The columns of a posting, with its number among those of its balance. */
export const postingTable: readonly Column<{ readonly posting: Posting; readonly n: bigint }>[] = [
  ['account_id', 'text', ({ posting }) => posting.accountId],
  ['currency', 'text', ({ posting }) => posting.currency],
  ['n', 'bigint', ({ n }) => n],
  ['from_ledger_account', 'text', ({ posting }) => posting.from],
  ['to_ledger_account', 'text', ({ posting }) => posting.to],
  ['amount_minor', 'bigint', ({ posting }) => posting.amountMinor],
  ['transaction_id', 'text', ({ posting }) => transactionIn(posting)],
  ['funding_reference', 'text', ({ posting }) => fundingIn(posting)],
  ['at_ms', 'bigint', ({ posting }) => posting.atMs],
]
const insertPostings = inserting('postings', postingTable)

/** The columns of a funding. */
export const fundingTable: readonly Column<Funding>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['reference', 'text', ({ reference }) => reference],
  ['kind', 'text', ({ kind }) => kind],
  ['currency', 'text', ({ currency }) => currency],
  ['amount_minor', 'bigint', ({ amountMinor }) => amountMinor],
  ['because', 'text', ({ because }) => because],
  ['at_ms', 'bigint', ({ atMs }) => atMs],
]
const insertFundings = inserting('fundings', fundingTable)

/** The columns of an annotation. */
export const annotationTable: readonly Column<BatchChanges['annotations'][number]>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['transaction_id', 'text', ({ annotation }) => annotation.transactionId],
  ['kind', 'text', ({ annotation }) => annotation.kind],
  ['text', 'text', ({ annotation }) => annotation.text],
  ['made_by', 'text', ({ annotation }) => annotation.by],
  ['at_ms', 'bigint', ({ annotation }) => annotation.atMs],
]
const insertAnnotations = inserting('annotations', annotationTable)

/** The columns of an event. */
export const eventTable: readonly Column<AccountEvent>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['sequence', 'bigint', ({ sequence }) => sequence],
  ['transaction_id', 'text', transactionIn],
  ['funding_reference', 'text', fundingIn],
  ['at_ms', 'bigint', ({ atMs }) => atMs],
]
const insertEvents = inserting('events', eventTable)

function transactionIn({ cause }: Pick<Posting, 'cause'>): string | null {
  return 'transaction' in cause ? cause.transaction : null
}

function fundingIn({ cause }: Pick<Posting, 'cause'>): string | null {
  return 'funding' in cause ? cause.funding : null
}
