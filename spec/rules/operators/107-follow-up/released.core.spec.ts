import { expect } from 'chai'
import type { Enquired } from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { openCore } from '../../../fixtures/core.ts'
import { declined, hourMs, notFound, pending, succeeded, unanswered } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

/** A payout that was released on the answer to its submission, or that was never sent. */
async function openReleased(behaviour: 'declines' | 'unreachable' = 'declines') {
  const core = await openCore()
  const paid = await core.pay(behaviour)
  expect(paid.outcome).to.have.property('refused', 'provider_unavailable')
  return { ...core, ...paid, afterAnswer: (answer: Enquired, afterMs = hourMs) => paid.afterAnswer(answer, afterMs) }
}

describe('107 The follow-up: payments released at once', () => {
  rule(
    '107.32',
    'a payment that failed on the answer to its submission is followed up like any other failed payment',
    async () => {
      const { stored, clock, afterAnswer } = await openReleased()
      let enquiries = 0
      for (let askAtMs = (await stored()).followUp.askAtMs; askAtMs !== null; enquiries += 1) {
        const answer = enquiries % 2 === 0 ? notFound : unanswered
        const ended = await afterAnswer(answer, askAtMs - clock.nowMs())
        expect(ended).to.include({ state: 'failed', attention: null })
        askAtMs = ended.followUp.askAtMs
      }
      expect(enquiries).to.equal(12)
    },
  )

  rule('107.33', 'when its network has it after all, an operator is alerted once, and no money moves', async () => {
    for (const late of [succeeded, pending]) {
      const { afterAnswer, alarms, balance } = await openReleased()
      expect(await afterAnswer(late)).to.include({ state: 'failed', attention: 'contradiction' })
      await afterAnswer(succeeded)
      expect(alarms).to.deep.equal(['contradiction'])
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    }
    const { afterAnswer } = await openReleased()
    expect(await afterAnswer(declined)).to.include({ state: 'failed', attention: null })
  })

  rule('107.34', 'a payment that was never sent causes no enquiries', async () => {
    const { stored, clock, sweep } = await openReleased('unreachable')
    expect((await stored()).followUp.askAtMs).to.equal(null)
    clock.forwardMs(1_000 * hourMs)
    expect(await sweep()).to.equal(0)
  })

  rule('107.35', 'an answer about another payment is marked for an operator even when the state is final', async () => {
    const { afterAnswer, alarms, ports, stored, balance } = await openReleased()
    const mismatch: Enquired = { outcome: 'mismatch', because: 'the network reported another id' }
    for (let again = 0; again < 3; again += 1) {
      expect(await afterAnswer(mismatch)).to.include({ state: 'failed', attention: 'mismatch' })
    }
    expect(alarms).to.deep.equal(['mismatch'])
    const annotations = await annotationsOf(ports.books, (await stored()).id)
    expect(annotations.map(({ kind, text }) => ({ kind, text }))).to.deep.equal([
      { kind: 'mismatch', text: mismatch.because },
    ])
    expect(await afterAnswer(succeeded)).to.include({ attention: 'contradiction' })
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })
})
