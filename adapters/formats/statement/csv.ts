import { toDecimal } from '../../../core/sente.ts'
import { csvCell } from '../csvCell.ts'
import { dayOf, local } from '../moment.ts'
import { type CellForms, cellsOf, columns } from './columns.ts'
import type { About, StatementFile } from './format.ts'

/** The first row of the CSV: the names of the columns. */
export const header = `${columns.map(([name]) => name).join(',')}\r\n`

/** A statement in CSV (RFC 4180). */
export const csv: StatementFile = {
  type: 'text/csv; charset=utf-8; header=present',
  async *write(rows, about) {
    const forms = formsOf(about)
    yield header
    for await (const some of rows) yield some.map((row) => `${cellsOf(row, forms).join(',')}\r\n`).join('')
  },
}

function formsOf({ currency, days }: About): CellForms<string> {
  return {
    text: csvCell,
    amount: (minor) => toDecimal(minor, currency),
    moment: (ms) => local(ms, days),
    day: (ms) => dayOf(ms, days),
  }
}
