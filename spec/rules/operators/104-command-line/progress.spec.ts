import { expect } from 'chai'
import { progressIn } from '../../../../adapters/cli/output/progress.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

/** An audit of books with a posting and an event, over a store that counts them. */
async function errorsOfAudit(hasBar: boolean): Promise<string> {
  const { sente, ports } = await openCommandLine({ hasBar })
  const { snapshot } = ports.books
  ports.books.snapshot = (read) => snapshot((moment) => read(moment, { count: async () => 2 }))
  return (await sente('audit')).err
}

describe('104 The command line: progress', () => {
  rule('104.99', 'an audit shows its progress as a bar in a terminal, and nothing elsewhere', {
    'in a terminal': async () => {
      expect((await errorsOfAudit(true)).split(/(?=\r)|(?<=\n)/)).to.deep.equal([
        '\r[........................]   0 %  checking lists and statements',
        '\r[########################] 100 %  checking lists and statements\n',
        '\r[########################] 100 %  checking rows\n',
      ])
    },
    elsewhere: async () => expect(await errorsOfAudit(false)).to.equal(''),
    'over a store that does not count its rows': async () => {
      const { sente } = await openCommandLine({ hasBar: true })
      expect((await sente('audit')).err).to.match(/^\r\[\.+\] {3}0 % {2}.+\r\[#+\] 100 % {2}.+\n$/)
    },
  })

  rule('104.100', 'a bar shows the time left in a part that has taken five seconds', () => {
    let [nowMs, written] = [0, '']
    const { show, end } = progressIn({ isBar: true, nowMs: () => nowMs, err: (text) => (written += text) })
    for (const [atMs, done] of [
      [0, 0],
      [4_999, 10],
      [5_000, 10],
      [200_000, 40],
      [500_000, 100],
    ] as const) {
      nowMs = atMs
      show({ doing: 'checking rows', done, of: 100 })
    }
    nowMs = 900_000
    show({ doing: 'checking more', done: 50, of: 100 })
    end()
    expect(written.split(/(?=\r)|(?<=\n)/)).to.deep.equal([
      '\r[........................]   0 %  checking rows',
      '\r[##......................]  10 %  checking rows',
      '\r[##......................]  10 %  checking rows, 45 s left',
      '\r[#########...............]  40 %  checking rows, 5 min left',
      '\r[########################] 100 %  checking rows            \n',
      '\r[############............]  50 %  checking more\n',
    ])
  })
})
