import { generateKeyPairSync } from 'node:crypto'
import { expect } from 'chai'
import type { BackupOptions } from '../../../../adapters/cli/deps.ts'
import { progressIn } from '../../../../adapters/cli/output/progress.ts'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import type { Books } from '../../../../core/sente.ts'
import { fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

/** An audit of books with a posting and an event, over a store that counts them. */
async function errorsOfAudit(hasBar: boolean): Promise<string> {
  const { sente, ports } = await openCommandLine({ hasBar })
  countRows(ports)
  return (await sente('audit')).err
}

/** Counts the rows of each snapshot of a store's books, as a store in SQL does. */
function countRows({ books }: { readonly books: Pick<Books, 'snapshot'> }, rows = 2) {
  const { snapshot } = books
  books.snapshot = (read) => snapshot((moment) => read(moment, { count: async () => rows }))
}

const bars = /\[#+\] 100 % {2}checking rows\n$/

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

  rule('104.101', 'a backup and the close of a day show the progress of their audit', {
    'a backup': () =>
      inFolder(async ({ database: path }) => {
        const store = openSqliteStore({ path, purpose: 'live', migrate: true })
        await fundedAccount(store)
        await store.close()
        const copied = (file: string, { onProgress }: BackupOptions) =>
          sqlite.inFiles.backUp({ path, file, purpose: 'live', say: () => {}, onProgress })
        const { sente } = await openCommandLine({
          hasBar: true,
          backup: async (file, how) => ({ file, rows: (await copied(file, how)).checked, damage: null, keepToo: [] }),
        })
        expect((await sente('backup', `${path}-copy`)).err).to.match(bars)
      }),
    'the close of a day': () =>
      inFolder(async ({ path }) => {
        const { privateKey } = generateKeyPairSync('ed25519')
        const caseKey = () => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
        const { sente, ports, clock } = await openCommandLine({ hasBar: true, caseKey })
        countRows(ports)
        clock.forwardMs(5 * 24 * 3_600_000)
        expect((await sente('close-day', '2026-01-02', '--into', path)).err).to.match(bars)
      }),
  })
})
