import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { calendar, type Snapshot } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { day, withKey } from './closing.ts'
import { headings } from './writtenFiles.ts'

describe('120 Reconciliation: the series of closes', () => {
  rule('120.44', 'a day that is closed again is unchanged, and is recorded once', () =>
    withKey(async ({ close, sente, folder, key, ports }) => {
      const first = (await close(day)).json
      const file = readFileSync(first.file)
      const { actions } = await ports.actions.list({ limit: 9 })
      const again = await close(day, '--by', 'okello')
      expect(again).to.deep.equal({ code: 0, json: { ...first, already: true } })
      expect(readFileSync(first.file)).to.deep.equal(file)
      expect((await ports.actions.list({ limit: 9 })).actions).to.deep.equal(actions)
      const { out } = await sente('close-day', day, '--into', folder, '--key', key)
      expect(out).to.match(/^Day +2026-01-02 was closed before: its close stands\n/)
      await close('2026-01-03')
      expect((await close(day)).json.digest).to.equal(first.digest)
      expect((await ports.actions.list({ kind: 'day.close', limit: 9 })).actions).to.have.length(2)
      writeFileSync(first.file, 'changed')
      expect((await close(day)).json.error.code).to.equal('close_changed')
    }),
  )

  rule('120.45', 'without a date, yesterday is closed, and so are the days before it that the series lacks', {
    'a new series': () =>
      withKey(async ({ close, verify }) => {
        const { json } = await close('yesterday')
        expect(json).to.include({ day: '2026-01-06', before: null })
        expect((await verify(json.public_key)).json).to.include({ ok: true, days: 1 })
      }),
    'after three days without': () =>
      withKey(async ({ close, verify, ports }) => {
        await close('2026-01-03')
        const { json } = await close('yesterday')
        expect((await close('yesterday')).json).to.deep.equal({ ...json, already: true })
        expect((await verify(json.public_key)).json).to.include({ ok: true, days: 4, last: '2026-01-06' })
        expect((await ports.actions.list({ kind: 'day.close', limit: 9 })).actions).to.have.length(4)
      }),
    'when yesterday is another day': () =>
      withKey(
        async ({ close }) =>
          expect((await close('yesterday')).json).to.include({
            ...{ day: '2026-01-07', from: '2026-01-06T10:00:00.000Z', to: '2026-01-07T10:00:00.000Z' },
          }),
        ({ clock }) => Promise.resolve(clock.forwardMs(2 * 3_600_000)),
        calendar({ timeZone: 'Pacific/Kiritimati' }),
      ),
  })

  rule(
    '120.46',
    'a close covers a day in the time zone of the limits',
    table(
      ['time zone', 'date', 'from', 'to'],
      [
        ['Africa/Kampala', '2026-01-02', '2026-01-01T21:00:00.000Z', '2026-01-02T21:00:00.000Z'],
        ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
        ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
        ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
        ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
        ['Pacific/Kiritimati', '2026-01-02', '2026-01-01T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
        ['Etc/GMT+12', '2026-01-02', '2026-01-02T12:00:00.000Z', '2026-01-03T12:00:00.000Z'],
      ],
      (timeZone, date, from, to) => {
        const days = calendar({ timeZone })
        const { fromMs, toMs } = days.during(Date.parse(date))
        expect([fromMs, toMs].map((ms) => new Date(ms).toISOString())).to.deep.equal([from, to])
        const dates = [fromMs - 1, fromMs, toMs - 1, toMs].map((ms) => days.dateOf(ms) - Date.parse(date))
        expect(dates).to.deep.equal([-86_400_000, 0, 0, 86_400_000])
      },
    ),
  )

  rule('120.47', 'a close names the end of the record of actions, and says when books are broken', () =>
    withKey(
      async ({ close, store, json, pay }) => {
        await pay('succeeds', 'order-9')
        const { end } = (await json('action', 'verify')).json
        const { books } = store
        const without = (snapshot: Snapshot): Snapshot => ({ ...snapshot, events: () => [] })
        Object.assign(store, {
          books: {
            ...books,
            snapshot: <T>(read: (s: Snapshot) => Promise<T>) => books.snapshot((s) => read(without(s))),
          },
        })
        const { code, json: closed } = await close(day)
        expect([code, closed.audit.ok, closed.actions]).to.deep.equal([1, false, end])
        expect(closed.succeeded[0].payments).to.equal(1)
      },
      ({ pay }) => pay('succeeds', 'order-1'),
    ),
  )

  rule('120.48', 'the close of a day has the last balance of each network’s file that was compared up to then', () =>
    withKey(async ({ close, json, folder }) => {
      mkdirSync(folder)
      const compare = async (name: string, to: string, rows: readonly string[]) => {
        const file = join(folder, name)
        writeFileSync(file, `${[headings.airtelUganda, ...rows].join('\n')}\n`)
        const given = ['--provider', 'MTN', '--from', '2026-01-01', '--to', to, '--dates', 'day-first']
        const compared = await json('reconcile', file, ...given, '--sure')
        expect(compared.code).to.equal(0)
        return compared.json.balances
      }
      const row = (time: string, balance: string) => `1,${time},to 0770000001,Success,500,Debit,0,${balance}`
      const rows = [row('02-01-2026 09:00:00', '"50,000"'), row('02-01-2026 13:00:00', '"49,500"')]
      const added = (time: string) => [...rows, row(time, '"49,000"')]
      expect(await compare('payouts.csv', '2026-01-02', rows)).to.deep.equal({
        ...{ wrong: 0, lines: [], last: { currency: 'UGX', amount: 49_500, at: '2026-01-02T10:00:00.000Z' } },
      })
      await compare('newest first.csv', '2026-01-02T12:00:00Z', rows.toReversed())
      await compare('none.csv', '2026-01-02', [row('02-01-2026 14:00:00', '')])
      await compare('of the day before.csv', '2026-01-01', [row('01-01-2026 14:00:00', '1')])
      await compare('of two days.csv', '2026-01-03', added('02-01-2026 15:00:00'))
      await compare('with more.csv', '2026-01-02', added('04-01-2026 09:00:00'))
      const reported = { network: 'MTN', currency: 'UGX', amount: '49500', at: '2026-01-02T10:00:00.000Z' }
      expect((await close(day)).json.reported).to.have.deep.members([
        { ...reported, file: 'payouts.csv' },
        { ...reported, file: 'newest first.csv' },
      ])
    }),
  )
})
