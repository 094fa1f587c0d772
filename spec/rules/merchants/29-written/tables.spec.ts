import { expect } from 'chai'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { tableRows } from '../../../../adapters/written/table/table.ts'
import type { TableRow } from '../../../../adapters/written/table/tableRow.ts'
import { workbookRows } from '../../../../adapters/written/table/workbookRows.ts'
import { table, test } from '../../../rule.ts'

/** The rows of a file, each with its line and its columns in brackets; or the reason why it is not read. */
async function rowsOf(file: Buffer | string): Promise<string> {
  return inOne(tableRows(Buffer.from(file), async () => {}))
}

async function inOne(read: AsyncIterable<readonly TableRow[]>): Promise<string> {
  const rows: string[] = []
  try {
    for await (const some of read)
      rows.push(...some.map(({ line, columns }) => `${line} ${columns.map((column) => `[${column}]`).join('')}`))
    return rows.join(', ')
  } catch (error) {
    return (error as Error).message
  }
}

const workbook = async (...rows: CellValue[][]) => {
  const sheets = [
    { name: 'Pay', rows },
    { name: 'Notes', rows: [['a note']] },
  ]
  return Buffer.from(await writeXlsx({ sheets }))
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

const two = '1 [a][b], 2 [c][d]'

describe('29 What people write: tables', () => {
  test(
    'a text is read with the separator and line ends that it has, without rows of nothing',
    table(
      ['text', 'rows'],
      [
        ['a,b\nc,d', two],
        ['a;b\r\nc;d\r\n', two],
        ['a\tb\rc\td', two],
        ['a|b\nc|d', two],
        ['\ufeffa,b\nc,d', two],
        ['sep=;\na;b\nc,1;d,2', '2 [a][b], 3 [c,1][d,2]'],
        ['a;b\nc, d, and e;f\ng, h, i;j', '1 [a][b], 2 [c, d, and e][f], 3 [g, h, i][j]'],
        ['a,b\n"1;2;3;4",d', '1 [a][b], 2 [1;2;3;4][d]'],
        [',,\na,b,\n\n ;,c\n\u00a0,\u00a0\n', '2 [a][b][], 4 [;][c]'],
        ['a,"b\nc"\nd,e', '1 [a][b\nc], 3 [d][e]'],
        ['a\nb', '1 [a], 2 [b]'],
        ['', ''],
      ],
      async (text, rows) => {
        expect(await rowsOf(text)).to.equal(rows)
      },
    ),
  )

  test('a text in UTF-16 is read, as spreadsheets save it', async () => {
    for (const bytes of [utf16('\ufeffa\tb\r\nc\td'), utf16('a\tb\nc\td'), utf16('\ufeffa\tb\nc\td').swap16()])
      expect(await rowsOf(bytes)).to.equal(two)
  })

  const openDocument = `PK\x03\x04${' '.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`
  const others: readonly (readonly [name: string, file: Buffer, message: string])[] = [
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'an old Excel workbook (.xls), or a workbook with a password',
    ],
    ['a PDF', Buffer.from('%PDF-1.7'), 'a PDF'],
    ['an OpenDocument file', Buffer.from(openDocument), 'an OpenDocument file (.ods)'],
    ['a web page', Buffer.from('\n <table><tr><td>a'), 'a web page (HTML or XML), whatever its name says'],
    ['a web page in UTF-16', utf16('\ufeff<html>'), 'a web page (HTML or XML), whatever its name says'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'neither a text nor a workbook'],
  ]
  test(
    'a file of another kind is refused by name',
    Object.fromEntries(
      others.map(([name, file, message]) => [
        name,
        async () => {
          expect(await rowsOf(file)).to.equal(`is ${message}: save it as .xlsx or as CSV`)
        },
      ]),
    ),
  )

  test('a file that is broken is not read', {
    'a text in another encoding': async () => {
      expect(await rowsOf(Buffer.from('a,caf\xe9', 'latin1'))).to.equal('is not text in UTF-8')
    },
    'a workbook that is cut off': async () => {
      const file = await workbook(['a'])
      const message = 'is a workbook that cannot be read: save it as .xlsx again'
      expect(await rowsOf(file.subarray(0, file.length / 2))).to.equal(message)
    },
    'a text with an open quote': async () => {
      expect(await rowsOf('a,"b')).to.match(/^Quote Not Closed/)
    },
  })

  test('a workbook is read as it is stored: long numbers to the digit, dates to the second, in no zone', async () => {
    const [at, day] = [new Date(Date.UTC(2026, 2, 1, 8, 0, 1)), new Date(Date.UTC(2026, 2, 1))]
    const rows = [['Id', null, ' When '], [], [256_770_000_001, '0012', at], ['=x', 0.1, day]]
    expect(await rowsOf(await workbook(...rows))).to.equal(
      '1 [Id][][When], 3 [256770000001][0012][2026-03-01 08:00:01], 4 [=x][0.1][2026-03-01]',
    )
  })

  test('a workbook shows how each column is stored', async () => {
    const [row] = (await workbookRows(await workbook(['a', 1, true, new Date(0)])).next()).value ?? []
    expect(row?.stored).to.deep.equal(['text', 'number', 'other', 'date'])
  })

  test('another sheet of a workbook is read by its name', async () => {
    expect(await inOne(workbookRows(await workbook(['a']), { sheet: 'Notes' }))).to.equal('1 [a note]')
  })

  test('a workbook that would fill the memory is not unpacked, nor one that hides its size', async () => {
    const file = await workbook(['a'.repeat(10_000)])
    const message = 'is a workbook of too many bytes, or damaged'
    expect(await inOne(workbookRows(file, { mostBytes: 10_000 }))).to.equal(message)
    for (const [at, bytes] of [
      [24, 0],
      [24, 0xffffffff],
      [20, 0],
    ] as const) {
      const hidden = Buffer.from(file)
      hidden.writeUInt32LE(bytes, hidden.indexOf('PK\x01\x02') + at)
      expect(await inOne(workbookRows(hidden))).to.equal(message)
    }
  })
})
