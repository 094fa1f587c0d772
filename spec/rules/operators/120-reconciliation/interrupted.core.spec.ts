import { expect } from 'chai'
import { fileRows, isRefusal, listReconciliations, reconcile } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { given, paidRows } from './paidRows.ts'

describe('120 Reconciliation: a comparison that was interrupted', () => {
  rule(
    '120.112',
    'a comparison that is interrupted begins again, names the one that has not ended, and doubles nothing',
    table(
      ['interrupted', 'entries that are left of it'],
      [
        ['begin', 0],
        ['add', 0],
        ['end', 3],
      ] as const,
      async (method, left) => {
        const { ports, rows, reconciliations } = await paidRows(3)
        const compareWith = (used: typeof reconciliations, digest = 'd') =>
          reconcile({ ...ports, reconciliations: used })({ ...given, digest, rows: fileRows(rows) })
        const killed = async () => {
          throw new Error('killed')
        }
        const broken = await compareWith({ ...reconciliations, [method]: killed }).catch(({ message }) => message)
        expect(broken).to.equal('killed')
        const [unended] = await reconciliations.runs({ limit: 1 })
        const ofRun = async (runId: string) => (await reconciliations.entries({ runId, limit: 99 })).length
        expect(unended ? await ofRun(unended.id) : 0).to.equal(left)

        expect(await compareWith(reconciliations, 'another')).to.include({ unended: undefined })
        const again = await compareWith(reconciliations)
        if (isRefusal(again)) throw new Error(again.message)
        expect([again.unended?.id, again.already]).to.deep.equal([unended?.id, false])
        expect(again.run.ended?.totals.map(({ bucket, rows }) => [bucket, rows])).to.deep.equal([['matched', 3]])
        expect(await ofRun(again.run.id)).to.equal(3)
        const [confirmed] = (await listReconciliations(ports)({ limit: 9 })).confirmed
        expect(confirmed).to.include({ totalMinor: 15_000n, confirmedMinor: 15_000n })
        expect(await compareWith(reconciliations)).to.deep.include({ already: true, unended: undefined })
      },
    ),
  )
})
