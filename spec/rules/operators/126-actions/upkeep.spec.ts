import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkUpkeep } from '../../../../adapters/cli/server/upkeepChecks.ts'
import { findUpkeep } from '../../../../core/sente.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const hourMs = 3_600_000

describe('126 Who did what: upkeep', () => {
  rule('126.28', 'backups and audits are recorded, with their findings', {
    'a backup': async () => {
      const { sente, ports } = await openCommandLine()
      expect((await sente('backup', '/backups/live.db')).code).to.equal(0)
      const [action] = (await ports.actions.list({ limit: 1 })).actions
      expect(action).to.include({ kind: 'backup.make', subject: 'backup /backups/live.db', by: 'amina' })
      expect(action?.after).to.deep.equal({ checked: 1 })
    },
    'an audit': async () => {
      const { json, ports } = await openCommandLine()
      const { checked } = (await json('audit')).json
      const [action] = (await ports.actions.list({ limit: 1 })).actions
      expect(action).to.include({ kind: 'audit.run', subject: 'books', by: 'amina' })
      expect(action?.after).to.deep.equal({ checked, broken: 0 })
    },
    'when the record fails, a message stands beside the answer': async () => {
      const { json, store, ports } = await openCommandLine()
      const full = new Error('no room')
      Object.assign(store, { actions: { ...ports.actions, write: () => Promise.reject(full) } })
      const { code, json: answer } = await json('audit')
      expect([code, answer.ok, answer.not_recorded]).to.deep.equal([0, true, 'no room'])
    },
  })

  rule(
    '126.29',
    'the doctor warns of a backup or a close older than 26 hours, of an audit older than a week, and of its findings',
    {
      'none yet': async () => {
        const { store } = await openCommandLine()
        const found = await checkUpkeep(store, { isCopied: true })
        for (const check of found) expect(check).to.include({ ok: true, found: 'none yet' }).and.have.property('fix')
        expect(found.map(({ check }) => check)).to.deep.equal(['backup', 'audit'])
        const [first] = (await store.actions.list({ limit: 1 })).actions
        const never = { backup: null, audit: null, close: null }
        expect(await findUpkeep(store)()).to.deep.equal({ begunAtMs: first?.atMs ?? null, ...never })
      },
      'a backup': () =>
        ages(['backup', '/backups/live.db'], 26, {
          ...{ check: 'backup', ok: true, found: 'the last one is 25 h old' },
          ...{ fix: 'run sente backup, and check that its timer runs', runbook: 'docs/backups.md' },
        }),
      'an audit': () =>
        ages(['audit'], 7 * 24, {
          ...{ check: 'audit', ok: true, found: 'the books agreed 6 d ago', fix: 'run sente audit' },
          runbook: 'docs/operating/money-and-audit.md#the-audit',
        }),
      'the close of a day': () =>
        inFolder(({ path }) => {
          const key = join(path, 'key.pem')
          execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key], { stdio: 'ignore' })
          return ages(['close-day', 'yesterday', '--into', path, '--key', key], 26, {
            ...{ check: 'close of days', ok: true, found: 'the last was made 25 h ago' },
            fix: 'run sente close-day yesterday, and check that its timer runs',
            runbook: 'docs/operating/closing-days.md#a-timer',
          })
        }),
      'a backup by other tools': async () => {
        const { store } = await openCommandLine()
        const [backup] = await checkUpkeep(store, { isCopied: false })
        expect(backup?.found).to.match(/^made by the tools of PostgreSQL/)
        expect(backup).not.to.have.property('fix')
      },
      'an audit with findings': async () => {
        const { sente, store } = await openCommandLine()
        const { books } = store
        const broken = {
          ...books,
          snapshot: (read: Parameters<typeof books.snapshot>[0]) =>
            books.snapshot((snapshot) => read({ ...snapshot, strays: () => ['posting 7'] })),
        }
        Object.assign(store, { books: broken })
        expect((await sente('audit')).code).to.equal(1)
        const [, audit] = await checkUpkeep(store, { isCopied: true })
        expect(audit).to.include({ ok: false, found: 'rows that broke a rule 0 h ago: 1' })
      },
    },
  )
})

/**
 * Runs a command, and expects a finding about it just before it is so many hours old, and from then on the remedy, too.
 */
async function ages(argv: readonly string[], hours: number, { fix, runbook, ...young }: Warning): Promise<void> {
  const { sente, store, clock } = await openCommandLine()
  expect((await sente(...argv)).code).to.equal(0)
  const found = async () => (await checkUpkeep(store, { isCopied: true })).find(({ check }) => check === young.check)
  clock.forwardMs(hours * hourMs - 1)
  expect(await found()).to.deep.equal(young)
  clock.forwardMs(1)
  expect(await found()).to.include({ fix, runbook })
}

type Warning = { check: string; ok: boolean; found: string; fix: string; runbook: string }
