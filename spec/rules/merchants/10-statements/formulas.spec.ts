import { expect } from 'chai'
import { statementOf } from '../../../../core/sente.ts'
import { writtenFile } from '../../../fixtures/writtenFile.ts'
import { rule, table } from '../../../rule.ts'
import { aPosting } from './postings.ts'

describe('10 Statements: formulas in CSV', () => {
  rule(
    '10.10',
    'no spreadsheet runs a cell of a CSV, even one that reads full-width letters, or removes blanks and invisible characters',
    table(
      ['the description', 'in the CSV'],
      [
        ...['＝1+1', '＋1', '－1', '＠SUM(A1)', '﹦1', ' =1', '\u00a0=1', '\u200b=1', '\u202e=1'].map(
          (text): [string, string] => [text, `'${text}`],
        ),
        ['paid;=1', "paid;'=1"],
        ['paid|\u00a0-1;+2', "paid|'\u00a0-1;'+2"],
        ['paid\t@SUM(A1)', "paid\t'@SUM(A1)"],
        ['a\n=1', `"a\n'=1"`],
        ['paid; 1', 'paid; 1'],
        ['1=1', '1=1'],
        ['a＝b', 'a＝b'],
        ['\u202e1', '\u202e1'],
      ],
      async (description, cell) => {
        const opening = { availableMinor: 0n, heldMinor: 0n }
        const page = statementOf({ opening, postings: [aPosting({ description })], previous: null, next: null })
        const text = String(await writtenFile('csv', [page]))
        expect(text.split(',').at(-4)).to.equal(cell)
      },
    ),
  )
})
