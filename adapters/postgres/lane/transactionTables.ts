import type { Transaction } from '../../../core/sente.ts'
import { type Column, deleting, inserting, updating } from './table.ts'

const transactionKeys: readonly Column<Transaction>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['id', 'text', ({ id }) => id],
]

/** The columns of the merchant's request, which never change. */
const requestColumns: readonly Column<Transaction>[] = [
  ['kind', 'text', ({ kind }) => kind],
  ['reference', 'text', ({ reference }) => reference],
  ['phone_number', 'text', ({ phoneNumber }) => phoneNumber],
  ['amount_minor', 'bigint', ({ amountMinor }) => amountMinor],
  ['currency', 'text', ({ currency }) => currency],
  ['network', 'text', ({ network }) => network],
  ['provider_id', 'text', ({ providerId }) => providerId],
  ['fingerprint', 'text', ({ fingerprint }) => fingerprint],
  ['submit_until_ms', 'bigint', ({ submitUntilMs }) => submitUntilMs],
  ['created_at_ms', 'bigint', ({ createdAtMs }) => createdAtMs],
  ['description', 'text', ({ description }) => description],
  ['metadata', 'text', ({ metadata }) => (Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata))],
]

/** The columns of its progress. */
const stateColumns: readonly Column<Transaction>[] = [
  ['state', 'text', ({ state }) => state],
  ['reason', 'text', ({ reason }) => reason],
  ['network_reason', 'text', ({ networkReason }) => networkReason],
  ['provider_ref', 'text', ({ providerRef }) => providerRef],
  ['updated_at_ms', 'bigint', ({ updatedAtMs }) => updatedAtMs],
  ['attention', 'text', ({ attention }) => attention],
  ['ask_at_ms', 'bigint', ({ followUp }) => followUp.askAtMs],
  ['enquiries', 'bigint', ({ followUp }) => followUp.enquiries],
  ['absences', 'bigint', ({ followUp }) => followUp.absences],
  ['absences_unmeasured', 'bigint', ({ followUp }) => followUp.absencesUnmeasured],
  ['absent_wall_ms', 'bigint', ({ followUp }) => followUp.absentSince?.wallMs ?? null],
  ['absent_monotonic_ms', 'double precision', ({ followUp }) => followUp.absentSince?.monotonicMs ?? null],
  ['absent_run', 'text', ({ followUp }) => followUp.absentSince?.run ?? null],
  ['ahead_ms', 'bigint', ({ followUp }) => followUp.aheadMs],
]

/** The columns of a transaction. */
export const transactionTable = [...transactionKeys, ...requestColumns, ...stateColumns]

/** Adds transactions. */
export const insertTransactions = inserting('transactions', transactionTable)
/** Replaces what may change of transactions. */
export const updateTransactions = updating('transactions', transactionKeys, stateColumns)

/** Uses up the references of transactions. */
export const insertReferences = inserting<Transaction>('used_references', [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['reference', 'text', ({ reference }) => reference],
  ['transaction_id', 'text', ({ id }) => id],
])

/** Adds transactions to the list of those that have ended. */
export const insertListed = inserting<Transaction>('transaction_lists', [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['currency', 'text', ({ currency }) => currency],
  ['network', 'text', ({ network }) => network],
  ['kind', 'text', ({ kind }) => kind],
  ['state', 'text', ({ state }) => state],
  ['id', 'text', ({ id }) => id],
])

const followUpKeys: readonly Column<Transaction>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['transaction_id', 'text', ({ id }) => id],
]

/** Adds the follow-ups of transactions. */
export const insertFollowUps = inserting<Transaction>('follow_ups', [
  ...followUpKeys,
  ['network', 'text', ({ network }) => network],
  ['currency', 'text', ({ currency }) => currency],
  ['ask_at_ms', 'bigint', ({ followUp }) => followUp.askAtMs],
])
/** Replaces the follow-ups of transactions, which ends their claims. */
export const updateFollowUps = updating<Transaction>('follow_ups', followUpKeys, [
  ['ask_at_ms', 'bigint', ({ followUp }) => followUp.askAtMs],
  ['leased_at_ms', 'bigint', () => null],
  ['leased_until_ms', 'bigint', () => null],
])
/** Removes the follow-ups of transactions. */
export const deleteFollowUps = deleting('follow_ups', followUpKeys)
