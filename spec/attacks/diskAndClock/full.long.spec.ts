import { expect } from 'chai'
import { oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import type { Answer } from './gateway.ts'
import { byEach, type Means, type Ran, runOnDisk } from './processes/processes.ts'

/** The output of `processes/full.ts`. */
type Day = {
  begin: [ready: number, paid: number]
  opens: {
    refused: Answer
    collected: Answer
    ready: number[]
    found: number[]
    errors: number
    sweepErrors: number
    again: number
    breakages: number
    concerns: { found: string; isFault: boolean }[]
    room: { isFault: boolean }[]
    mended: number[]
    sent: number
  }
  notes: { unknown: Answer; held: unknown[]; askedWhileFull: number; ended: unknown[] }
  starts: { refused: string; isAllThere: boolean; broken: number }
}

describe('Disk and clock: a full disk', () => {
  const days = new Map<Means, Promise<Ran<Day>>>()
  const dayOf = (means: Means) => {
    const day = days.get(means) ?? runOnDisk<Day>('full.ts', means)
    days.set(means, day)
    return day
  }

  const tried = oneOf({ small: 'a file system without room', limit: 'a limit on the size of files' })

  const onFullDisk = (look: (day: Day) => void) =>
    byEach(tried, async (means) => {
      const day = await dayOf(means)
      expect(day.code).to.equal(0)
      expect(day.printed.begin).to.deep.equal([200, 201])
      look(day.printed)
    })

  const internalError = { status: 500, code: 'internal_error', location: null }

  test(
    'on a full disk a payment is not opened: 500 `internal_error`, no network is asked, and the reference stays free',
    onFullDisk(({ opens }) => {
      expect(opens.refused).to.deep.equal(internalError)
      expect(opens.collected).to.deep.equal(internalError)
      expect(opens.again).to.equal(201)
      // The payment that was repeated when there was room.
      expect(opens.sent).to.equal(1)
    }),
  )

  test(
    'meanwhile the server is not ready but answers look-ups, and the doctor names the disk; once there is room everything works again',
    onFullDisk(({ opens }) => {
      expect(opens.ready).to.deep.equal([503, 503, 503])
      expect(opens.found).to.deep.equal([200, 200])
      expect(opens.concerns).to.have.length(1)
      expect(opens.concerns[0]?.found).to.match(/^nothing can be written beside .*books\.db: (ENOSPC|EFBIG)/)
      expect(opens.room.filter(({ isFault }) => isFault)).to.deep.equal([])
    }),
  )

  test(
    'the log has one line when the disk is full, however often a write fails, and one when there is room, with the number of failed requests',
    onFullDisk(({ opens }) => {
      const { errors, sweepErrors, breakages, mended } = opens
      expect({ errors, sweepErrors, breakages, mended }).to.deep.equal({
        errors: 1,
        sweepErrors: 0,
        breakages: 0,
        mended: [2],
      })
    }),
  )

  test(
    'a payout with an outcome that cannot be recorded is answered `outcome_unknown` and held; the follow-up ends it once there is room',
    onFullDisk(({ notes: { unknown, held, ended } }) => {
      expect(unknown).to.include({ status: 500, code: 'outcome_unknown' })
      expect(unknown.location).to.match(/^\/api\/v1\/transactions\/.+/)
      expect(held).to.deep.equal(['pending', 8_500, 500])
      expect(ended).to.deep.equal(['succeeded', 8_500, 0])
    }),
  )

  test(
    'networks are not asked about a payment while its outcome cannot be recorded',
    onFullDisk(({ notes }) => expect(notes.askedWhileFull).to.equal(0)),
  )

  test(
    'a server can stop on a full disk, does not start on one and names the file; later everything is there',
    onFullDisk(({ starts }) => {
      expect(starts.refused).to.match(
        /^UnusableDatabase: .*books\.db cannot be opened: (database or disk is full|disk I\/O)/,
      )
      expect(starts).to.include({ isAllThere: true, broken: 0 })
    }),
  )
})
