import type { Table } from '../engine/table.ts'

/** The number of postings between two marks. */
export const markedEvery = 256n

/** A mark of a statement: the balance after a posting, and the latest time of any posting until then. */
export const statementMarks = {
  name: 'statement_marks',
  moves: 'derived',
  columns: [
    ['account_id', 'text', () => null],
    ['currency', 'text', () => null],
    ['n', 'integer', () => null],
    ['latest_ms', 'integer', () => null],
    ['available_minor', 'integer', () => null],
    ['held_minor', 'integer', () => null],
  ],
  key: ['account_id', 'currency', 'n'],
  indexes: ['statement_marks_by_time ON statement_marks (account_id, currency, latest_ms, n)'],
} satisfies Table
