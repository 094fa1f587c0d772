import { expect } from 'chai'
import sinon from 'sinon'
import { followUp, isRefusal } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { inDoubt, notFound, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

/** Payouts of UGX 500 that were being submitted when a run ended, and a new run. */
async function openCrash(count: number) {
  const core = await openCore()
  core.network.payOut = () => new Promise(() => undefined)
  const ids: string[] = []
  for (let opened = 0; opened < count; opened += 1) {
    const order = { ...core.payout, amount: 500, reference: `order-${opened}` }
    const answer = await core.send({ caller: await core.caller(), request: order })
    if (isRefusal(answer)) throw new Error(answer.refused)
    ids.push(answer.transaction.id)
  }
  core.clock.restart()
  const enquire = sinon.spy(core.network, 'enquire')
  const states = async () => {
    const found = await Promise.all(ids.map((id) => core.ports.books.transaction(id)))
    return new Set(found.map((transaction) => transaction?.state))
  }
  return { ...core, ...followUp({ ...core.ports, atOnce: 8 }), enquire, states }
}

describe('107 The follow-up: after a crash', () => {
  rule(
    '107.28',
    'a run begins by asking about the payments that were being submitted when the last one ended',
    async () => {
      const { network, resume, sweep, enquire, states, balance } = await openCrash(100)
      network.answersEnquiry(succeeded)
      expect(await sweep()).to.equal(0)
      await resume()
      expect(await sweep()).to.equal(100)
      expect([enquire.callCount, await states()]).to.deep.equal([100, new Set(['succeeded'])])
      expect(await balance()).to.deep.equal({ available: 50_000n, held: 0n })
    },
  )

  rule(
    '107.29',
    'a payment with an earlier enquiry keeps its planned time, so that restarts in a row do not flood a network',
    async () => {
      const { network, resume, sweep, enquire } = await openCrash(20)
      network.answersEnquiry(inDoubt)
      await resume()
      await sweep()
      await resume()
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 20])
    },
  )

  rule('107.30', 'an absence does not count while the payment may still be on its way to the network', async () => {
    const { network, resume, sweep, states, balance } = await openCrash(3)
    network.answersEnquiry(notFound)
    await resume()
    await sweep()
    expect(await states()).to.deep.equal(new Set(['submitting']))
    expect(await balance()).to.deep.equal({ available: 98_500n, held: 1_500n })
  })

  rule('107.31', 'a sweep goes on until nothing is due, and makes a limited number of enquiries at once', async () => {
    const { network, clock, sweep, enquire } = await openCrash(50)
    let [now, most] = [0, 0]
    enquire.restore()
    network.enquire = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setImmediate(resolve))
      now -= 1
      return succeeded
    }
    clock.forwardMs(3_600_000)
    expect([await sweep(), most]).to.deep.equal([50, 8])
  })
})
