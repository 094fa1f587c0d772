import { join } from 'node:path'
import { expect } from 'chai'
import { upkeepProcess } from '../../../../adapters/background/upkeep/upkeepProcess.ts'
import { systemClock } from '../../../../adapters/node/node.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import type { AuditAsOperator, ContinuedAudit } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { program } from '../../../fixtures/processes.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

const path = '/operator/books'

/** An audit without findings. */
const fine: ContinuedAudit = { ok: true, checked: 7, broken: [], contradicted: [], since: null }

/** The page of the books, and an administrator at it; `audit` does the work instead of the core. */
async function openBooks(audit?: AuditAsOperator) {
  const dashboard = await openDashboard({}, {}, () => (audit ? { auditAsOperator: audit } : {}))
  const nakato = await dashboard.userOf('administrator', 'nakato')
  const page = () => nakato.get(path)
  return {
    ...dashboard,
    nakato,
    page,
    ask: (form: Record<string, string> = {}) => nakato.post(`${path}/audit`, form),
    async ended() {
      await until(async () => !(await page()).body.includes('http-equiv="refresh"'))
      return textOf(await page())
    },
    audits: async () => (await dashboard.ports.actions.list({ kind: 'audit.run', limit: 9 })).actions,
  }
}

describe('138 Reconciliation at the desk: audits', () => {
  rule(
    '138.21',
    'an operator asks for an audit on a page, which shows its result; it is recorded under the name of the operator',
    async () => {
      const { page, ask, ended, audits, pay } = await openBooks()
      await pay('succeeds')
      expect(textOf(await page())).to.include('Last audit Never')
      expect((await ask()).headers.location).to.equal(path)
      const text = await ended()
      expect(text).to.match(/asked for by nakato, .* Every rule holds\. Rows checked \d+ /)
      expect(text).to.match(/Last audit [^A-Z]*Jan 2026, \d\d:\d\d every rule holds/)
      expect((await audits()).map(({ by, after }) => [by, after?.broken])).to.deep.equal([['nakato', 0]])
    },
  )

  rule(
    '138.22',
    'broken rows and contradicted payments of an audit are listed, the first hundred of each',
    async () => {
      const many = Array.from({ length: 101 }, (_, at) => at)
      const { ask, ended } = await openBooks(async () => ({
        ...fine,
        ok: false,
        broken: many.map((at) => ({ rule: 'sum_is_zero', row: `row-${at}-`, problem: 'it is off by 5' })),
        contradicted: [{ transactionId: 'payment-1', problem: 'it was undone' }],
        since: { atMs: Date.parse('2026-01-01T06:00:00Z'), transactions: 3 },
      }))
      await ask()
      const text = await ended()
      expect(text).to.include('Rows break a rule').and.include('Changes since the audit of 1 Jan 2026, 09:00')
      expect(text).to.include('sum_is_zero row-99- it is off by 5').and.not.include('row-100-')
      expect(text).to.include('The first 100 of 101').and.include('payment-1 it was undone')
    },
  )

  rule('138.23', 'a server does one audit at a time, and its pages do not wait for it', async () => {
    const begun: boolean[] = []
    let end = (_: ContinuedAudit) => {}
    const { page, ask, ended } = await openBooks(({ all }) => {
      begun.push(all)
      return new Promise((resolve) => {
        end = resolve
      })
    })
    await ask({ all: 'yes' })
    await ask()
    const during = await page()
    expect(textOf(during)).to.include('An audit is under way: asked for by nakato')
    expect(during.body).not.to.include(`action="${path}/audit"`)
    expect(begun).to.deep.equal([true])
    end(fine)
    expect(await ended()).to.include('Every rule holds')
    await ask()
    expect(begun).to.deep.equal([true, false])
    end(fine)
    await ended()
  })

  rule('138.24', 'an audit that fails says so on the page, and another one can be asked for', async () => {
    const { ask, ended, page } = await openBooks(() => Promise.reject(new Error('the disk is gone')))
    await ask()
    expect(await ended())
      .to.include('The audit has failed')
      .and.not.include('the disk is gone')
    expect((await page()).body).to.include(`action="${path}/audit"`)
  })

  rule(
    '138.25',
    'a server audits by the command, in a process of its own, so that payments do not wait for it',
    async () => {
      const { path: folder, remove } = makeFolder()
      const file = join(folder, 'sandbox.db')
      const store = openSqliteStore({ path: file, purpose: 'sandbox', migrate: true })
      try {
        const environment = { PATH: process.env.PATH, HOME: folder, DATABASE_URL: `sqlite:${file}` }
        const audits = (...args: string[]) =>
          upkeepProcess({ program: [process.execPath, program, ...args], environment, clock: systemClock })
        const { runAudit: run, stop } = audits()
        expect(await run({ by: '-nakato', all: false })).to.include({ ok: true, since: null })
        const { since } = await run({ by: 'nakato', all: false })
        expect(since?.transactions).to.equal(0)
        expect(await run({ by: 'nakato', all: true })).to.include({ ok: true, since: null })
        const { actions } = await store.actions.list({ kind: 'audit.run', limit: 9 })
        expect(actions.map(({ by }) => by)).to.deep.equal(['nakato', 'nakato', '-nakato'])
        const failed = (running: Promise<unknown>) => running.catch((error: Error) => `${error}`)
        const refused = await failed(audits('--nothing').runAudit({ by: 'nakato', all: false }))
        expect(refused).to.include('sente audit has failed').and.include('--nothing')
        const stopped = failed(run({ by: 'nakato', all: false }))
        stop()
        expect(await stopped).to.include('sente audit has failed')
      } finally {
        await store.close()
        remove()
      }
    },
  )
})
