import { expect } from 'chai'
import { checkAudit, checkBackup } from '../../../../adapters/cli/server/upkeepChecks.ts'
import { findUpkeep } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const hourMs = 3_600_000

describe('126 Who did what: upkeep', () => {
  rule('126.28', 'that a backup was made, or the books audited, is recorded, with what was found', {
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
    'where it can’t be recorded, that is said beside the answer': async () => {
      const { json, store, ports } = await openCommandLine()
      const full = new Error('no room')
      Object.assign(store, { actions: { ...ports.actions, write: () => Promise.reject(full) } })
      const { code, json: answer } = await json('audit')
      expect([code, answer.ok, answer.not_recorded]).to.deep.equal([0, true, 'no room'])
    },
  })

  rule(
    '126.29',
    'the doctor warns of a backup older than 26 hours, of an audit older than a week, and of what it found',
    {
      'none yet': async () => {
        const { store } = await openCommandLine()
        for (const check of [checkBackup, checkAudit])
          expect(await check(store))
            .to.include({ ok: true, found: 'none was made yet' })
            .and.to.have.property('fix')
        expect(await findUpkeep(store)()).to.deep.equal({ backup: null, audit: null })
      },
      'a backup': async () => {
        const { sente, store, clock } = await openCommandLine()
        await sente('backup', '/backups/live.db')
        clock.forwardMs(26 * hourMs - 1)
        expect(await checkBackup(store)).to.deep.equal({
          check: 'backup',
          ok: true,
          found: 'the last one was made 26 hours ago',
        })
        clock.forwardMs(1)
        expect(await checkBackup(store)).to.include({ ok: true, runbook: 'docs/backups.md' })
      },
      'an audit': async () => {
        const { sente, store, clock } = await openCommandLine()
        await sente('audit')
        clock.forwardMs(7 * 24 * hourMs - 1)
        expect(await checkAudit(store)).not.to.have.property('fix')
        clock.forwardMs(1)
        expect(await checkAudit(store)).to.include({ ok: true, fix: 'run sente audit' })
      },
      'an audit that found something': async () => {
        const { sente, store } = await openCommandLine()
        const { books } = store
        const broken = {
          ...books,
          snapshot: (read: Parameters<typeof books.snapshot>[0]) =>
            books.snapshot((snapshot) => read({ ...snapshot, strays: () => ['posting 7'] })),
        }
        Object.assign(store, { books: broken })
        expect((await sente('audit')).code).to.equal(1)
        const found = 'rows that break a rule: 1, 0 hours ago'
        expect(await checkAudit(store)).to.include({ ok: false, found })
      },
    },
  )
})
