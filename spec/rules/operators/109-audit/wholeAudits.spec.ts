import { expect } from 'chai'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { continueAudit } from '../../../../core/sente.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule, table } from '../../../rule.ts'
import { damage } from '../../../sqlite/store/audit/damage.ts'
import { copyOf, dayMs, type Marked, onMarked } from './marked.ts'

/** Events after an audit, by their names. */
const happenings: Readonly<Record<string, (marked: Marked) => Promise<unknown>>> = {
  'nothing happens': async () => {},
  'less than 30 days pass': async ({ clock }) => clock.forwardMs(30 * dayMs - 1),
  '30 days pass': async ({ clock }) => clock.forwardMs(30 * dayMs),
  'the same, with an audit in between': async ({ clock, audit }) => {
    clock.forwardMs(20 * dayMs)
    await audit()
    clock.forwardMs(10 * dayMs)
  },
  'the clock is set back': async ({ clock }) => clock.jumpMs(-1),
  'a quarantine begins': ({ during }) =>
    during(({ quarantines }) => quarantines.begin({ atMs: 0, explanation: 'the disk was set back' })),
  'a backup is made': ({ path, clock }) => {
    clock.forwardMs(2 * dayMs)
    return sqlite.inFiles.backUp(copyOf(path))
  },
  'a backup is restored': async ({ path, clock }) => {
    const copy = copyOf(path)
    await sqlite.inFiles.backUp(copy)
    clock.forwardMs(2 * dayMs)
    sqlite.inFiles.restore({ ...copy, acting: { proposal: null, chain: () => undefined } })
  },
  'an audit of another version has set the mark': async ({ path }) =>
    damage(path, 'UPDATE audit_marks SET rules = rules + 1'),
  'an old row is changed': async ({ path }) => damage(path, oldRow),
}

/** Changes a payment that had ended at the mark. */
const oldRow = 'UPDATE transactions SET amount_minor = amount_minor + 1'

describe('109 The audit: audits of everything', () => {
  rule(
    '109.39',
    'an audit reads everything at first, on request, 30 days after it last did, and after a restore or a quarantine',
    {
      '': table(
        ['after an audit', 'the next one reads everything'],
        [
          ['nothing happens', false],
          ['less than 30 days pass', false],
          ['30 days pass', true],
          ['the same, with an audit in between', true],
          ['the clock is set back', true],
          ['a quarantine begins', true],
          ['a backup is made', false],
          ['a backup is restored', true],
          ['an audit of another version has set the mark', true],
          ['an old row is changed', false],
        ],
        (happening, isWhole) =>
          onMarked(async (marked) => {
            await happenings[happening]?.(marked)
            expect(await marked.audit()).to.deep.equal({ ok: true, isWhole })
          }),
      ),
      'on request': () =>
        onMarked(async ({ audit }) => {
          expect(await audit(true)).to.deep.equal({ ok: true, isWhole: true })
          expect(await audit()).to.deep.equal({ ok: true, isWhole: false })
        }),
    },
  )

  rule('109.40', 'after an audit that has found something, the next ones read everything until nothing is broken', {
    'a broken row': () =>
      onMarked(async ({ path, audit }) => {
        damage(path, oldRow)
        for (const all of [true, false, false]) expect(await audit(all)).to.deep.equal({ ok: false, isWhole: true })
        damage(path, 'UPDATE transactions SET amount_minor = amount_minor - 1')
        expect(await audit()).to.deep.equal({ ok: true, isWhole: true })
        expect(await audit()).to.deep.equal({ ok: true, isWhole: false })
      }),
    'a damaged list': () =>
      onMarked(async ({ path, audit }) => {
        damage(path, 'DELETE FROM used_references')
        expect(await audit()).to.deep.equal({ ok: true, isWhole: false })
        for (const all of [true, false])
          expect((await rejection(audit(all))).message).to.match(/missing from used_references/)
      }),
    'by a backup': () =>
      onMarked(async ({ path, clock, audit }) => {
        damage(path, `${oldRow}; UPDATE audit_marks SET rules = 0`)
        await rejection(sqlite.inFiles.backUp(copyOf(path)))
        damage(path, 'UPDATE audit_marks SET rules = 1')
        clock.forwardMs(2 * dayMs)
        expect(await audit()).to.deep.equal({ ok: false, isWhole: true })
      }),
    'an audit that was already on its way does not bring the mark back': () =>
      onMarked(async ({ path, clock, audit, during }) => {
        await during(async ({ books }) => {
          const changes: typeof books.changes = (read) =>
            books.changes(async (changed, mark) => {
              const result = await read(changed, mark)
              damage(path, oldRow)
              expect(await audit(true)).to.deep.equal({ ok: false, isWhole: true })
              return result
            })
          const { ok } = await continueAudit({ books: { ...books, changes }, clock })({ all: false })
          expect(ok).to.equal(true)
        })
        expect(await audit()).to.deep.equal({ ok: false, isWhole: true })
      }),
  })
})
