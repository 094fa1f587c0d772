import { toDecimal, toMajor } from '../../../core/sente.ts'
import { type CellForms, cellsOf, columns } from './columns.ts'
import type { About, StatementFile } from './format.ts'

/**
 * A statement as a workbook for spreadsheets: amounts are numbers, moments and days are dates on the account's clocks, and
 * all other cells are texts, in which no spreadsheet sees a number, a date or a formula. After a million rows it goes on
 * with another sheet.
 */
export const xlsx: StatementFile = {
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  async *write(rows, about) {
    // Loaded at the first use: few gateways write workbooks.
    const { writeXlsxStream } = await import('hucre/xlsx')
    const forms = formsOf(about)
    const cells = async function* () {
      for await (const some of rows) yield* some.map((row) => cellsOf(row, forms))
    }
    yield* writeXlsxStream(cells(), { name: about.currency, columns: columnsOf(about), freezePane: { rows: 1 } })
  },
}

/** The headings and formats. A spreadsheet's dates have no time zone, so a heading has it. */
function columnsOf({ currency, days }: About) {
  const formats = {
    text: { numFmt: '@' },
    amount: { numFmt: `#,##${toDecimal(0n, currency)}`, width: 16 },
    moment: { numFmt: 'yyyy-mm-dd hh:mm:ss', width: 20 },
    day: { numFmt: 'yyyy-mm-dd', width: 11 },
  }
  return columns.map(([name, type]) => ({
    header: type === 'moment' ? `${name} (${days.timeZone})` : name,
    ...formats[type],
  }))
}

function formsOf({ currency, days }: About): CellForms<string | number | Date> {
  return {
    // Readers take these characters for one that XML cannot hold, and the library writes them unchanged.
    text: (text) => text.replace(/_x(?=[\dA-F]{4}_)/gi, '_x005F_x'),
    amount: (minor) => toMajor(minor, currency),
    moment: (ms) => new Date(ms + days.offsetMs(ms)),
    day: (ms) => new Date(days.dateOf(ms)),
  }
}
