import { expect } from 'chai'
import { isRefusal, type RestoredFile, restoreBooks, type StoreFiles } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openActions } from '../126-actions/changes.ts'

describe('112 Backups: the action of a restore', () => {
  rule('112.10', 'a restore is written into the restored books as an action of the person who made it', async () => {
    const { ports, who, last, all } = await openActions()
    const asked: Parameters<StoreFiles['restore']>[0][] = []
    const restored: RestoredFile = { aside: [], latest: undefined, isRecorded: true }
    const files: StoreFiles = {
      files: () => [],
      backUp: () => Promise.reject(new Error('without a restore')),
      restore(request) {
        asked.push(request)
        return restored
      },
    }
    const copy = { path: '/data/live.db', file: '/backups/live.db', purpose: 'live', say: () => {} } as const
    const restore = (change: object = {}) => restoreBooks({ ...ports, files })({ copy, ...who, ...change })
    expect(await restore({ by: '' })).to.include({ refused: 'malformed_name' })
    expect(await restore({ because: ' ' })).to.include({ refused: 'malformed_explanation' })
    expect(asked).to.deep.equal([])

    const before = (await all()).length
    const done = await restore()
    expect(isRefusal(done) || done).to.equal(restored)
    const [{ acting, ...given }] = asked as [(typeof asked)[number]]
    expect(given).to.deep.equal(copy)
    for (const latest of ['the last one', undefined]) {
      await ports.actions.write({ ...acting, chain: (place) => acting.chain(place, latest) })
      expect(await last()).to.deep.include({
        ...{ kind: 'backup.restore', accountId: null, subject: 'backup /backups/live.db', before: null, ...who },
        after: { latest_transaction: latest ?? null },
      })
    }
    expect(await all()).to.have.length(before + 2)
  })
})
