import { expect } from 'chai'
import sinon from 'sinon'
import { followUp, isRefusal } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, minuteMs, notFound, openDoubt, pending, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

/** A payout in doubt, and a hint about it that had to wait for another process, which has given up. */
async function openWaitingHint() {
  const doubt = await openDoubt()
  const { ports, clock, network, id, stored } = doubt
  await ports.books.claimOne(id, { nowMs: clock.nowMs(), leaseMs: 1_000 })
  await doubt.hint({ transactionId: id })
  const { followUp: planned } = await stored()
  clock.forwardMs(1_000)
  return { ...doubt, planned, enquire: sinon.spy(network, 'enquire') }
}

describe('107 The follow-up: hints that wait', () => {
  rule('107.80', 'while no answer can be recorded no network is asked, and hints that come meanwhile wait', {
    'due enquiries': async () => {
      const { ports, clock, network } = await openDoubt()
      const enquire = sinon.spy(network, 'enquire')
      const can = { record: false }
      const { sweep } = followUp({ ...ports, atOnce: 8, canRecord: () => can.record })
      clock.forwardMs(hourMs)
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 0])
      can.record = true
      expect([await sweep(), enquire.callCount]).to.deep.equal([1, 1])
    },
    hints: async () => {
      const { ports, network, id, stored } = await openDoubt()
      network.answersEnquiry(pending)
      const enquire = sinon.spy(network, 'enquire')
      const can = { record: false }
      const { hint, sweep } = followUp({ ...ports, atOnce: 8, canRecord: () => can.record })
      for (const transactionId of [id, 'an unknown id']) await hint({ transactionId })
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 0])
      can.record = true
      expect([await sweep(), enquire.callCount]).to.deep.equal([1, 1])
      expect((await stored()).state).to.equal('pending')
      expect(await sweep()).to.equal(0)
    },
    'hints about a network that the market does not have': async () => {
      const { ports, network, id } = await openDoubt()
      const enquire = sinon.spy(network, 'enquire')
      const can = { record: false }
      const { hint, sweep } = followUp({ ...ports, market: new Map(), atOnce: 8, canRecord: () => can.record })
      await hint({ transactionId: id })
      can.record = true
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 0])
    },
  })

  rule('107.81', 'a hint leads to one enquiry, also after a wait', {
    'at once': async () => {
      const { hint, sweep, id } = await openDoubt()
      await hint({ transactionId: id })
      expect(await sweep()).to.equal(0)
    },
    'and leaves the planned ones unchanged': async () => {
      const { sweep, stored, planned } = await openWaitingHint()
      expect(await sweep()).to.equal(1)
      expect([(await stored()).followUp, await sweep()]).to.deep.equal([planned, 0])
    },
    'and keeps the pause after an absence, even while a customer can approve the collection': async () => {
      const core = await openCore()
      const opened = await core.collect({ caller: await core.caller(), request: core.request })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      core.network.answersEnquiry(notFound)
      core.clock.forwardMs(2 * minuteMs)
      await core.sweep()
      const stored = async () => (await core.ports.books.transaction(opened.transaction.id))?.followUp
      const afterAbsence = await stored()
      core.network.answersEnquiry(pending)
      await core.hint({ transactionId: opened.transaction.id })
      expect((await stored())?.askAtMs).to.equal(afterAbsence?.askAtMs)
    },
    'and to none when its payment has ended meanwhile': async () => {
      const { sweep, network, ports, id, stored, enquire } = await openWaitingHint()
      network.answersEnquiry(succeeded)
      await followUp({ ...ports, atOnce: 8 }).hint({ transactionId: id })
      expect((await stored()).state).to.equal('succeeded')
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 1])
    },
  })

  rule(
    '107.82',
    'enquiries that a wrong clock planned too late are looked for at the start, when the clock is put back, and every quarter of an hour',
    async () => {
      const { ports, clock } = await openDoubt()
      const claim = sinon.spy(ports.books, 'claim')
      const { sweep } = followUp({ ...ports, atOnce: 8 })
      const looks = async () => {
        claim.resetHistory()
        await sweep()
        return claim.getCalls().every(({ firstArg }) => firstArg.latest !== undefined)
      }
      expect([await looks(), await looks()], 'at first').to.deep.equal([true, false])
      clock.jumpMs(-1)
      expect([await looks(), await looks()], 'put back').to.deep.equal([true, false])
      clock.forwardMs(15 * minuteMs - 1)
      expect(await looks(), 'before a quarter of an hour').to.equal(false)
      clock.forwardMs(1)
      expect([await looks(), await looks()], 'after it').to.deep.equal([true, false])
    },
  )
})
