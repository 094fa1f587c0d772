import { expect } from 'chai'
import { dayOf, local } from '../../../../adapters/formats/moment.ts'
import { calendar } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

describe('30 Days: in files', () => {
  rule(
    '30.1',
    'a file for people has each moment on the clocks of its time zone with their offset, and its day',
    table(
      ['time zone', 'moment', 'written', 'day'],
      [
        ['Africa/Kampala', '2026-11-27T20:59:59.999Z', '2026-11-27T23:59:59.999+03:00', '2026-11-27'],
        ['Africa/Kampala', '2026-11-27T21:30:00Z', '2026-11-28T00:30:00.000+03:00', '2026-11-28'],
        ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00.000-03:30', '2025-12-31'],
        ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00.000+02:00', '2026-10-25'],
        ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000+01:00', '2026-10-25'],
        ['UTC', '2026-11-27T21:30:00Z', '2026-11-27T21:30:00.000+00:00', '2026-11-27'],
        ['+03:00', '2026-11-27T21:30:00Z', '2026-11-28T00:30:00.000+03:00', '2026-11-28'],
        ['-09:30', '2026-11-27T09:00:00Z', '2026-11-26T23:30:00.000-09:30', '2026-11-26'],
      ],
      (timeZone, moment, written, day) => {
        const days = calendar({ timeZone })
        expect([local(Date.parse(moment), days), dayOf(Date.parse(moment), days)]).to.deep.equal([written, day])
      },
    ),
  )
})
