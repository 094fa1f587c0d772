import type { AuditMark, PostedSum } from '../../../core/sente.ts'
import type { Column, Table } from '../engine/table.ts'

/** A mark with the number of quarantines that had begun, and the totals of postings, as JSON with decimal texts. */
export type KeptMark = AuditMark & {
  readonly quarantines: number
  readonly lastId: string
  readonly postedSums: readonly (Omit<PostedSum, 'minor' | 'postings'> & {
    readonly minor: string
    readonly postings: string
  })[]
}

/** The mark of the last audit that found nothing broken: one row, or none. */
export const auditMarks = {
  name: 'audit_marks',
  moves: 'left',
  columns: [
    ['one', 'integer', () => 1, 'CONSTRAINT mark_is_one CHECK (one = 1)'],
    ['rules', 'integer', ({ rules }) => rules],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['full_at_ms', 'integer', ({ fullAtMs }) => fullAtMs],
    ['quarantines', 'integer', ({ quarantines }) => quarantines],
    ['transactions', 'integer', ({ transactions }) => transactions],
    ['open', 'integer', ({ open }) => open],
    ['fundings', 'integer', ({ fundings }) => fundings],
    ['batches', 'integer', ({ batches }) => batches],
    ['last_id', 'text', ({ lastId }) => lastId],
    ['posted_sums', 'json', ({ postedSums }) => JSON.stringify(postedSums)],
  ] satisfies readonly Column<KeptMark>[],
  key: ['one'],
} satisfies Table

/** A balance at the mark, with the number of its postings. */
export type MarkedBalance = {
  readonly accountId: string
  readonly currency: string
  readonly postings: bigint
  readonly availableMinor: bigint
  readonly heldMinor: bigint
  readonly postedAtMs: bigint
}

/** Every balance at the mark. */
export const markedBalances = {
  name: 'marked_balances',
  moves: 'left',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['currency', 'text', ({ currency }) => currency],
    ['postings', 'integer', ({ postings }) => postings],
    ['available_minor', 'integer', ({ availableMinor }) => availableMinor],
    ['held_minor', 'integer', ({ heldMinor }) => heldMinor],
    ['posted_at_ms', 'integer', ({ postedAtMs }) => postedAtMs],
  ] satisfies readonly Column<MarkedBalance>[],
  key: ['account_id', 'currency'],
} satisfies Table

/** The last event of an account at the mark. */
export type MarkedEvents = { readonly accountId: string; readonly sequence: bigint }

/** The last event of each account at the mark. */
export const markedEvents = {
  name: 'marked_events',
  moves: 'left',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['sequence', 'integer', ({ sequence }) => sequence],
  ] satisfies readonly Column<MarkedEvents>[],
  key: ['account_id'],
} satisfies Table

/** The transactions that were open at the mark. */
export const markedTransactions = {
  name: 'marked_transactions',
  moves: 'left',
  columns: [['id', 'text', ({ id }) => id]] satisfies readonly Column<{ readonly id: string }>[],
  key: ['id'],
} satisfies Table

/** All tables of a mark. */
export const markTables = [auditMarks, markedBalances, markedEvents, markedTransactions] as const
