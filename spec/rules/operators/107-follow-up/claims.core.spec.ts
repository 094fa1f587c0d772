import { expect } from 'chai'
import sinon from 'sinon'
import { type Books, type Enquired, followUp, isRefusal, livePolicy } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, inDoubt, notFound, openDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

/** A payout in doubt that is due, and a network that answers the first enquiry by hand. */
async function openWaiting() {
  const doubt = await openDoubt()
  let answer: (answer: Enquired) => void = () => undefined
  const enquire = sinon.stub(doubt.network, 'enquire').resolves(succeeded)
  enquire.onFirstCall().returns(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  doubt.clock.forwardMs(hourMs)
  const first = doubt.sweep()
  await new Promise(setImmediate)
  return { ...doubt, enquire, first, answer, another: followUp({ ...doubt.ports, atOnce: 8 }) }
}

/** A payout that is being submitted, perhaps by another process. */
async function openSubmitted() {
  const core = await openCore()
  core.network.payOut = () => new Promise(() => undefined)
  const answer = await core.send({ caller: await core.caller(), request: core.payout })
  if (isRefusal(answer)) throw new Error(answer.refused)
  const stored = () => core.ports.books.transaction(answer.transaction.id)
  return { ...core, stored, enquire: sinon.spy(core.network, 'enquire') }
}

describe('107 The follow-up: claims', () => {
  rule('107.59', 'while one process asks about a transaction, no other process over the same books does', {
    'by a sweep': async () => {
      const { another, first, answer, enquire } = await openWaiting()
      expect(await another.sweep()).to.equal(0)
      answer(succeeded)
      await first
      expect(enquire.callCount).to.equal(1)
    },
    'by a hint, followed by an enquiry afterwards': async () => {
      const { another, first, answer, enquire, id, stored } = await openWaiting()
      await another.hint({ transactionId: id })
      expect([await another.sweep(), enquire.callCount]).to.deep.equal([0, 1])
      answer(inDoubt)
      await first
      expect([await another.sweep(), enquire.callCount]).to.deep.equal([1, 2])
      expect((await stored()).state).to.equal('succeeded')
    },
  })

  rule(
    '107.60',
    'a transaction that a process claimed and did not record is asked about by another after the lease',
    async () => {
      const { another, clock, enquire, stored } = await openWaiting()
      clock.forwardMs(livePolicy.leaseMs - 1)
      expect([await another.sweep(), enquire.callCount]).to.deep.equal([0, 1])
      clock.forwardMs(1)
      expect([await another.sweep(), enquire.callCount]).to.deep.equal([1, 2])
      expect((await stored()).state).to.equal('succeeded')
    },
  )

  rule(
    '107.61',
    'answers are dated by the clock of the claim, shared by many machines, and the time since the claim',
    async () => {
      const { ports, clock, network, stored } = await openDoubt()
      const aheadMs = 7 * hourMs
      const books: Books = {
        ...ports.books,
        async claim(due) {
          const claimed = await ports.books.claim(due)
          return { ...claimed, atMs: claimed.atMs + aheadMs }
        },
      }
      network.enquire = async () => {
        clock.forwardMs(2_500)
        return notFound
      }
      clock.forwardMs(hourMs)
      await followUp({ ...ports, books, atOnce: 8 }).sweep()
      const { absentSince } = (await stored()).followUp
      expect(absentSince?.wallMs).to.equal(clock.nowMs() + aheadMs)
    },
  )

  rule(
    '107.62',
    'a payment that is being submitted over shared books is left until its time, because it may be another node’s',
    async () => {
      const { ports, clock, network, enquire, stored } = await openSubmitted()
      network.answersEnquiry(succeeded)
      const { resume, sweep } = followUp({ ...ports, atOnce: 8, isShared: true })
      await resume()
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 0])
      clock.forwardMs(5_000 + livePolicy.answerMs)
      expect(await sweep()).to.equal(1)
      expect((await stored())?.state).to.equal('succeeded')
    },
  )
})
