import type { FloatReport, OperatorMove } from '../../../../core/sente.ts'
import { type Column, type Stored, selected, type Table } from '../../engine/table.ts'

const isMoneyAccount = (column: string) =>
  `CHECK (${column} IN ('bank', 'capital', 'fees_paid', 'suspense') OR ${column} LIKE 'float:_%')`

/** The movements of the operator's own money. */
export const operatorMoves = {
  name: 'operator_moves',
  moves: 'copied',
  columns: [
    ['reference', 'text', ({ reference }) => reference],
    ['kind', 'text', ({ kind }) => kind],
    ['currency', 'text', ({ currency }) => currency],
    ['from_account', 'text', ({ from }) => from, `CONSTRAINT from_is_money_account ${isMoneyAccount('from_account')}`],
    ['to_account', 'text', ({ to }) => to, `CONSTRAINT to_is_money_account ${isMoneyAccount('to_account')}`],
    [
      'amount_minor',
      'integer',
      ({ amountMinor }) => amountMinor,
      'CONSTRAINT move_above_zero CHECK (amount_minor > 0)',
    ],
    ['made_by', 'text', ({ by }) => by],
    ['because', 'text?', ({ because }) => because],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['run_id', 'text?', ({ runId }) => runId ?? null],
  ] satisfies readonly Column<OperatorMove>[],
  key: 'arrival',
  constraints: ['CONSTRAINT move_moves CHECK (from_account <> to_account)'],
  uniqueIndexes: ['one_move_each ON operator_moves (reference)'],
  indexes: ['operator_moves_by_run ON operator_moves (run_id, sequence) WHERE run_id IS NOT NULL'],
  stays: 'all',
} satisfies Table

/** The row of a movement. */
export type MoveRow = Stored<Omit<OperatorMove, 'from' | 'to' | 'by' | 'runId'>, 'atMs'> & {
  readonly runId: string | null
  readonly fromAccount: OperatorMove['from']
  readonly toAccount: OperatorMove['to']
  readonly madeBy: string
}

/** The columns of the row of a movement `m`. */
export const moveColumns = selected(operatorMoves.columns, 'm')

/** Selects all, oldest first. */
export const selectMoves = `SELECT ${moveColumns} FROM operator_moves m ORDER BY m.sequence`

/** The movement in a row. */
export function moveOf({ fromAccount, toAccount, madeBy, atMs, runId, ...row }: MoveRow): OperatorMove {
  const move = { ...row, from: fromAccount, to: toAccount, by: madeBy, atMs: Number(atMs) }
  return runId === null ? move : { ...move, runId }
}

/** The total of the payments over a network in an hour, of the payments that are added up. */
export type FloatPeriod = {
  readonly currency: string
  readonly network: string
  readonly kind: string
  readonly fromMs: bigint
  readonly minor: bigint
}

/** The totals of payments, by the hour. */
export const floatPeriods = {
  name: 'float_periods',
  moves: 'derived',
  columns: [
    ['currency', 'text', ({ currency }) => currency],
    ['network', 'text', ({ network }) => network],
    ['kind', 'text', ({ kind }) => kind],
    ['from_ms', 'integer', ({ fromMs }) => fromMs],
    ['amount_minor', 'integer', ({ minor }) => minor],
  ] satisfies readonly Column<FloatPeriod>[],
  key: ['currency', 'network', 'kind', 'from_ms'],
} satisfies Table

/** How many postings of a balance are added up in {@link floatPeriods}: the ones with lower numbers. */
export type Gathered = { readonly accountId: string; readonly currency: string; readonly upTo: bigint }

/** The progress of adding up each balance. */
export const floatGathered = {
  name: 'float_gathered',
  moves: 'derived',
  columns: [
    ['account_id', 'text', ({ accountId }) => accountId],
    ['currency', 'text', ({ currency }) => currency],
    ['postings', 'integer', ({ upTo }) => upTo],
  ] satisfies readonly Column<Gathered>[],
  key: ['account_id', 'currency'],
} satisfies Table

/** The last time when networks were asked, in milliseconds since the Unix epoch; 0 before the first. */
export type FloatTurn = { readonly askedAtMs: number }

/**
 * The turn to add up, which is locked meanwhile, and the last time when networks were asked: no row before the first,
 * then one.
 */
export const floatTurn = {
  name: 'float_turn',
  moves: 'left',
  columns: [
    ['one', 'integer', () => 1, 'CONSTRAINT turn_is_one CHECK (one = 1)'],
    ['asked_at_ms', 'integer', ({ askedAtMs }) => askedAtMs],
  ] satisfies readonly Column<FloatTurn>[],
  key: ['one'],
} satisfies Table

/** The networks' reports of floats. */
export const floatReports = {
  name: 'float_reports',
  moves: 'copied',
  columns: [
    ['currency', 'text', ({ currency }) => currency],
    ['account', 'text', ({ account }) => account],
    ['amount_minor', 'integer', ({ minor }) => minor],
    ['paid_minor', 'integer', ({ paidMinor }) => paidMinor],
    ['at_ms', 'integer', ({ atMs }) => atMs],
  ] satisfies readonly Column<FloatReport>[],
  key: ['currency', 'account'],
} satisfies Table

/** The row of a report. */
export type FloatReportRow = Stored<FloatReport, 'atMs'>

/** Selects all reports. */
export const selectReports = `SELECT r.currency, r.account, r.amount_minor AS minor, r.paid_minor AS "paidMinor",
  r.at_ms AS "atMs" FROM float_reports r ORDER BY r.currency, r.account`

/** The report in a row. */
export function floatReportOf({ atMs, ...row }: FloatReportRow): FloatReport {
  return { ...row, atMs: Number(atMs) }
}
