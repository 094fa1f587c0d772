import { expect } from 'chai'
import sinon from 'sinon'
import { openSandboxGateway, payoutOf, type SandboxGateway } from '../../fixtures/sandboxGateway.ts'
import { test } from '../../rule.ts'

describe('Power loss: a disk that fails', () => {
  let gateway: SandboxGateway
  let isBroken: boolean
  const onLost = sinon.spy()
  beforeEach(async () => {
    isBroken = false
    onLost.resetHistory()
    gateway = await openSandboxGateway({ greets: false, serving: () => ({ flush, onLost }) })
  })
  afterEach(async () => {
    sinon.restore()
    await gateway.close().catch(() => undefined)
  })

  async function flush() {
    if (isBroken) throw new Error('EIO: i/o error, fdatasync')
  }

  test('a failed flush is reported to the process first; after that no network is asked and no success is answered', async () => {
    const payOut = sinon.spy(gateway.airtel, 'payOut')
    const ask = gateway.as(await gateway.openAccount())
    expect((await ask('send-money', payoutOf('a'))).status).to.equal(201)
    isBroken = true
    const refused = ask('send-money', payoutOf('b')).then(({ status }) => ({ status, wasReported: onLost.called }))
    expect(await refused).to.deep.equal({ status: 500, wasReported: true })
    for (const path of ['send-money', 'collect-money']) {
      expect((await ask(path, payoutOf('a'))).status).to.equal(500)
    }
    expect((await ask('balances')).status).to.equal(500)
    expect(payOut.callCount).to.equal(1)
  })
})
