import { expect } from 'chai'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { StoredAs, TableRow } from '../../../../adapters/written/table/rows/tableRow.ts'
import { spoiling } from '../../../../adapters/written/table/spoilt.ts'
import { tableRows } from '../../../../adapters/written/table/table.ts'
import { workbookRows } from '../../../../adapters/written/table/workbook/workbookRows.ts'
import { table, test } from '../../../rule.ts'
import { packedWorkbook } from './packedWorkbook.ts'

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
    ['a web page without a table', utf16('\ufeff<html>'), 'a web page without a table, whatever its name says'],
    ['an XML file', Buffer.from('<?xml version="1.0"?><Workbook>'), 'an XML file, whatever its name says'],
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

  test(
    'the tables of a web page are read, whatever its name',
    table(
      ['page', 'rows'],
      [
        ['<table><tr><th>a<th>b<tr><td>c<td>d</table>', two],
        [
          '<!DOCTYPE html><style>td{}</style><TABLE><TR><TD> a </TD><td><b>b</b></td></TR>\n<tr><td>c<td>d</table>',
          two,
        ],
        ['<?xml version="1.0"?><html><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table></html>', '1 [a][b]'],
        ['<table><tr><td>a&amp;b<br>c&nbsp;<style>x</style><td><!-- d -->', '1 [a&b c][]'],
        ['<table><tr><td colspan=2>a<td>b<tr><td><td>c<td>', '1 [a][][b], 2 [][c][]'],
        ['<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td rowspan="3">e', '1 [a][b], 2 [][c], 3 [d][e]'],
        ['<table><tr><td>title<table><tr><td>a<td>b</table></td></tr></table>', '1 [a][b]'],
        ['<table><tr><td>a</table>b<p>c</p><table><tr><td> <tr><td>d</table>', '1 [a], 3 [d]'],
        ['<table></table>', ''],
      ],
      async (page, rows) => {
        expect(await rowsOf(page)).to.equal(rows)
        expect(await rowsOf(utf16(`\ufeff${page}`))).to.equal(rows)
      },
    ),
  )

  test(
    'the change of an id by a spreadsheet is recognised where it is certain',
    table(
      ['text', 'stored as', 'the change'],
      [
        ['256770000001', 'text', undefined],
        ['0012', 'text', undefined],
        ['12E5', 'text', undefined],
        ['5E-12', 'text', undefined],
        ['1.23457E+10', 'text', 'exponent'],
        ['1,2e+10', 'text', 'exponent'],
        ['12345678901.0', 'text', 'decimals'],
        ['1.2.0', 'text', undefined],
        ["'12345678901", 'text', 'apostrophe'],
        ["'=1+1", 'text', undefined],
        ['####', 'text', 'signs'],
        ['#12', 'text', undefined],
        ['#N/A', 'text', 'formula'],
        ['#VALUE!', 'text', 'formula'],
        ['2026-04-03', 'text', undefined],
        ['2026-04-03', 'date', 'date'],
        ['999999999999999', 'number', undefined],
        ['1000000000000000', 'number', 'rounded'],
        ['1000000000000000', 'text', undefined],
      ],
      (text, stored, change) => {
        expect(spoiling(text, { stored: stored as StoredAs })).to.equal(change)
      },
    ),
  )

  test('a workbook is read in any of the forms that programs write', {
    'a text in runs, with phonetic notes, blanks and escaped signs': async () => {
      const shared =
        '<si><r><t>a</t></r><r><rPr/><t xml:space="preserve"> b</t></r><rPh><t>x</t></rPh></si><si><t>c_x000D_d</t></si>'
      const cells = '<row><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c t="inlineStr"><is><t>e&amp;f</t></is></c></row>'
      expect(await rowsOf(packedWorkbook({ shared, rows: cells }))).to.equal('1 [c\rd][a b][e&f]')
    },
    'results of formulas, truths and failures': async () => {
      const cells = '<row r="7"><c r="B7" t="str"><f>A1&amp;"x"</f><v>ax</v></c><c r="C7"><f>1+1</f><v>2</v></c>'
      const rows = `${cells}<c r="E7" t="b"><v>1</v></c><c r="F7" t="e"><v>#N/A</v></c></row>`
      expect(await rowsOf(packedWorkbook({ rows }))).to.equal('7 [][ax][2][][true][#N/A]')
    },
    'days by the number or the code of their format, as ISO times, and as times alone': async () => {
      const values = [1, 2, 3, 4, 5].map((style) => `<c s="${style}"><v>45900.96811342593</v></c>`).join('')
      const rows = `<row>${values}<c t="d"><v>2026-03-01T08:00:00Z</v></c><c s="1"><v>0.5</v></c><c s="1"><v>-1</v></c></row>`
      const [when, number] = ['2025-08-31 23:14:05', '45900.96811342593']
      expect(await rowsOf(packedWorkbook({ rows }))).to.equal(
        `1 [${when}][${when}][${number}][${when}][${number}][2026-03-01 08:00:00][12:00:00][-1]`,
      )
    },
    'days from 1904, tags with prefixes, and a part with an absolute name': async () => {
      const rows = '<x:row><x:c s="1"><x:v>44438.5</x:v></x:c></x:row>'
      expect(await rowsOf(packedWorkbook({ rows, is1904: true, target: '/xl/s.xml' }))).to.equal(
        '1 [2025-08-31 12:00:00]',
      )
    },
    'a sheet that ends too early, or names a text that is missing': async () => {
      for (const rows of ['<row><c><v>1</v></c></row><!--', '<row><c t="s"><v>0</v></c></row>'])
        expect(await rowsOf(packedWorkbook({ rows }))).to.match(/^is a workbook that cannot be read/)
    },
  })

  test('a file that is broken is not read', {
    'a text in another encoding': async () => {
      expect(await rowsOf(Buffer.from('a,caf\xe9', 'latin1'))).to.equal('is not text in UTF-8')
    },
    'a workbook that is cut off': async () => {
      const file = await workbook(['a'])
      const message = 'is a workbook that cannot be read: save it as .xlsx again'
      expect(await rowsOf(file.subarray(0, file.length / 2))).to.equal(message)
    },
    'a workbook with a changed byte': async () => {
      const file = packedWorkbook({ rows: '<row><c><v>5000</v></c></row>' })
      expect(await rowsOf(file)).to.equal('1 [5000]')
      file.write('9', file.indexOf('5000'))
      expect(await rowsOf(file)).to.equal('is a workbook that cannot be read: save it as .xlsx again')
    },
    'a packed file without a workbook': async () => {
      const file = Buffer.from(
        (await workbook(['a'])).toString('latin1').replaceAll('_rels/.rels', '_rels/.none'),
        'latin1',
      )
      expect(await rowsOf(file)).to.equal('is a packed file (.zip) without a workbook: unpack it first')
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
      hidden.writeUInt32LE(bytes, hidden.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + at)
      expect(await inOne(workbookRows(hidden))).to.match(/^is a workbook (?:of too many bytes|that cannot be read)/)
    }
  })
})
