import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { savedBy } from '../../../fixtures/spreadsheets.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule, table } from '../../../rule.ts'
import { fieldsOf } from './realFiles.ts'
import { headings, ugandanPayout } from './writtenFiles.ts'

/** Files as portals write them. */
const files = {
  'ids and times as texts': [
    headings.mpesa,
    'SC1AA1AAA1,2026-03-31 14:05:09,Business Payment to Customer,Completed,,-500.50,1000,254700000001 - JANE,',
    'SC2AA1AAA2,2026-03-31 14:06:09,Pay Bill Online,Completed,100.00,,1100,2547****001 - JANE,shop',
  ],
  'short ids and dates': [
    headings.airtelUganda,
    '91000000001,31-08-25 23:14,from 0750000001,Transaction Success,5000,Credit,0,105000',
    '91000000002,31-08-25 23:17,from 0750000001,Transaction Success,5000,Credit,0,110000',
  ],
  'ids of 18 digits': [
    headings.mtnUgandaWithId,
    `123456789012345678,${ugandanPayout('31/03/2026 14:05')}`,
    `123456789012345679,${ugandanPayout('31/03/2026 14:06')}`,
  ],
} as const

const fields = ['line', 'atMs', 'direction', 'amountMinor', 'theirs', 'phoneNumber', 'balanceMinor'] as const

describe('120 Reconciliation: files that a spreadsheet has saved again', () => {
  rule('120.111', 'a file that a spreadsheet has saved again is read if nothing was lost, and refused otherwise', {
    'as a workbook, or as CSV': table(
      ['the spreadsheet', 'saved as', 'the file has', 'it is'],
      [
        ['LibreOffice', 'xlsx', 'ids and times as texts', 'read'],
        // 31-08-25 is taken for a day of 1931.
        ['LibreOffice', 'xlsx', 'short ids and dates', 'refused for: is before 2007'],
        ['LibreOffice', 'xlsx', 'ids of 18 digits', 'refused for: a number with an exponent'],
        ['LibreOffice', 'csv', 'ids and times as texts', 'read'],
        ['LibreOffice', 'csv', 'ids of 18 digits', 'refused for: a number with an exponent'],
        ['Gnumeric', 'xlsx', 'ids and times as texts', 'read'],
        ['Gnumeric', 'xlsx', 'short ids and dates', 'read'],
        ['Gnumeric', 'xlsx', 'ids of 18 digits', 'refused for: a number with an exponent'],
        ['Gnumeric', 'csv', 'ids and times as texts', 'refused for: is not a time'],
      ] as const,
      async (program, ending, name, expected) => {
        await inFolder(async ({ path: folder }) => {
          const portal = join(folder, 'portal.csv')
          writeFileSync(portal, `${files[name].join('\n')}\n`)
          // A spreadsheet opens its own workbook, and saves it as CSV.
          const workbook = await savedBy[program](portal, folder)
          const saved = ending === 'xlsx' ? workbook : await savedBy[program](workbook, folder, ending)
          const [before, after] = [await fieldsOf(fields, files[name]), await fieldsOf(fields, readFileSync(saved))]
          if (expected === 'read') expect(after).to.deep.equal(before)
          else expect(after).to.be.a('string').and.include(expected.replace('refused for: ', ''))
        })
      },
    ),
  })
})
