import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { type CloseDayPorts, closeDay, type DayClose, uganda, utcDays } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { audited, inEach, overHistories, unmoved } from '../109-audit/marked.ts'
import { withKey } from './closing.ts'

/** Days that last an hour, so that a history has many. */
const days = {
  ...utcDays,
  endOf: (ms: number) => Math.floor(ms / hourMs) * hourMs + hourMs,
  during: (dateMs: number) => ({ fromMs: dateMs, toMs: dateMs + hourMs }),
  dateOf: (ms: number) => Math.floor(ms / hourMs) * hourMs,
}

/**
 * Closes a day from the mark and from all rows, while no payment ends in between. Both leave the mark where it is.
 */
async function bothCloses(ports: CloseDayPorts, dateMs: number): Promise<{ short: DayClose; whole: DayClose }> {
  const close = closeDay({ ...ports, books: unmoved(ports.books), days })
  const [before, short, whole] = [
    await close({ dateMs, all: true }),
    await close({ dateMs }),
    await close({ dateMs, all: true }),
  ]
  if ('refused' in before || 'refused' in short || 'refused' in whole)
    throw new Error('a day that is over was not closed')
  return isDeepStrictEqual(before, whole) ? { short, whole } : bothCloses(ports, dateMs)
}

describe('120 Reconciliation: closes that go on from an audit', () => {
  rule(
    '120.78',
    'a close that reads only what has changed since an audit is the same as one that reads everything',
    inEach((open) =>
      overHistories(open, () => {
        let [isMarked, begunMs] = [false, 0]
        return async ({ ports, clock }, draw) => {
          begunMs ||= days.dateOf(clock.nowMs())
          const turn = draw()
          if (turn === 0) isMarked = (await audited(ports.books, clock)).ok
          if (turn !== 1) return
          const hours = Math.floor((clock.nowMs() - begunMs) / hourMs) + 3
          const dateMs = days.dateOf(clock.nowMs()) - ((draw() * 3 + draw() + 1) % hours) * hourMs - hourMs
          const { short, whole } = await bothCloses({ ...ports, market: uganda }, dateMs)
          const { checked, since, ...audit } = short.audit
          expect({ ...short, audit }).to.deep.equal({
            ...whole,
            audit: { ok: true, broken: 0, contradicted: whole.audit.contradicted },
          })
          if (!isMarked) expect([since, checked]).to.deep.equal([null, whole.audit.checked])
        }
      }),
    ),
  )

  rule('120.79', 'a close shows the audit that it goes on from, and reads everything with --all', () => {
    const store = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
    return withKey(
      async ({ close }) => {
        const sinceOf = async (...asked: [string, ...string[]]) => (await close(...asked)).json.audit.since
        expect(await sinceOf('2026-01-02')).to.equal(null)
        expect(await sinceOf('2026-01-03')).to.deep.equal({ at: '2026-01-07T08:00:00.000Z', payments: 0 })
        expect(await sinceOf('2026-01-04', '--all')).to.equal(null)
      },
      async () => {},
      utcDays,
      { ...store, close() {} },
    )
  })
})
