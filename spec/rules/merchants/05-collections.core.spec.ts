import { expect } from 'chai'
import sinon from 'sinon'
import { isRefusal } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { rule } from '../../rule.ts'

async function collect(core: Awaited<ReturnType<typeof openCore>>) {
  const answer = await core.collect({ caller: await core.caller(), request: core.request })
  if (isRefusal(answer)) throw new Error(answer.refused)
  return { outcome: await answer.outcome, stored: await core.ports.books.transaction(answer.transaction.id) }
}

const untouched = { available: 100_000n, held: 0n }

describe('5 Collections', () => {
  rule('5.1', 'a collection that the network accepts is pending and moves no money', async () => {
    const core = await openCore()
    const { outcome, stored } = await collect(core)
    expect(outcome).to.have.nested.property('transaction.state', 'pending')
    expect(stored).to.include({ kind: 'collection', state: 'pending' })
    expect(await core.balance()).to.deep.equal(untouched)
  })

  rule('5.2', 'a collection that succeeds is credited to the balance', async () => {
    const core = await openCore()
    core.network.behaves('succeeds')
    expect((await collect(core)).stored?.state).to.equal('succeeded')
    expect(await core.balance()).to.deep.equal({ available: 105_000n, held: 0n })
  })

  rule('5.3', 'a collection that is declined moves no money', async () => {
    const core = await openCore()
    core.network.behaves('declines')
    expect((await collect(core)).stored?.state).to.equal('failed')
    expect(await core.balance()).to.deep.equal(untouched)
  })

  rule('5.4', 'a collection whose answer is lost stays in doubt and moves no money', async () => {
    const core = await openCore()
    core.network.behaves('losesRequest')
    const { outcome, stored } = await collect(core)
    expect(outcome).to.have.property('refused', 'outcome_unknown')
    expect(stored?.state).to.equal('submitting')
    expect(await core.balance()).to.deep.equal(untouched)
  })

  rule('5.5', 'each operation reaches the network in the request', async () => {
    const core = await openCore()
    await core.collect({ caller: await core.caller(), request: { ...core.request, network: 'AIRTEL' } })
    expect(core.networks.AIRTEL?.received).to.have.length(1)
    expect(core.networks.MTN?.received).to.have.length(0)
  })

  rule('5.6', 'a collection is submitted to the network as a request to pay, and a payout as a payout', async () => {
    const core = await openCore()
    const requestPayment = sinon.spy(core.network, 'requestPayment')
    const payOut = sinon.spy(core.network, 'payOut')
    await collect(core)
    expect([requestPayment.callCount, payOut.callCount]).to.deep.equal([1, 0])
    await core.pay('accepts', { reference: 'order-2' })
    expect([requestPayment.callCount, payOut.callCount]).to.deep.equal([1, 1])
  })
})
