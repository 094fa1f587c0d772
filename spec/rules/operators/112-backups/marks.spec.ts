import { expect } from 'chai'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { copyOf, dayMs, type Marked, onMarked } from '../109-audit/marked.ts'

/** The number of rows that an audit of everything checks. */
async function rowsIn(during: Marked['during']): Promise<number> {
  return during(async ({ books }) => (await auditBooks({ books })()).checked)
}

describe('112 Backups: audits', () => {
  rule('112.12', 'a backup goes on from the last audit, and the next audit from the backup', () =>
    onMarked(async ({ path, audit, clock, during }) => {
      const { checked } = await sqlite.inFiles.backUp(copyOf(path))
      expect(checked).to.be.below(await rowsIn(during))
      clock.forwardMs(2 * dayMs)
      const atMs = await during(({ books }) => books.changes(async ({ mark }) => mark.atMs))
      expect(atMs).to.be.above(clock.nowMs() - 2 * dayMs)
      expect(await audit()).to.deep.equal({ ok: true, isWhole: false })
    }),
  )
})
