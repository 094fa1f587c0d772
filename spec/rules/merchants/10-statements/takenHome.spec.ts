import { expect } from 'chai'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { csvCell } from '../../../../adapters/formats/csvCell.ts'
import type { StatementEnding } from '../../../../adapters/formats/statement/files.ts'
import { type Posting, type Statement, statementOf } from '../../../../core/sente.ts'
import { fileOf, rowsIn, writtenFile } from '../../../fixtures/writtenFile.ts'
import { rule, table } from '../../../rule.ts'
import { aPosting } from './postings.ts'

const opening = { availableMinor: 1_000n, heldMinor: 200n }

type Move = Pick<Posting, 'from' | 'to' | 'amountMinor'>
type Named = Parameters<typeof aPosting>[0]

const payout = { reference: 'wages-1', paymentKind: 'payout', phoneNumber: '256770000001' } as const
const sale = { reference: '0002', paymentKind: 'collection', phoneNumber: '256750000002' } as const

function moved([from, to, amountMinor]: [Posting['from'], Posting['to'], bigint], id: string, named: Named = {}) {
  const move: Move = { from, to, amountMinor }
  return aPosting({ ...named, posting: { ...move, cause: { transaction: id } } })
}

/** Every kind of entry, with fees of opposite effect, on two pages after an opening balance of 1,200. */
const entries = [
  aPosting({ posting: { amountMinor: 5_000n } }),
  moved(['available', 'held', 1_010n], 'p-1', payout),
  moved(['held', 'float:MTN', 1_000n], 'p-1', payout),
  moved(['held', 'fees', 10n], 'p-1', { ...payout, description: 'March & <April>', metadata: { till: '7' } }),
  moved(['available', 'held', 300n], 'p-2', { ...payout, reference: '=1+1' }),
  moved(['held', 'available', 300n], 'p-2', { ...payout, reference: '=1+1', networkReason: 'BARRED' }),
  moved(['float:AIRTEL', 'available', 2_000n], 'c-1', { ...sale, networkReceipt: '1000000002' }),
  moved(['available', 'fees', 40n], 'c-1', { ...sale, networkReceipt: '1000000002' }),
  moved(['fees', 'available', 8n], 'r-1', { ...sale, paymentKind: 'refund', reference: 'back-1' }),
  aPosting({ reference: 'bank-2', posting: { from: 'available', to: 'funding', amountMinor: 700n } }),
]

function pagesOf(postings: readonly ReturnType<typeof aPosting>[]): Statement[] {
  const first = statementOf({ opening, postings: postings.slice(0, 4), previous: null, next: '3' })
  return [first, statementOf({ opening: first.closing, postings: postings.slice(4), previous: null, next: null })]
}

const pages = pagesOf(entries)
const closing = { whole: 6_458n, available: 6_258n, held: 200n }

const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + BigInt(row[column] ?? ''), 0n)

const ofxElements = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)

describe('10 Statements: files', () => {
  rule(
    '10.15',
    'texts that differ are different cells in a CSV, and a reader gets the text without its first apostrophe',
    {
      '': table(
        ['the text', 'in the CSV'],
        [
          ['=x', "'=x"],
          ["'=x", "''=x"],
          ["''=x", "'''=x"],
          ["' =x", "'' =x"],
          ["'x", "''x"],
          ["x'", "x'"],
          ["paid;'=1", "paid;''=1"],
          ['\tx', "'\tx"],
          ["'\tx", "''\tx"],
        ],
        (text, cell) => {
          expect(csvCell(text)).to.equal(cell)
        },
      ),
      'any text, also with formulas inside': () => {
        const pieces = fc.array(fc.constantFrom("'", '=', ' ', '\t', ';', 'x'), { maxLength: 6 })
        fc.assert(
          fc.property(pieces, (text) => {
            const cell = csvCell(text.join(''))
            const read = cell.replace(/^'|(?<=[;|\t\r\n])'(?='*(?:(?![;|\t\r\n])[\s\p{Cf}])*[=+\-@])/gu, '')
            expect(read).to.equal(text.join(''))
          }),
          { numRuns: 2_000 },
        )
      },
    },
  )

  rule('10.16', 'a file begins with the balance before its period, and its amounts add up to the balance after it', {
    'in CSV': async () => {
      const rows = rowsIn(await writtenFile('csv', pages))
      expect(
        rows.map(({ kind, amount, available_change, held_change, balance_after }) => [
          ...[kind, amount, available_change, held_change, balance_after],
        ]),
      ).to.deep.equal([
        ['opening', '1200', '1000', '200', '1200'],
        ['balance_funded', '5000', '5000', '0', '6200'],
        ['payout_held', '0', '-1010', '1010', '6200'],
        ['payout_settled', '-1000', '0', '-1000', '5200'],
        ['fee', '-10', '0', '-10', '5190'],
        ['payout_held', '0', '-300', '300', '5190'],
        ['payout_released', '0', '300', '-300', '5190'],
        ['collection_credited', '2000', '2000', '0', '7190'],
        ['fee', '-40', '-40', '0', '7150'],
        ['fee_refunded', '8', '8', '0', '7158'],
        ['balance_withdrawn', '-700', '-700', '0', '6458'],
      ])
      expect(sumOf(rows, 'amount')).to.equal(closing.whole)
      expect(sumOf(rows, 'available_change')).to.equal(closing.available)
      expect(sumOf(rows, 'held_change')).to.equal(closing.held)
    },
    'in a period without movements': async () => {
      const rows = rowsIn(
        await writtenFile('csv', [statementOf({ opening, postings: [], previous: null, next: null })]),
      )
      expect(rows.map(({ at, kind, amount }) => [at, kind, amount])).to.deep.equal([['', 'opening', '1200']])
    },
  })

  rule('10.17', 'an `.xlsx` has numbers for amounts, dates for times and days, and texts for everything else', {
    '': async () => {
      const { sheets } = await readXlsx(await writtenFile('xlsx', pages))
      expect(sheets.map(({ name }) => name)).to.deep.equal(['UGX'])
      const [names = [], before, funded, , , fee] = sheets[0]?.rows ?? []
      const cell = (row: readonly unknown[] = [], name: string) => row[names.indexOf(name)]
      expect(names.slice(0, 4)).to.deep.equal(['at (Africa/Kampala)', 'day', 'kind', 'payment_kind'])
      expect(cell(before, 'kind')).to.equal('opening')
      expect(cell(before, 'day') ?? null).to.equal(null)
      expect(cell(before, 'amount')).to.equal(1_200)
      expect(cell(funded, 'at (Africa/Kampala)')).to.deep.equal(new Date('2026-04-01T00:30:00Z'))
      expect(cell(funded, 'day')).to.deep.equal(new Date('2026-04-01T00:00:00Z'))
      expect(cell(fee, 'amount')).to.equal(-10)
      expect(cell(fee, 'phone_number')).to.equal('256770000001')
      expect(cell(fee, 'metadata')).to.equal('{"till":"7"}')
    },
    'also a text that looks like a formula or a number, unchanged': async () => {
      const { sheets } = await readXlsx(await writtenFile('xlsx', pages))
      const [names = [], ...rows] = sheets[0]?.rows ?? []
      const references = rows.map((row) => row[names.indexOf('reference')])
      expect(references).to.include.members(['=1+1', '0002'])
    },
    'also one like the form of a character in a workbook': async () => {
      const texts = ['_x0041_', 'order_x000d_7', '_x005F_', '_x41_', 'a\r\nb', 'x\u0001y']
      const postings = texts.map((description) => aPosting({ description }))
      const { sheets } = await readXlsx(
        await writtenFile('xlsx', [statementOf({ opening, postings, previous: null, next: null })]),
      )
      const [names = [], , ...rows] = sheets[0]?.rows ?? []
      expect(rows.map((row) => row[names.indexOf('description')])).to.deep.equal(texts)
    },
    'with decimals': async () => {
      const cents = aPosting({ posting: { currency: 'KES', amountMinor: 1_250n } })
      const page = statementOf({
        opening: { availableMinor: 5n, heldMinor: 0n },
        postings: [cents],
        previous: null,
        next: null,
      })
      const { sheets } = await readXlsx(await writtenFile('xlsx', [page], { currency: 'KES' }))
      expect(sheets[0]?.rows.slice(1).map((row) => row[5])).to.deep.equal([0.05, 12.5])
    },
  })

  rule(
    '10.18',
    'an `.ofx` has each change of the whole balance once, with an id of its own, and the balance after them',
    {
      '': async () => {
        const text = String(
          await writtenFile('ofx', pages, { fromMs: Date.UTC(2026, 2, 31, 21), toMs: Date.UTC(2026, 3, 30, 21) }),
        )
        expect(ofxElements(text, 'TRNAMT')).to.deep.equal(['5000', '-1000', '-10', '2000', '-40', '8', '-700'])
        expect(ofxElements(text, 'TRNTYPE')).to.deep.equal([
          'CREDIT',
          'DEBIT',
          'FEE',
          'CREDIT',
          'FEE',
          'CREDIT',
          'DEBIT',
        ])
        expect(ofxElements(text, 'FITID')).to.deep.equal([
          'bank-1-balance_funded',
          'p-1-payout_settled',
          'p-1-fee',
          'c-1-collection_credited',
          'c-1-fee',
          'r-1-fee_refunded',
          'bank-2-balance_withdrawn',
        ])
        expect(ofxElements(text, 'BALAMT')).to.deep.equal(['6458', '6258'])
        expect(ofxElements(text, 'CURDEF')).to.deep.equal(['UGX'])
        expect(ofxElements(text, 'ACCTID')).to.deep.equal(['3d8e4f5a6b7c8d9e0f-UGX'])
      },
      'by days of the account, without times': async () => {
        const period = { fromMs: Date.UTC(2026, 2, 31, 21), toMs: Date.UTC(2026, 3, 30, 21) }
        const text = String(await writtenFile('ofx', pages, period))
        expect(new Set(ofxElements(text, 'DTPOSTED'))).to.deep.equal(new Set(['20260401']))
        expect([...ofxElements(text, 'DTSTART'), ...ofxElements(text, 'DTEND')]).to.deep.equal(['20260401', '20260430'])
        const open = String(await writtenFile('ofx', pages))
        expect([...ofxElements(open, 'DTSTART'), ...ofxElements(open, 'DTEND')]).to.deep.equal(['20260401', '20260401'])
      },
      'with the payment for people': async () => {
        const text = String(await writtenFile('ofx', pages))
        expect(text).to.include('<NAME>Payout 256770000001</NAME><MEMO>wages-1</MEMO>')
        expect(text).to.include('<NAME>Fee 256770000001</NAME><MEMO>wages-1 March &amp; &lt;April&gt;</MEMO>')
        expect(text).to.include('<NAME>Collection 256750000002</NAME><MEMO>0002 receipt 1000000002</MEMO>')
      },
      'of at most 32 and 255 characters, all of which XML can hold': async () => {
        const description = `a\u0001b\ud800${'é'.repeat(300)}`
        const named = { ...payout, phoneNumber: `erased-${'0'.repeat(32)}`, description }
        const page = statementOf({
          opening,
          postings: [moved(['held', 'float:MTN', 1n], 'p-1', named)],
          previous: null,
          next: null,
        })
        const text = String(await writtenFile('ofx', [page]))
        expect(ofxElements(text, 'NAME')).to.deep.equal([`Payout erased-${'0'.repeat(18)}`])
        expect(ofxElements(text, 'MEMO')).to.deep.equal([`wages-1 a b ${'é'.repeat(243)}`])
      },
      'in a period without movements': async () => {
        const text = String(
          await writtenFile('ofx', [statementOf({ opening, postings: [], previous: null, next: null })]),
        )
        expect(text).not.to.include('STMTTRN>')
        expect(ofxElements(text, 'BALAMT')).to.deep.equal(['1200', '1000'])
      },
    },
  )

  rule(
    '10.19',
    'a file of any length is written while it is read, and read no further than it is taken',
    table(['the file'], [['csv'], ['xlsx'], ['ofx']], async (ending) => {
      let read = 0
      const [page] = pages
      const endless = (async function* () {
        for (;;) {
          read += 1
          // Texts that hardly shrink when they are packed.
          const lines = Array.from({ length: 100 }, () => page?.lines ?? [])
            .flat()
            .map((line) => ({ ...line, description: crypto.randomUUID() }))
          yield { opening, closing: opening, lines, previous: null, next: '0' }
        }
      })()
      const parts = fileOf(ending as StatementEnding, endless)[Symbol.asyncIterator]()
      for (let taken = 0; taken < 3; taken += 1) await parts.next()
      const soFar = read
      await new Promise((resolve) => setImmediate(resolve))
      expect(read).to.equal(soFar)
      expect(read).to.be.below(20)
      await parts.return?.()
    }),
  )
})
