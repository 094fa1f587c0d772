import { expect } from 'chai'
import { test } from '../../rule.ts'
import { everyFile, offencesOf } from './sentences.ts'

const words = (count: number) => 'word '.repeat(count)

describe('The structure of the code: sentences', () => {
  test('pages, comments, messages and titles say who does what, and seldom hang a clause on another', {
    'every file keeps it': () => expect(everyFile().flatMap(offencesOf)).to.deep.equal([]),
    'planted offences are found in comments and strings': () => {
      const planted = [
        '/** What a payment is. */\nconst a = 1',
        '// One line.\n//\n// Those of a file.\nconst a = 1',
        `const a = 'what a payment costs here'`,
        `const a = "It ended. Whoever asks knows it"`,
        'const a = `What a payment costs`',
        '// Says what it is, and what it is not.\nconst a = 1',
        `test('it tells a story', () => 'as it was told yesterday')`,
        `test('the day of which one speaks', () => 'the people by whom it is done')`,
        `test('it drops those that wait', () => 'it keeps those who have waited')`,
      ]
      for (const text of planted) expect(offencesOf({ path: 'core/a.ts', text }), text).to.have.length(1)
    },
    'planted offences are found on pages': () => {
      const planted = [
        '# What is public\n',
        '- Those of a day\n',
        '| a | What it costs |\n',
        '**Whoever** asks, waits.\n',
        'It ends.\nWhat waits goes on.\n',
        'It says what it is, and what\nit is not.\n',
      ]
      for (const text of planted) expect(offencesOf({ path: 'docs/a.md', text }), text).to.have.length(1)
    },
    'a question, code, and a clause now and then are none': () => {
      const page = '# What is it?\n\nIt says so, and no more.\n\n| `what` |\n\n```\nwhat what what\n```\n'
      expect(offencesOf({ path: 'docs/a.md', text: page })).to.deep.equal([])
      const code = "// It is not `what`.\nconst what = 'what'\nconst a = 'one text and ' + 'what it is here'"
      expect(offencesOf({ path: 'core/a.ts', text: code })).to.deep.equal([])
    },
    'the bound grows with the file': () => {
      const what = (times: number, of: number) => ({
        path: 'docs/a.md',
        text: `It says ${'what '.repeat(times)}${words(of)}`,
      })
      expect(offencesOf(what(3, 1_000))).to.deep.equal([])
      expect(offencesOf(what(3, 900))).to.deep.equal(['docs/a.md has what 3 times in 905 words'])
    },
  })
})
