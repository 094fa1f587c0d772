import { expect } from 'chai'
import { followUp, isRefusal, noRiskLimits } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, inDoubt, notFound, openDoubt, pending, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

describe('107 The follow-up: hints', () => {
  rule('107.21', 'a hint makes sente ask at once, and leaves the planned enquiries unchanged', async () => {
    const { hint, id, network, stored, clock } = await openDoubt()
    const { followUp: planned } = await stored()
    clock.forwardMs(1_000)
    for (const answer of [inDoubt, notFound, pending]) {
      network.answersEnquiry(answer)
      for (let again = 0; again < 5; again += 1) await hint({ transactionId: id })
    }
    expect((await stored()).followUp).to.deep.equal(planned)
    network.answersEnquiry(succeeded)
    await hint({ transactionId: id })
    expect((await stored()).state).to.equal('succeeded')
  })

  rule('107.22', 'a hint about an unknown transaction asks no network', async () => {
    const { hint, network } = await openDoubt()
    network.enquire = () => Promise.reject(new Error('it was asked'))
    await hint({ transactionId: 'an unknown id' })
  })

  rule(
    '107.23',
    'hints use at most half of the enquiries at once, so that a flood of callbacks does not hold up the sweep',
    async () => {
      const core = await openCore({}, { riskLimits: noRiskLimits })
      const ids: string[] = []
      for (let number = 1; number <= 6; number += 1) {
        const request = { ...core.request, reference: `order-${number}` }
        const opened = await core.collect({ caller: await core.caller(), request })
        if (isRefusal(opened)) throw new Error(opened.refused)
        await opened.outcome
        ids.push(opened.transaction.id)
      }
      core.clock.forwardMs(hourMs)
      const enquired: string[] = []
      core.network.enquire = ({ id }) => new Promise(() => enquired.push(id))
      const { sweep, hint } = followUp({ ...core.ports, atOnce: 4 })
      for (const id of ids) void hint({ transactionId: id })
      await new Promise(setImmediate)
      expect(enquired).to.deep.equal(ids.slice(0, 2))
      void sweep()
      await new Promise(setImmediate)
      expect(enquired).to.deep.equal(ids.slice(0, 4))
    },
  )

  rule('107.24', 'a hint that comes during an enquiry leads to another one afterwards', async () => {
    const { id, network, stored, sweep, hint } = await openDoubt()
    let answer: () => void = () => undefined
    const enquiry = new Promise<void>((resolve) => {
      network.enquire = () =>
        new Promise((resolveEnquiry) => {
          answer = () => resolveEnquiry(pending)
          resolve()
        })
    })
    const first = hint({ transactionId: id })
    await enquiry
    await hint({ transactionId: id })
    network.enquire = async () => succeeded
    answer()
    await first
    expect((await stored()).state).to.equal('pending')
    expect(await sweep()).to.equal(1)
    expect((await stored()).state).to.equal('succeeded')
    expect(await sweep()).to.equal(0)
  })

  rule('107.25', 'hints beyond that half wait, and none of a burst is lost', async () => {
    const core = await openCore({}, { riskLimits: noRiskLimits })
    const ids: string[] = []
    for (let number = 1; number <= 40; number += 1) {
      const opened = await core.collect({
        caller: await core.caller(),
        request: { ...core.request, reference: `order-${number}` },
      })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      ids.push(opened.transaction.id)
    }
    const enquired: string[] = []
    core.network.enquire = async ({ id }) => {
      enquired.push(id)
      await new Promise(setImmediate)
      return succeeded
    }
    const { sweep, hint } = followUp({ ...core.ports, atOnce: 8 })
    await Promise.all(ids.map((id) => hint({ transactionId: id })))
    expect(enquired).to.have.length(4)
    expect(await sweep()).to.equal(4)
    while ((await sweep()) > 0);
    expect(enquired.sort()).to.deep.equal(ids.sort())
  })

  rule(
    '107.26',
    'a report before the answer to the submission counts, and the late answer changes nothing',
    async () => {
      const core = await openCore()
      const { hint } = followUp({ ...core.ports, atOnce: 8 })
      core.network.answersEnquiry(succeeded)
      core.network.payOut = async ({ id }) => {
        await hint({ transactionId: id })
        return { outcome: 'accepted', providerRef: null }
      }
      const answer = await core.send({ caller: await core.caller(), request: core.payout })
      if (isRefusal(answer)) throw new Error(answer.refused)
      expect(await answer.outcome).to.have.nested.property('transaction.state', 'succeeded')
      expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
  )

  rule(
    '107.27',
    'a decline in answer to the submission releases nothing once the network has said that it has the payment',
    async () => {
      const core = await openCore()
      const { hint } = followUp({ ...core.ports, atOnce: 8 })
      core.network.answersEnquiry(pending)
      core.network.payOut = async ({ id }) => {
        await hint({ transactionId: id })
        return { outcome: 'declined', reason: 'not_sent' }
      }
      const answer = await core.send({ caller: await core.caller(), request: core.payout })
      if (isRefusal(answer)) throw new Error(answer.refused)
      expect(await answer.outcome).to.have.nested.property('transaction.state', 'pending')
      expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
  )
})
