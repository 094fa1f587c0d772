import { expect } from 'chai'
import { findUpkeep, fundAccount, noteAudit, noteBackup, noteClose, type UpkeepPorts } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openActions } from './changes.ts'

/** The records of upkeep, each under somebody's name. */
const notes = {
  'backup.make': (ports: UpkeepPorts, by: string) => noteBackup(ports)({ by, file: '/backups/live.db', checked: 4 }),
  'audit.run': (ports: UpkeepPorts, by: string) => noteAudit(ports)({ by, checked: 4, broken: 1 }),
  'day.close': (ports: UpkeepPorts, by: string) =>
    noteClose(ports)({ by, day: '2026-01-02', file: '/closes/2026-01-02.json', digest: 'd', before: null, broken: 0 }),
} as const

const reported = {
  'backup.make': ['backup /backups/live.db', { checked: 4 }],
  'audit.run': ['books', { checked: 4, broken: 1 }],
  'day.close': ['day 2026-01-02', { file: '/closes/2026-01-02.json', digest: 'd', before: null, broken: 0 }],
}

describe('126 Who did what: upkeep, in the core', () => {
  rule('126.39', 'upkeep is recorded under a readable name, and changes nothing', async () => {
    const { ports, all, clock } = await openActions()
    const before = (await all()).length
    for (const [kind, note] of Object.entries(notes)) {
      expect(await note(ports, ' ')).to.include({ refused: 'malformed_name' })
      clock.forwardMs(1)
      const [subject, after] = reported[kind as keyof typeof reported]
      const action = { kind, subject, after, before: null, accountId: null, by: 'amina', atMs: clock.nowMs() }
      expect(await note(ports, 'amina')).to.deep.include(action)
      expect((await all())[0]).to.deep.include(action)
    }
    await notes['day.close'](ports, 'okello')
    expect(await all()).to.have.length(before + 3)
    const [close, audit, backup] = (await all()).map(({ atMs }) => atMs)
    const found = { backup: { atMs: backup }, audit: { atMs: audit, broken: 1 }, close: { atMs: close } }
    expect(await findUpkeep(ports)()).to.deep.equal({ begunAtMs: (await all()).at(-1)?.atMs, ...found })
  })

  rule('126.40', 'a person who approved a change has a readable name', async () => {
    const { ports, accountId, all, who, balance } = await openActions()
    const [count, before] = [(await all()).length, await balance()]
    const funding = { accountId, currency: 'UGX', amount: 500, reference: 'bank-7', ...who }
    const fund = (by: string) => fundAccount(ports)({ ...funding, approval: { proposal: null, by } })
    for (const by of ['', ' ', 'x'.repeat(101)]) expect(await fund(by)).to.include({ refused: 'malformed_name' })
    expect([(await all()).length, await balance()]).to.deep.equal([count, before])
    await fund('okello')
    expect((await all())[0]).to.include({ by: 'brian', approvedBy: 'okello' })
  })
})
