import { expect } from 'chai'
import { isRefusal, livePolicy, sandboxPolicy } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import {
  hourMs,
  inDoubt,
  minuteMs,
  notFound,
  openDoubt,
  pending,
  succeeded,
  unanswered,
} from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

const yearMs = 365 * 24 * hourMs

/** A payout with an enquiry while the wall clock was ahead, with the clock right again. */
async function openAhead(answer: typeof inDoubt | typeof pending = inDoubt) {
  const doubt = await openDoubt()
  await doubt.afterAnswer(answer, yearMs)
  doubt.clock.jumpMs(-yearMs)
  return doubt
}

/** A payout in doubt that was opened while the wall clock was ahead, with the clock right again. */
async function openedAhead() {
  const core = await openCore()
  core.clock.jumpMs(yearMs)
  core.network.answersEnquiry(inDoubt)
  const paid = await core.pay('losesRequest')
  core.clock.jumpMs(-yearMs)
  return { ...core, ...paid }
}

describe('107 The follow-up: clocks that were wrong', () => {
  rule('107.36', 'no enquiry waits longer than the longest pause because a clock was ahead when it was planned', {
    'in doubt': async () => {
      const { sweep, stored, clock } = await openAhead()
      expect((await stored()).followUp.askAtMs).to.be.above(clock.nowMs() + livePolicy.longestPauseMs)
      expect(await sweep()).to.equal(1)
      expect((await stored()).followUp.askAtMs).to.be.at.most(clock.nowMs() + livePolicy.longestPauseMs)
    },
    pending: async () => {
      const { network, sweep, stored } = await openAhead(pending)
      network.answersEnquiry(succeeded)
      await sweep()
      expect((await stored()).state).to.equal('succeeded')
    },
    'failed by absence and watched': async () => {
      const { afterAnswer, clock, sweep, stored } = await openDoubt()
      for (let absence = 0; absence < 5; absence += 1) await afterAnswer(notFound)
      await afterAnswer(notFound, yearMs)
      clock.jumpMs(-yearMs)
      expect(await sweep()).to.equal(1)
      expect((await stored()).followUp.askAtMs).to.equal(clock.nowMs() + 4 * minuteMs)
    },
    'opened meanwhile': async () => {
      const { sweep, stored, clock } = await openedAhead()
      expect(await sweep()).to.equal(1)
      expect((await stored()).followUp.askAtMs).to.be.at.most(clock.nowMs() + livePolicy.longestPauseMs)
    },
  })

  rule('107.37', 'an enquiry planned for its right time is not mistaken for one planned by a wrong clock', async () => {
    for (const policy of [livePolicy, sandboxPolicy]) {
      const { stored, clock, sweep } = await openDoubt(policy)
      const planned = (await stored()).followUp.askAtMs ?? 0
      expect(planned - clock.nowMs()).to.be.above(0)
      expect(await sweep()).to.equal(0)
    }
    const core = await openCore({}, { policy: sandboxPolicy })
    core.network.payOut = () => new Promise(() => undefined)
    await core.send({ caller: await core.caller(), request: core.payout })
    expect(await core.sweep(), 'just being submitted').to.equal(0)
  })

  rule(
    '107.38',
    'a payment that was opened while the clock was ahead can fail by absence and become overdue like any other',
    {
      'absences count once the submission can’t be on its way by the corrected clock': async () => {
        const { network, sweep, stored, clock } = await openedAhead()
        network.answersEnquiry(notFound)
        await sweep()
        expect((await stored()).followUp).to.include({ absences: 0, aheadMs: yearMs })
        for (let absence = 0; absence < 6; absence += 1) {
          clock.forwardMs(hourMs)
          await sweep()
        }
        expect(await stored()).to.include({ state: 'failed', reason: 'never_arrived' })
      },
      'it is overdue a day after the clock was put right': async () => {
        const { sweep, stored, clock } = await openedAhead()
        await sweep()
        clock.forwardMs(23 * hourMs)
        await sweep()
        expect((await stored()).attention).to.equal(null)
        clock.forwardMs(hourMs)
        await sweep()
        expect((await stored()).attention).to.equal('overdue')
      },
      'after a question without an answer it waits for a sixtieth of the time since the clock was put right':
        async () => {
          const { network, sweep, stored, clock } = await openedAhead()
          network.answersEnquiry(unanswered)
          await sweep()
          clock.forwardMs(hourMs)
          await sweep()
          expect((await stored()).followUp.askAtMs).to.equal(clock.nowMs() + minuteMs)
        },
      'a customer has the same time as ever to approve a collection': async () => {
        const core = await openCore()
        core.clock.jumpMs(yearMs)
        const opened = await core.collect({ caller: await core.caller(), request: core.request })
        if (isRefusal(opened)) throw new Error(opened.refused)
        await opened.outcome
        core.clock.jumpMs(-yearMs)
        core.network.answersEnquiry(pending)
        await core.sweep()
        const pauseMs = async () =>
          ((await core.ports.books.transaction(opened.transaction.id))?.followUp.askAtMs ?? 0) - core.clock.nowMs()
        const pauses: number[] = []
        for (let enquiry = 0; enquiry < 60; enquiry += 1) {
          core.clock.forwardMs(await pauseMs())
          await core.sweep()
          pauses.push((await pauseMs()) / 1_000)
        }
        expect(pauses.filter((seconds) => seconds === 10)).to.have.length(30)
      },
    },
  )

  rule(
    '107.39',
    'a clock that was behind does not end the 72 hours early: enquiries are counted, not hours',
    async () => {
      const { afterAnswer, clock, stored } = await openDoubt()
      clock.jumpMs(-yearMs)
      while ((await stored()).state !== 'failed') await afterAnswer(notFound, hourMs)
      const failedAtMs = clock.monotonicMs()
      clock.jumpMs(yearMs)
      while ((await stored()).followUp.askAtMs !== null) await afterAnswer(notFound, minuteMs)
      expect((clock.monotonicMs() - failedAtMs) / hourMs).to.be.within(68, 72)
    },
  )

  rule(
    '107.40',
    'absences add up across restarts: one proved by both clocks counts in full, one shown only by the wall clock as a third',
    {
      'restarts more often than the pause': async () => {
        const { afterAnswer, clock, stored } = await openDoubt()
        let enquiries = 0
        while ((await stored()).state !== 'failed') {
          clock.restart()
          await afterAnswer(notFound, hourMs)
          enquiries += 1
          if (enquiries > 50) throw new Error('it never ends')
        }
        expect([enquiries, (await stored()).reason]).to.deep.equal([13, 'never_arrived'])
      },
      'a restart among measured absences': async () => {
        const { afterAnswer, clock } = await openDoubt()
        for (let absence = 0; absence < 3; absence += 1) await afterAnswer(notFound)
        clock.restart()
        expect((await afterAnswer(notFound)).followUp).to.include({ absences: 3, absencesUnmeasured: 1 })
        expect((await afterAnswer(notFound)).followUp).to.include({ absences: 4, absencesUnmeasured: 1 })
        expect((await afterAnswer(notFound)).state).to.equal('failed')
      },
      'after a wall clock is put back the pause is measured again': async () => {
        const { afterAnswer, clock } = await openDoubt()
        await afterAnswer(notFound, 10 * hourMs)
        clock.restart()
        clock.jumpMs(-3 * hourMs)
        const { followUp: after } = await afterAnswer(notFound, 20 * minuteMs)
        expect(after).to.include({ absences: 1, absencesUnmeasured: 0 })
        expect(after.absentSince?.wallMs).to.equal(clock.nowMs())
      },
      'a pause that was too short by the wall clock does not count': async () => {
        const { afterAnswer, clock } = await openDoubt()
        await afterAnswer(notFound, hourMs)
        clock.restart()
        expect((await afterAnswer(notFound, 14 * minuteMs)).followUp).to.include({ absences: 1, absencesUnmeasured: 0 })
      },
      'a monotonic clock that went back within its run proves nothing': async () => {
        const { afterAnswer, clock } = await openDoubt()
        await afterAnswer(notFound, hourMs)
        const { monotonicMs } = clock
        Object.assign(clock, { monotonicMs: () => monotonicMs() - 10 * hourMs })
        expect((await afterAnswer(notFound)).followUp).to.include({ absences: 1, absencesUnmeasured: 1 })
      },
    },
  )
})
