import { expect } from 'chai'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

describe('104 The command line: audits', () => {
  rule('104.98', 'audit shows how far back it has read, and reads everything with --all', async () => {
    const store = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
    const { sente, json, clock } = await openCommandLine({ store: { ...store, close() {} } })
    const { account_id: id } = (await json('account', 'create', '--name', 'Tea', '--fund', 'UGX=1000')).json
    expect(await sente('audit')).to.deep.equal({ code: 0, out: 'The books agree; rows checked: 7\n', err: '' })
    const at = new Date(clock.nowMs()).toISOString()
    clock.forwardMs(60_000)
    await fund(store, aFunding(id, { atMs: clock.nowMs() }))
    const { out } = await sente('audit')
    expect(out).to.match(/^The books agree; rows checked: \d+\n/)
    expect(out).to.include(
      `Only changes since the audit of ${at.replace('Z', '+00:00')} were checked, with 0 payments. sente audit --all checks everything\n`,
    )
    const { since } = (await json('audit')).json
    expect(since).to.deep.equal({ at: new Date(clock.nowMs()).toISOString(), payments: 0 })
    expect((await json('audit', '--all')).json).to.deep.include({ ok: true, since: null })
  })
})
