import { expect } from 'chai'
import sinon from 'sinon'
import { type Enquired, followUp, livePolicy } from '../../../../core/sente.ts'
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
import { hoursUntilReleased } from '../../../fixtures/nodes.ts'
import { rule, table } from '../../../rule.ts'

describe('107 The follow-up: questions without an answer', () => {
  rule('107.66', 'a question without an answer changes neither the count of absences nor the growing pauses', {
    'the count': async () => {
      const { afterAnswer } = await openDoubt()
      for (let absence = 1; absence <= 4; absence += 1) await afterAnswer(notFound)
      for (let silent = 1; silent <= 10; silent += 1) {
        expect((await afterAnswer(unanswered)).followUp).to.include({ absences: 4 })
      }
      expect(await afterAnswer(notFound)).to.include({ state: 'failed', reason: 'never_arrived' })
    },
    'the pauses': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(pending, 5_000)
      for (let silent = 1; silent <= 10; silent += 1) await afterAnswer(unanswered, minuteMs)
      const { followUp } = await afterAnswer(pending, minuteMs)
      expect((followUp.askAtMs ?? 0) - clock.nowMs()).to.equal(10_000)
    },
  })

  rule(
    '107.67',
    'it is asked again after a sixtieth of the time that the payment has been open, between five seconds and a quarter of an hour',
    table(
      ['open for, in seconds', 'asked again after, in seconds'],
      [
        [20, 5],
        [300, 5],
        [360, 6],
        [3_600, 60],
        [53_940, 899],
        [54_000, 900],
        [90_000, 900],
      ],
      async (openS, againS) => {
        const { afterAnswer, clock } = await openDoubt()
        const { followUp } = await afterAnswer(unanswered, openS * 1_000)
        expect((followUp.askAtMs ?? 0) - clock.nowMs()).to.equal(againS * 1_000)
      },
    ),
  )

  rule('107.68', 'a network that does not know a payment is asked again when another absence can count', {
    'until it failed': async () => {
      const { afterAnswer, stored, clock } = await openDoubt()
      const { createdAtMs } = await stored()
      const enquiries: number[] = []
      while ((await stored()).state !== 'failed') {
        const pauseMs = ((await stored()).followUp.askAtMs ?? 0) - clock.nowMs()
        await afterAnswer(notFound, pauseMs)
        enquiries.push((clock.nowMs() - createdAtMs) / 1_000)
      }
      expect(enquiries).to.deep.equal([5, 10, 20, 40, 65, 965, 1_865, 2_765, 3_665])
    },
    'by the slower clock, when the other has jumped': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(notFound, hourMs)
      clock.jumpMs(10 * minuteMs)
      const { followUp } = await afterAnswer(notFound, 5 * minuteMs)
      expect([followUp.absences, (followUp.askAtMs ?? 0) - clock.nowMs()]).to.deep.equal([1, 10 * minuteMs])
    },
  })

  rule(
    '107.69',
    'after four questions in a row without an answer a network is asked one at a time, with pauses that grow up to a minute, until it answers',
    {
      'many at once': async () => {
        const core = await openCore()
        for (let count = 1; count <= 30; count += 1)
          await core.pay('losesAnswer', { amount: 500, reference: `order-${count}` })
        core.network.answersEnquiry(unanswered)
        const { sweep } = followUp({ ...core.ports, atOnce: 8 })
        core.clock.forwardMs(24 * hourMs)
        const enquiries: number[] = []
        for (let second = 0; second < 200; second += 1) {
          const count = await sweep()
          if (count > 0) enquiries.push(second, count)
          core.clock.forwardMs(1_000)
        }
        expect(enquiries).to.deep.equal([0, 8, 5, 1, 15, 1, 35, 1, 75, 1, 135, 1, 195, 1])
        core.network.answersEnquiry(succeeded)
        core.clock.forwardMs(hourMs)
        expect(await sweep()).to.equal(30)
      },
      'one after the other, with a new count after each answer': async () => {
        const { hint, id, network } = await openDoubt()
        const enquire = sinon.spy(network, 'enquire')
        const asked = async (answer: Enquired, times: number) => {
          enquire.resetHistory()
          network.answersEnquiry(answer)
          for (let time = 1; time <= times; time += 1) await hint({ transactionId: id })
          return enquire.callCount
        }
        for (let again = 1; again <= 2; again += 1) {
          expect([await asked(unanswered, 3), await asked(inDoubt, 1)]).to.deep.equal([3, 1])
        }
        expect(await asked(unanswered, 5)).to.equal(4)
      },
    },
  )

  rule('107.70', 'hints wait too while a network that does not answer is asked less often', {
    'for the pause': async () => {
      const { hint, sweep, id, network, clock, stored } = await openDoubt()
      network.answersEnquiry(unanswered)
      for (let silent = 1; silent <= 4; silent += 1) await hint({ transactionId: id })
      network.answersEnquiry(succeeded)
      await hint({ transactionId: id })
      expect((await stored()).state).to.equal('submitting')
      clock.forwardMs(livePolicy.firstPauseMs - 1)
      expect(await sweep()).to.equal(0)
      clock.forwardMs(1)
      expect([await sweep(), (await stored()).state]).to.deep.equal([1, 'succeeded'])
    },
    'and take the place of due enquiries': async () => {
      const core = await openCore()
      const ids: string[] = []
      for (let count = 1; count <= 9; count += 1)
        ids.push((await core.pay('losesAnswer', { amount: 500, reference: `order-${count}` })).id)
      core.network.answersEnquiry(unanswered)
      const { sweep, hint } = followUp({ ...core.ports, atOnce: 8 })
      core.clock.forwardMs(hourMs)
      await sweep()
      for (const transactionId of ids.slice(0, 3)) await hint({ transactionId })
      core.clock.forwardMs(hourMs)
      expect(await sweep()).to.equal(1)
    },
  })

  rule(
    '107.71',
    'a payout that never arrived is released within an hour and a half, even if many questions get no answer',
    table(
      ['nodes', 'of them without a token', 'other questions without an answer, in percent'],
      [
        [1, 0, 0],
        [3, 0, 0],
        [2, 1, 0],
        [1, 0, 30],
        [3, 1, 30],
      ],
      async (nodes, withoutToken, percent) => {
        const random = seeded(nodes * 100 + percent)
        const hours: number[] = []
        for (let run = 0; run < 50; run += 1) {
          hours.push(await hoursUntilReleased({ nodes, withoutToken, unansweredShare: percent / 100 }, random))
        }
        const [least, most] = [Math.min(...hours), Math.max(...hours)]
        expect(least, 'the shortest').to.be.at.least(1)
        expect(most, 'the longest').to.be.at.most(1.5)
      },
    ),
  )
})

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
