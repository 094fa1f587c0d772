import { expect } from 'chai'
import { calendar, pauseOfAnHour, utcDays } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const dayMs = 24 * hourMs

describe('7 Risk limits: days and hours', () => {
  rule('7.28', 'a day ends at midnight of the time zone, also when the clock is changed', {
    'by its zone': table(
      ['time zone', 'moment', 'date', 'ends'],
      [
        ['Africa/Kampala', '2026-01-02T20:59:59.999Z', '2026-01-02', '2026-01-02T21:00:00.000Z'],
        ['Africa/Kampala', '2026-01-02T21:00:00.000Z', '2026-01-03', '2026-01-03T21:00:00.000Z'],
        ['Asia/Kolkata', '2026-01-02T18:29:59.999Z', '2026-01-02', '2026-01-02T18:30:00.000Z'],
        ['America/St_Johns', '2026-01-02T03:29:59.999Z', '2026-01-01', '2026-01-02T03:30:00.000Z'],
        ['Europe/London', '2026-01-02T00:00:00.000Z', '2026-01-02', '2026-01-03T00:00:00.000Z'],
        ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
        ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
      ],
      (timeZone, moment, date, ends) => {
        const days = calendar({ timeZone })
        const atMs = Date.parse(moment)
        expect(new Date(days.dateOf(atMs)).toISOString()).to.equal(`${date}T00:00:00.000Z`)
        expect(new Date(days.endOf(atMs)).toISOString()).to.equal(ends)
        const { fromMs, toMs } = days.during(Date.parse(date))
        expect(new Date(toMs).toISOString()).to.equal(ends)
        expect([fromMs <= atMs, days.endOf(fromMs - 1), days.endOf(fromMs)]).to.deep.equal([true, fromMs, toMs])
      },
    ),
    'with a clock that is set back or ahead, and again': () => {
      const days = calendar({ timeZone: 'Africa/Kampala' })
      const midnightMs = Date.parse('2026-01-02T21:00:00Z')
      for (const [afterMs, ends] of [
        [0, 1],
        [-1, 0],
        [5 * dayMs, 6],
        [-3 * dayMs, -2],
        [-1, 0],
        [-2, 0],
        [0, 1],
        [dayMs - 1, 1],
        [dayMs, 2],
      ] as const)
        expect((days.endOf(midnightMs + afterMs) - midnightMs) / dayMs, String(afterMs)).to.equal(ends)
    },
    'with a clock that is changed in the middle of an hour': () => {
      const days = calendar({ timeZone: 'Australia/Lord_Howe' })
      const hoursAt = (time: string) => days.offsetMs(Date.parse(`2026-10-03T${time}Z`)) / hourMs
      const times = ['14:59', '15:10', '15:29', '15:30', '15:10', '15:59', '16:00', '15:00']
      expect(times.map(hoursAt)).to.deep.equal([10.5, 10.5, 10.5, 11, 10.5, 11, 11, 10.5])
    },
    'by default in UTC': () => {
      const atMs = Date.parse('2026-01-02T23:59:59.999Z')
      const midnightMs = Date.parse('2026-01-03')
      expect([utcDays.endOf(atMs), utcDays.endOf(midnightMs)]).to.deep.equal([midnightMs, midnightMs + dayMs])
      expect(utcDays.dateOf(atMs)).to.equal(midnightMs - dayMs)
      expect(utcDays.during(midnightMs)).to.deep.equal({ fromMs: midnightMs, toMs: midnightMs + dayMs })
    },
  })

  rule(
    '7.29',
    'when the limit of an hour is reached, the next waits until enough of them are an hour old, whatever their order',
    table(
      ['minutes ago', 'most', 'minutes to wait'],
      [
        ['', 1, 0],
        ['10', 2, 0],
        ['10', 1, 50],
        ['10 40 20', 3, 20],
        ['10 40 20', 2, 40],
        ['10 40 20', 1, 50],
        ['10 40 20 60 90', 4, 0],
        ['10 60 90', 1, 50],
        ['-10', 1, 60],
        ['-60 10', 1, 50],
        ['10 40 20', null, 0],
      ] as const,
      (minutesAgo, most, toWait) => {
        const nowMs = 100 * hourMs
        const minuteMs = hourMs / 60
        const times = minutesAgo === '' ? [] : minutesAgo.split(' ').map((ago) => nowMs - Number(ago) * minuteMs)
        expect(pauseOfAnHour(times, { nowMs, most }) / minuteMs).to.equal(toWait)
      },
    ),
  )
})
