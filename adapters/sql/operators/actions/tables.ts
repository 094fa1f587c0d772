import type { Action, ChainEnd } from '../../../../core/sente.ts'
import { type Column, numberOrNull, selected, type Table } from '../../engine/table.ts'

/** The actions of operators. */
export const actions = {
  name: 'actions',
  moves: 'copied',
  columns: [
    ['number', 'integer', ({ number }) => number, 'CONSTRAINT number_above_zero CHECK (number > 0)'],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['made_by', 'text', ({ by }) => by],
    ['approved_by', 'text?', ({ approvedBy }) => approvedBy],
    ['kind', 'text', ({ kind }) => kind],
    ['account_id', 'text?', ({ accountId }) => accountId],
    ['subject', 'text', ({ subject }) => subject],
    ['facts_before', 'json?', ({ before }) => before && JSON.stringify(before)],
    ['facts_after', 'json?', ({ after }) => after && JSON.stringify(after)],
    ['because', 'text?', ({ because }) => because],
    ['proposal', 'integer?', ({ proposal }) => proposal],
    ['previous', 'text', ({ previous }) => previous],
  ] satisfies readonly Column<Action>[],
  key: ['number'],
  uniqueIndexes: ['one_end_each ON actions (proposal) WHERE proposal IS NOT NULL'],
  indexes: ['actions_by_account ON actions (account_id, number)', 'actions_by_kind ON actions (kind, number)'],
  stays: 'all',
} satisfies Table

/** The row of an action. */
export type ActionRow = Pick<
  Action,
  'by' | 'approvedBy' | 'kind' | 'accountId' | 'subject' | 'because' | 'previous'
> & {
  readonly number: bigint
  readonly atMs: bigint
  readonly madeBy: string
  readonly factsBefore: string | null
  readonly factsAfter: string | null
  readonly proposal: bigint | null
}

/** The columns of the row of an action `a`. */
export const actionColumns = selected(actions.columns, 'a')

/** Selects all, in the order of their numbers. */
export const selectActions = `SELECT ${actionColumns} FROM actions a ORDER BY a.number`

/** The action in a row. */
export function actionOf({ number, atMs, madeBy, factsBefore, factsAfter, proposal, ...row }: ActionRow): Action {
  return {
    ...row,
    number: Number(number),
    atMs: Number(atMs),
    by: madeBy,
    before: factsBefore === null ? null : JSON.parse(factsBefore),
    after: factsAfter === null ? null : JSON.parse(factsAfter),
    proposal: numberOrNull(proposal),
  }
}

/** The end of the chain of actions: no row before the first, then one. The row is locked while another is added. */
export const actionChain = {
  name: 'action_chain',
  moves: 'copied',
  columns: [
    ['one', 'integer', () => 1, 'CONSTRAINT chain_is_one CHECK (one = 1)'],
    ['number', 'integer', ({ number }) => number],
    ['hash', 'text', ({ hash }) => hash],
  ] satisfies readonly Column<ChainEnd>[],
  key: ['one'],
} satisfies Table

/** The row of the end of the chain. */
export type ChainEndRow = { readonly number: bigint; readonly hash: string }

/** Selects it. */
export const selectChainEnd = 'SELECT c.number, c.hash FROM action_chain c'

/** The end of the chain in its row. */
export function chainEndOf({ number, hash }: ChainEndRow): ChainEnd {
  return { number: Number(number), hash }
}
