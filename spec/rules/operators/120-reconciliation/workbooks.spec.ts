import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { fieldsOf } from './realFiles.ts'
import { headings } from './writtenFiles.ts'

const airtel = headings.airtelUganda.split(',')
const evening = new Date('2025-08-31T23:14:05Z')

/** A workbook whose sheet `Statement` follows one of notes. */
async function workbook(rows: readonly (readonly CellValue[])[], notes: readonly CellValue[][] = []): Promise<Buffer> {
  const statement = { name: 'Statement', rows: rows.map((row) => [...row]) }
  const sheets = notes.length > 0 ? [{ name: 'Notes', rows: notes.map((row) => [...row]) }, statement] : [statement]
  return Buffer.from(await writeXlsx({ sheets }))
}

/** A row of Airtel's statement as a workbook stores it. */
const airtelRow = (id: CellValue, time: CellValue, amount: CellValue = 5_000): CellValue[] => [
  ...[id, time, 'Payment', 'Success', amount, 'Credit', 0],
  105_000,
]

const fields = ['line', 'atMs', 'withinMs', 'amountMinor', 'theirs', 'balanceMinor'] as const
const localMs = evening.getTime() - 3 * 3_600_000

describe('120 Reconciliation: workbooks', () => {
  rule('120.99', 'a workbook is read as it stores its cells: dates to the second, ids as texts or whole numbers', {
    'an id as a text, or as a number of at most 15 digits': table(
      ['the id', 'as a'],
      [
        ['91000000001', 'text'],
        ['91000000001', 'number'],
        ['012345678901234567', 'text'],
        ['123456789012345', 'number'],
      ],
      async (id, kind) => {
        const row = airtelRow(kind === 'text' ? id : Number(id), evening)
        expect(await fieldsOf(fields, await workbook([airtel, row]))).to.deep.equal([
          [2, localMs, 1_000, 5_000n, id, 105_000n],
        ])
      },
    ),
    'an id as a date, which a spreadsheet has made of it': async () => {
      const read = await fieldsOf(['line'], await workbook([airtel, airtelRow(evening, evening)]))
      expect(read).to.match(/column Transaction ID: "2025-08-31T23:14:05" was changed: .* turned it into a date$/)
    },
    'a time without seconds, which may be precise to the minute': async () => {
      const read = await fieldsOf(
        ['atMs', 'withinMs'],
        await workbook([airtel, airtelRow('1', new Date(evening.getTime() - 5_000))]),
      )
      expect(read).to.deep.equal([[localMs - 5_000, 60_000]])
    },
    'an id as a number of more digits, which has lost some': async () => {
      const read = await fieldsOf(fields, await workbook([airtel, airtelRow(12345678901234568, evening)]))
      expect(read).to.equal(
        'broken_rows: It can\'t be read at line 2, column Transaction ID: "1.2345678901234568E+16" was changed: a spreadsheet has turned it into a number with an exponent',
      )
    },
    'times as dates or as texts, but not as both': async () => {
      const [date, text] = [airtelRow('1', evening), airtelRow('2', '31-08-25 23:14')]
      const lines = async (...rows: CellValue[][]) => fieldsOf(['line'], await workbook([airtel, ...rows]))
      expect(await lines(date, date)).to.deep.equal([[2], [3]])
      expect(await lines(text, text)).to.deep.equal([[2], [3]])
      expect(await lines(date, date, text)).to.equal(
        "broken_rows: It can't be read at line 4, column Transaction Date: some times are stored as dates and some as texts: a spreadsheet has turned some, perhaps with day and month swapped",
      )
    },
    'a date without a time, and a time in a column of its own': async () => {
      const heading = ['Date', 'Time', 'Transaction ID', 'Details', 'Amount', 'Balance', 'Status']
      const day = new Date('2024-03-15T00:00:00Z')
      const row = [day, '14:30:45', 'MP1', 'Payment from 250788123456', 5_000, 15_000, 'Success']
      expect(await fieldsOf(['atMs', 'withinMs'], await workbook([heading, row]))).to.deep.equal([
        [Date.UTC(2024, 2, 15, 12, 30, 45), 1_000],
      ])
      const dated = airtelRow('1', new Date('2025-08-31T00:00:00Z'))
      expect(await fieldsOf(['atMs', 'withinMs'], await workbook([airtel, dated]))).to.deep.equal([
        [Date.UTC(2025, 7, 30, 21), 86_400_000],
      ])
    },
    'empty columns at the end of a row': async () => {
      const row = airtelRow('1', evening).slice(0, 5)
      const read = await fieldsOf(['line'], await workbook([airtel, [...row, 'Credit']]))
      expect(read).to.deep.equal([[2]])
    },
    'amounts with decimals, and signs': table(
      ['the amount', 'in minor units'],
      [
        [5_000, 5_000n],
        [5_000.5, 'not an amount in UGX'],
        [0.1 + 0.2, 'not an amount in UGX'],
        [-5_000, 'below zero'],
      ],
      async (amount, expected) => {
        const read = await fieldsOf(['amountMinor'], await workbook([airtel, airtelRow('1', evening, amount)]))
        if (typeof expected === 'bigint') expect(read).to.deep.equal([[expected]])
        else expect(read).to.match(new RegExp(`${expected}$`))
      },
    ),
    'another sheet than the first by its name': async () => {
      const content = await workbook([airtel, airtelRow('91', evening)], [['a note']])
      await inFolder(async ({ path }) => {
        const { json } = await openCommandLine()
        const file = join(path, 'statement.xlsx')
        writeFileSync(file, content)
        writeFileSync(join(path, 'statement.csv'), headings.airtelUganda)
        const tried = async (name: string, ...more: string[]) => {
          const { json: found } = await json('reconcile', 'profile', 'try', join(path, name), ...more)
          return found.error?.message.replace(path, '') ?? found.rows.map((row: { line: number }) => row.line)
        }
        expect(await tried('statement.xlsx')).to.equal(
          '/statement.xlsx is a workbook with the sheets Notes, Statement: name one with --sheet',
        )
        expect(await tried('statement.xlsx', '--sheet', 'Statement')).to.deep.equal([2])
        expect(await tried('statement.xlsx', '--sheet', 'None')).to.equal(
          '/statement.xlsx has no sheet None, but Notes, Statement',
        )
        expect(await tried('statement.csv', '--sheet', 'None')).to.equal('/statement.csv is a text without sheets')
        const time = ['--from', '2025-08-31T00:00:00+03:00', '--to', '2025-09-01T00:00:00+03:00', '--dry-run']
        const asked = ['reconcile', file, '--provider', 'AIRTEL', ...time]
        expect((await json(...asked)).json.error.code).to.equal('unknown_file')
        expect((await json(...asked, '--sheet', 'Statement')).json).to.include({ rows: 1, profile: 'airtel-uganda' })
      })
    },
  })
})
