import { expect } from 'chai'
import type { CliDeps } from '../../../../../adapters/cli/cli.ts'
import { rule } from '../../../../rule.ts'
import { openCommandLine } from '../commandLine.ts'

describe('104 The command line: move', () => {
  const move: CliDeps['move'] = async ({ from, to }, onProgress) => {
    for (const done of [0, 1, 2, 30, 50]) onProgress({ doing: 'moving postings', done, of: 50 })
    onProgress({ doing: 'checking', done: 1, of: 2 })
    return { from, to, already: false, rows: { accounts: 1, pinCounts: 2 }, replaced: 0 }
  }
  const args = ['move', '--from', 'sqlite:a.db', '--to', 'postgres://h/d']

  rule('104.61', 'move shows its progress as a bar in a terminal, otherwise as lines, and not with `--json`', {
    'in a terminal': async () => {
      const { sente } = await openCommandLine({ move, hasBar: true })
      expect((await sente(...args)).err.split(/(?=\r)|(?<=\n)/)).to.deep.equal([
        '\r[........................]   0 %  moving postings',
        '\r[........................]   2 %  moving postings',
        '\r[........................]   4 %  moving postings',
        '\r[##############..........]  60 %  moving postings',
        '\r[########################] 100 %  moving postings\n',
        '\r[############............]  50 %  checking\n',
      ])
    },
    elsewhere: async () => {
      const { sente } = await openCommandLine({ move })
      expect((await sente(...args)).err.split('\n')).to.deep.equal([
        'moving postings: 0 % of 50',
        'moving postings: 50 % of 50',
        'moving postings: 100 % of 50',
        'checking: 50 % of 2',
        '',
      ])
    },
    'with `--json`': async () => {
      const { json } = await openCommandLine({ move, hasBar: true })
      const expected = { from: 'sqlite:a.db', to: 'postgres://h/d', already: false }
      const rows = { accounts: 1, pin_counts: 2 }
      expect(await json(...args)).to.deep.equal({ code: 0, json: { ...expected, rows, replaced_texts: 0 } })
    },
    'a failure begins on a line of its own': async () => {
      const broken: CliDeps['move'] = async (_, onProgress) => {
        onProgress({ doing: 'checking', done: 0, of: 1 })
        throw new Error('the books do not agree')
      }
      const { sente } = await openCommandLine({ move: broken, hasBar: true })
      const { code, err } = await sente(...args)
      expect([code, err.split('%')[1]]).to.deep.equal([1, '  checking\nthe books do not agree\n'])
    },
  })

  rule('104.62', 'move reports the number of moved rows, the texts that had to be changed, and the next steps', {
    'rows alone': async () => {
      const { sente } = await openCommandLine({ move })
      expect((await sente(...args)).out).to.equal(reported([]))
    },
    'texts that could not be kept': async () => {
      const replacing: CliDeps['move'] = async (...given) => ({ ...(await move(...given)), replaced: 3 })
      const { sente } = await openCommandLine({ move: replacing })
      expect((await sente(...args)).out).to.equal(
        reported(['Texts with a NUL, which is \uFFFD in the new database: 3', '']),
      )
    },
  })
})

function reported(aside: readonly string[]): string {
  return [
    'The books of sqlite:a.db are now in postgres://h/d, and agree on both sides',
    '',
    'Accounts    1',
    'Wrong PINs  2',
    '',
    ...aside,
    'The old database is never opened again. Set DATABASE_URL to the new one, and',
    'start the server with the same configuration and keys.',
    '',
  ].join('\n')
}
