import { expect } from 'chai'
import fc from 'fast-check'
import { dayOf, local } from '../../../../adapters/formats/moment.ts'
import { spanOf } from '../../../../adapters/written/moment.ts'
import { calendar } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

/** Half past midnight on 1 December in Kampala, where it is still November in UTC. */
const nowMs = Date.parse('2026-11-30T21:30:00Z')

function read(text: string, timeZone = 'Africa/Kampala') {
  const span = spanOf(text, { days: calendar({ timeZone }), nowMs })
  return span && [span.fromMs, span.toMs].map((ms) => new Date(ms).toISOString().replace(':00.000Z', 'Z'))
}

describe('30 Days: as they are read', () => {
  rule('30.2', 'a day that a person names is that day in the time zone, from its beginning to its end', {
    'in Kampala': table(
      ['written', 'begins', 'ends'],
      [
        ['2026-11-28', '2026-11-27T21:00Z', '2026-11-28T21:00Z'],
        [' 2026-11-28 ', '2026-11-27T21:00Z', '2026-11-28T21:00Z'],
        ['2028-02-29', '2028-02-28T21:00Z', '2028-02-29T21:00Z'],
        ['today', '2026-11-30T21:00Z', '2026-12-01T21:00Z'],
        ['Yesterday', '2026-11-29T21:00Z', '2026-11-30T21:00Z'],
        ['this month', '2026-11-30T21:00Z', '2026-12-31T21:00Z'],
        ['last month', '2026-10-31T21:00Z', '2026-11-30T21:00Z'],
        ['last-month', '2026-10-31T21:00Z', '2026-11-30T21:00Z'],
        ['2026-02', '2026-01-31T21:00Z', '2026-02-28T21:00Z'],
        ['2026-12', '2026-11-30T21:00Z', '2026-12-31T21:00Z'],
        ['2026-11-28T00:30Z', '2026-11-28T00:30Z', '2026-11-28T00:30Z'],
        ['2026-11-28T00:30+03:00', '2026-11-27T21:30Z', '2026-11-27T21:30Z'],
        ['2026-11-27T21:30:00.000Z', '2026-11-27T21:30Z', '2026-11-27T21:30Z'],
      ],
      (written, begins, ends) => {
        expect(read(written)).to.deep.equal([begins, ends])
      },
    ),
    elsewhere: table(
      ['written', 'time zone', 'begins', 'ends'],
      [
        ['today', 'UTC', '2026-11-30T00:00Z', '2026-12-01T00:00Z'],
        ['this month', 'UTC', '2026-11-01T00:00Z', '2026-12-01T00:00Z'],
        ['today', '-03:30', '2026-11-30T03:30Z', '2026-12-01T03:30Z'],
        ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
        ['last month', 'Europe/Berlin', '2026-09-30T22:00Z', '2026-10-31T23:00Z'],
      ],
      (written, timeZone, begins, ends) => {
        expect(read(written, timeZone)).to.deep.equal([begins, ends])
      },
    ),
    'a moment as a file has it, in every time zone': () => {
      const zones = Intl.supportedValuesOf('timeZone').map((timeZone) => calendar({ timeZone }))
      const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
      fc.assert(
        fc.property(fc.constantFrom(...zones), moment, (days, atMs) => {
          expect(spanOf(local(atMs, days), { days, nowMs })).to.deep.equal({ fromMs: atMs, toMs: atMs })
          const { fromMs, toMs } = spanOf(dayOf(atMs, days), { days, nowMs }) ?? { fromMs: 0, toMs: 0 }
          expect([fromMs <= atMs, atMs < toMs], `${atMs} in ${days.timeZone}`).to.deep.equal([true, true])
          expect(spanOf('today', { days, nowMs: atMs })).to.deep.equal({ fromMs, toMs })
          expect(spanOf('yesterday', { days, nowMs: toMs })).to.deep.equal({ fromMs, toMs })
        }),
        { numRuns: 2_000 },
      )
    },
  })

  rule(
    '30.3',
    'a text that can mean two days, or none, is no day',
    table(
      ['written'],
      [
        [''],
        ['28/11/2026'],
        ['03/04/2026'],
        ['28-11-2026'],
        ['2026-13'],
        ['2026-2-1'],
        ['2026-02-29'],
        ['2026-13-01'],
        ['2026-00-10'],
        ['tomorrow'],
        ['next month'],
        ['2026-11-28T00:30'],
        ['2026-11-28T24:00Z'],
        ['2026-11-28T00:30+24:00'],
        ['2026-11-28T00:30:00 03:00'],
        ['1796083200000'],
      ],
      (written) => {
        expect(read(written)).to.equal(undefined)
      },
    ),
  )
})
