import { expect } from 'chai'
import sinon from 'sinon'
import { type Enquired, followUp, isRefusal, livePolicy } from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { openCore } from '../../../fixtures/core.ts'
import {
  declined,
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

describe('107 The follow-up', () => {
  rule('107.1', 'a payout in doubt ends as its network says, and its money follows', {
    succeeded: async () => {
      const { afterAnswer, balance } = await openDoubt()
      expect(await afterAnswer(succeeded)).to.include({ state: 'succeeded', providerRef: 'late' })
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    failed: async () => {
      const { afterAnswer, balance } = await openDoubt()
      expect(await afterAnswer(declined)).to.include({ state: 'failed', reason: 'limit_reached' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    pending: async () => {
      const { afterAnswer, balance } = await openDoubt()
      expect(await afterAnswer(pending)).to.include({ state: 'pending' })
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
    'pending, and then failed': async () => {
      const { afterAnswer, balance } = await openDoubt()
      await afterAnswer(pending)
      expect(await afterAnswer(declined)).to.include({ state: 'failed', reason: 'limit_reached' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
  })

  rule('107.2', 'a collection that was pending is credited once when its network says that it succeeded', async () => {
    const core = await openCore()
    const answer = await core.collect({ caller: await core.caller(), request: core.request })
    if (isRefusal(answer)) throw new Error(answer.refused)
    await answer.outcome
    core.network.ends(answer.transaction.providerId, 'succeeded')
    const { sweep, hint } = followUp({ ...core.ports, atOnce: 8 })
    core.clock.forwardMs(hourMs)
    const enquire = sinon.spy(core.network, 'enquire')
    await Promise.all([sweep(), hint({ transactionId: answer.transaction.id }), sweep()])
    await sweep()
    expect(enquire.callCount).to.equal(1)
    expect(await core.balance()).to.deep.equal({ available: 105_000n, held: 0n })
  })

  rule(
    '107.3',
    'no enquiry about a transaction is made before its time, and the pauses grow up to an hour',
    async () => {
      const { afterAnswer, stored, clock, sweep } = await openDoubt()
      const pauses: number[] = []
      for (let turn = 0; turn < 14; turn += 1) {
        const dueMs = (await stored()).followUp.askAtMs ?? 0
        pauses.push((dueMs - clock.nowMs()) / 1_000)
        clock.forwardMs(dueMs - clock.nowMs() - 1)
        expect(await sweep()).to.equal(0)
        await afterAnswer(inDoubt, 1)
      }
      expect(pauses.slice(0, 4)).to.deep.equal([5, 5, 10, 20])
      expect(pauses.slice(-2)).to.deep.equal([3_600, 3_600])
    },
  )

  rule('107.4', 'after a crash the network is asked about a transaction once its request must have ended', async () => {
    const core = await openCore()
    core.network.payOut = () => new Promise(() => undefined)
    const answer = await core.send({ caller: await core.caller(), request: core.payout })
    if (isRefusal(answer)) throw new Error(answer.refused)
    core.network.answersEnquiry(succeeded)
    const { sweep } = followUp({ ...core.ports, atOnce: 8 })
    core.clock.forwardMs(5_000 + livePolicy.answerMs - 1)
    expect(await sweep()).to.equal(0)
    core.clock.forwardMs(1)
    expect(await sweep()).to.equal(1)
    expect((await core.ports.books.transaction(answer.transaction.id))?.state).to.equal('succeeded')
  })

  rule('107.5', 'a network’s silence changes nothing, however long it lasts', async () => {
    const { afterAnswer, balance } = await openDoubt()
    for (let hour = 0; hour < 200; hour += 1)
      expect((await afterAnswer(unanswered, hourMs)).state).to.equal('submitting')
    expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
  })

  rule('107.6', 'an answer about another payment settles nothing and is marked for an operator, once', async () => {
    const anotherAmount = 'the network reported succeeded with another amount, currency or phone number'
    const others: [Enquired, string][] = [
      [{ ...succeeded, seen: { amountMinor: 4_999n } }, anotherAmount],
      [{ ...succeeded, seen: { currency: 'RWF' } }, anotherAmount],
      [{ ...succeeded, seen: { phoneNumber: '256770000009' } }, anotherAmount],
      [{ outcome: 'mismatch', because: 'the network reported another id' }, 'the network reported another id'],
    ]
    for (const [other, text] of others) {
      const { afterAnswer, balance, alarms, ports, id } = await openDoubt({ ...livePolicy, overdueMs: 1_000 * hourMs })
      for (let again = 0; again < 3; again += 1) {
        expect(await afterAnswer(other, hourMs)).to.include({ state: 'submitting', attention: 'mismatch' })
      }
      expect(alarms).to.deep.equal(['mismatch'])
      expect((await annotationsOf(ports.books, id)).map(({ kind, by, text }) => ({ kind, by, text }))).to.deep.equal([
        { kind: 'mismatch', by: null, text },
      ])
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    }
  })

  rule('107.7', 'a transaction that has not ended after a day is marked for an operator', async () => {
    const { afterAnswer, alarms } = await openDoubt()
    expect((await afterAnswer(inDoubt, 24 * hourMs - 1)).attention).to.equal(null)
    expect((await afterAnswer(inDoubt, hourMs)).attention).to.equal('overdue')
    expect(alarms).to.deep.equal(['overdue'])
    expect(await afterAnswer(succeeded, hourMs)).to.include({ state: 'succeeded', attention: null })
  })

  rule('107.8', 'final states never change: a report that contradicts one is recorded, and moves no money', {
    'it never arrived, and then it did': async () => {
      const { afterAnswer, balance, alarms, ports, id } = await openDoubt()
      for (let absence = 0; absence < 5; absence += 1) await afterAnswer(notFound)
      expect(await afterAnswer(succeeded, hourMs)).to.include({
        state: 'failed',
        reason: 'never_arrived',
        attention: 'contradiction',
      })
      expect(alarms).to.deep.equal(['contradiction'])
      expect((await annotationsOf(ports.books, id)).map(({ kind, text }) => ({ kind, text }))).to.deep.equal([
        { kind: 'contradiction', text: 'failed is final, but the network reported succeeded' },
      ])
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'it succeeded, and a hint leads to a decline': async () => {
      const { afterAnswer, hint, id, network, ports, stored, balance } = await openDoubt()
      await afterAnswer(succeeded)
      network.answersEnquiry(declined)
      for (let again = 0; again < 3; again += 1) await hint({ transactionId: id })
      expect(await stored()).to.include({ state: 'succeeded', attention: 'contradiction' })
      expect(await annotationsOf(ports.books, id)).to.have.length(1)
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
  })

  rule('107.9', 'a transaction that succeeded causes no more enquiries', {
    'reported to one process': async () => {
      const { afterAnswer, stored } = await openDoubt()
      await afterAnswer(succeeded)
      expect((await stored()).followUp.askAtMs).to.equal(null)
    },
    'reported to two at once': async () => {
      const { sweep, stored, clock, network, ports } = await openDoubt()
      const another = followUp({ ...ports, atOnce: 8 })
      const enquire = sinon.stub(network, 'enquire').resolves(succeeded)
      enquire.onFirstCall().callsFake(async () => {
        clock.forwardMs(minuteMs)
        await another.sweep()
        return succeeded
      })
      clock.forwardMs(hourMs)
      await sweep()
      expect([enquire.callCount, (await stored()).followUp.askAtMs]).to.deep.equal([2, null])
    },
  })

  rule('107.10', 'a network that does not answer does not hold up any other', async () => {
    const core = await openCore({}, { policy: livePolicy })
    const sent = async (network: string, reference: string) => {
      const answer = await core.send({
        caller: await core.caller(),
        request: { ...core.payout, amount: 500, network, reference },
      })
      if (isRefusal(answer)) throw new Error(answer.refused)
      await answer.outcome
      return answer.transaction
    }
    for (let count = 0; count < 20; count += 1) await sent('MTN', `mtn-${count}`)
    const { id, providerId } = await sent('AIRTEL', 'airtel')
    core.network.enquire = () => new Promise(() => undefined)
    core.networks.AIRTEL?.ends(providerId, 'succeeded')
    core.clock.forwardMs(hourMs)
    const { sweep } = followUp({ ...core.ports, atOnce: 4 })
    void sweep()
    void sweep()
    await new Promise((resolve) => setImmediate(resolve))
    expect((await core.ports.books.transaction(id))?.state).to.equal('succeeded')
  })
})
