import { expect } from 'chai'
import {
  attemptPauseMs,
  attemptPausesMs,
  type ClaimedEndpoint,
  failingWhenClaimed,
  longestAttemptPauseMs,
  reachOf,
  redeliveryPauseMs,
  shownBy,
} from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const dayMs = 24 * hourMs
const longest = 1.2 * dayMs

describe('12 Webhooks: pauses, in the core', () => {
  rule(
    '12.59',
    'an answer of 200 to 299 is a delivery, 410 says that the endpoint is gone, and any other is a failure',
    table(
      ['the status', 'shows'],
      [
        [200, 'delivered'],
        [299, 'delivered'],
        [199, 'failed'],
        [300, 'failed'],
        [409, 'failed'],
        [410, 'gone'],
        [411, 'failed'],
        [500, 'failed'],
        [null, 'failed'],
      ] as const,
      (status, shown) => expect(shownBy(status)).to.equal(shown),
    ),
  )

  rule('12.60', 'after each failure the next attempt comes a fifth sooner or later, or when the endpoint asks for it', {
    '': table(
      ['failures', 'chance', 'asked to wait', 'the pause'],
      [
        [1, 0, null, 4_000],
        [1, 0.5, null, 5_000],
        [1, 1, null, 6_000],
        [2, 0.5, null, 300_000],
        [9, 1, null, longest],
        [1, 0.5, 5_000, 5_000],
        [1, 0.5, 5_001, 5_001],
        [1, 0.5, dayMs, dayMs],
        [1, 0.5, dayMs + 1, dayMs],
        [9, 0.5, 1_000, dayMs],
        [1, 0.123, null, 4_246],
      ] as const,
      (failures, random, retryAfterMs, pause) => {
        expect(attemptPauseMs(failures, { random, retryAfterMs })).to.equal(pause)
      },
    ),
    'and none after ten failures': () => {
      expect(attemptPausesMs).to.have.length(9)
      expect(attemptPauseMs(10, { random: 0.5, retryAfterMs: hourMs })).to.equal(undefined)
      expect(longestAttemptPauseMs).to.equal(longest)
    },
  })

  rule(
    '12.61',
    'the time that an endpoint has failed counts only as far as the clocks prove it',
    table(
      ['failing before', 'not claimed since', 'watched', 'counted'],
      [
        [null, hourMs, hourMs, null],
        [0, hourMs, null, hourMs],
        [hourMs, longest, null, hourMs + longest],
        [hourMs, longest + 1, null, hourMs + longest],
        [hourMs, hourMs, 3 * hourMs, 2 * hourMs],
        [hourMs, 2 * hourMs, 3 * hourMs, 3 * hourMs],
        [hourMs, 9 * hourMs, 3 * hourMs, 3 * hourMs],
      ] as const,
      (failingMs, idleMs, watchedMs, counted) => {
        const claimed = { progress: { upTo: 1, failingMs }, idleMs } as ClaimedEndpoint
        expect(failingWhenClaimed(claimed, watchedMs)).to.equal(counted)
      },
    ),
  )

  rule(
    '12.62',
    'an event is delivered again as soon as neither its own limit nor its account’s is reached',
    table(
      ['of the event', 'the first', 'of the account', 'the first one', 'the pause'],
      [
        [0, null, 0, null, 0],
        [1, 100, 3, 300, 0],
        [2, 100, 3, 300, 900],
        [1, 100, 4, 300, 700],
        [2, 100, 4, 300, 900],
        [2, 400, 4, 300, 700],
        [2, null, 4, null, 1_000],
      ] as const,
      (ofEvent, eventSinceMs, ofAccount, accountSinceMs, pause) => {
        const made = { ofEvent, eventSinceMs, ofAccount, accountSinceMs }
        expect(redeliveryPauseMs(made, { withinMs: 1_000, ofEvent: 2, ofAccount: 4 })).to.equal(pause)
      },
    ),
  )

  rule(
    '12.63',
    'records of deliveries are never about an event after the account’s last',
    table(
      ['all before', 'a waiting one', 'an attempt', 'the last'],
      [
        [7, 5, 6, 7],
        [5, 7, 6, 7],
        [5, 6, 7, 7],
      ],
      (upTo, waiting, attempt, last) => {
        const made = { sequence: attempt, attempt: 1, status: 200, problem: null, tookMs: 1, answer: '' }
        const settlement = {
          ...{ progress: { upTo, failingMs: null }, ended: [], attempts: [made] },
          waiting: [{ sequence: waiting, attempts: 1, pauseMs: 1 }],
        }
        expect(reachOf(settlement)).to.equal(last)
      },
    ),
  )
})
