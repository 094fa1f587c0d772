import { expect } from 'chai'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

const names = ['reference', 'phone_number', 'amount', 'currency', 'network']
const good = ['salary-1', '256770000001', '1000', 'UGX', 'MTN']

type Tried = { readonly sum: number; readonly refused: readonly string[]; readonly message: string }

/** Tries a batch in a file: the accepted sum, the refused lines with their numbers, and the message. */
async function tried(file: Buffer | string, type = 'text/csv'): Promise<Tried> {
  const api = await overHttp()
  const headers = {
    authorization: api.authorization,
    'content-type': type,
    'batch-api-key': api.request.apikey,
    'batch-reference': 'salaries',
  }
  const path = '/api/v1/payout-batches?dry_run=true&accept_partial=true'
  const { text } = await api.ask('POST', path, headers, file)
  const { data, message } = JSON.parse(text)
  const lines: readonly { readonly line: number; readonly message: string }[] = data?.refused_lines ?? data?.lines ?? []
  return { sum: data?.sums?.[0]?.accepted ?? 0, refused: lines.map((one) => `${one.line} ${one.message}`), message }
}

const sumOf = async (file: Buffer | string) => (await tried(file)).sum

const csv = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join(';')).join('\n')

const workbook = async (...rows: CellValue[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Pay', rows }] }))

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('23 Many payouts at once: files as spreadsheets and people write them', () => {
  rule('23.59', 'the headings of a file are read without regard to case, blanks and underscores', {
    understood: table(
      ['headings'],
      [
        ['reference;phone_number;amount;currency;network'],
        ['REFERENCE; Phone Number ;Amount;Currency;NETWORK'],
        ['Ref;phone;amount;currency;network'],
        ['reference;MSISDN;amount;currency;network'],
        ['reference;Mobile\u00a0number;amount;currency;network'],
      ],
      async (headings) => {
        expect(await sumOf(`${headings}\n${good.join(';')}`)).to.equal(1_000)
      },
    ),
    'one that is missing refuses the file, and names once the headings that are not understood': async () => {
      const headings = ['Code', 'Phone', 'Amount', 'Currency', 'Net work provider', '']
      expect((await tried(csv(headings, good, good))).message).to.equal(
        'Malformed fields: the first row of the file has no heading for reference; headings that are not understood: “Code”, “Net work provider”; headings that are: reference, phone_number, amount, currency, network, description, customer_message, metadata.NAME',
      )
    },
    'a file without headings': async () => {
      expect((await tried(csv(good, good))).message)
        .to.include('no heading for reference, phone_number, amount, currency')
        .and.include('not understood: “salary-1”, “256770000001”')
    },
  })

  rule('23.60', 'rows of nothing are skipped, and lines have the numbers of the file', {
    'in any text that a spreadsheet saves': table(
      ['text'],
      [
        [`\ufeff${csv(names, good)}`],
        [`sep=;\r\n${csv(names, good)}`],
        [csv(names, good).replaceAll(';', '\t')],
        [csv(names, good).replaceAll('\n', '\r')],
        [csv(['', ''], [...names, '', ''], ['', '', '', '', '', '', ''], [...good, '', ''])],
        [
          csv(
            names,
            good.map((cell) => `\u00a0${cell} `),
          ),
        ],
      ],
      async (text) => {
        expect(await sumOf(text)).to.equal(1_000)
      },
    ),
    'in UTF-16': async () => {
      expect(await sumOf(Buffer.from(`\ufeff${csv(names, good)}`, 'utf16le'))).to.equal(1_000)
    },
    counted: async () => {
      const text = csv(names, [], good, ['', '', '', '', ''], ['salary-2', '256770000002', '499', 'UGX', 'MTN'])
      expect((await tried(text)).refused).to.deep.equal(['5 Amount must be at least 500 for UGX'])
    },
  })

  rule('23.61', 'a fault in a file is the fault of one line, and is named', {
    'by its line': table(
      ['line', 'message'],
      [
        ['=cmd();256770000002;;UGX;MTN', 'Missing required fields: amount'],
        ['-;256770000002;-500;UGX;MTN', 'Malformed fields: amount “-500” is not an amount in UGX'],
        ['Total;;5,000;;', 'Missing required fields: phone_number, currency'],
        [
          's-2;256770000002;500;UGX;MTN;too;many',
          'Malformed fields: the line has 7 columns, and the headings are 5: put quotes around a text with separators',
        ],
      ],
      async (line, message) => {
        const { sum, refused } = await tried(`${csv(names, good)}\n${line}`)
        expect([sum, ...refused]).to.deep.equal([1_000, `3 ${message}`])
      },
    ),
    'a reference or a phone number that a spreadsheet has spoilt': table(
      ['reference', 'phone number', 'message'],
      [
        [
          '1.23457E+17',
          '256770000002',
          'reference 1.23457E+17 was changed: a spreadsheet has turned it into a number with an exponent',
        ],
        [
          's-2',
          '2,5677E+11',
          'phone_number 2,5677E+11 was changed: a spreadsheet has turned it into a number with an exponent',
        ],
        ['12.0', '256770000002', 'reference 12.0 was changed: a spreadsheet has turned it into a number with decimals'],
        ['#####', '256770000002', 'reference ##### was changed: a spreadsheet has saved signs in its place'],
        ['#N/A', '256770000002', 'reference #N/A was changed: a formula of the spreadsheet has failed'],
      ],
      async (reference, phoneNumber, message) => {
        const { sum, refused } = await tried(csv(names, good, [reference, phoneNumber, '500', 'UGX', 'MTN']))
        const again = 'format the column as text, and write it again'
        expect([sum, ...refused]).to.deep.equal([1_000, `3 Malformed fields: ${message}: ${again}`])
      },
    ),
  })

  rule('23.62', 'a batch can be a workbook, read as it is stored; other files are refused by name', {
    'a workbook': async () => {
      const rows = [
        ['Ref', 'Phone', 'Amount', 'Currency', 'Network', 'Start'],
        [],
        ['salary-1', 256_770_000_001, 1_000, 'UGX', 'MTN', new Date(0)],
        ['0002', '256770000002', '2,000', 'UGX', 'MTN', null],
      ]
      expect(await tried(await workbook(...rows), xlsx)).to.deep.include({ sum: 3_000, refused: [] })
    },
    'whatever type it is sent as': async () => {
      const rows = [names, ['salary-1', 256_770_000_001, 1_000, 'UGX', 'MTN']]
      expect(await sumOf(await workbook(...rows))).to.equal(1_000)
    },
    'with a date in place of a reference, and a rounded one': async () => {
      const line = (reference: CellValue) => [reference, '256770000002', 500, 'UGX', 'MTN']
      const rows = [names, line(new Date(Date.UTC(2026, 3, 3))), line(1_234_567_890_123_456_000)]
      const again = 'format the column as text, and write it again'
      expect((await tried(await workbook(...rows), xlsx)).refused).to.deep.equal([
        `2 Malformed fields: reference 2026-04-03 was changed: a spreadsheet has turned it into a date: ${again}`,
        `3 Malformed fields: reference 1234567890123456000 was changed: a spreadsheet has rounded it: ${again}`,
      ])
    },
    'another file': async () => {
      expect((await tried('%PDF-1.7')).message).to.equal(
        'Malformed fields: the file is a PDF: save it as .xlsx or as CSV',
      )
    },
  })
})
