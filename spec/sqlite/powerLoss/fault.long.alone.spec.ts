import { expect } from 'chai'
import type { Keys } from '../../fixtures/sandboxGateway.ts'
import { test } from '../../rule.ts'
import { openTracedGateways, payOut, type TracedGateways } from './traced/gateways.ts'
import { needStrace } from './traced/strace.ts'

describe('Power loss: a flush that fails', function () {
  this.timeout(180_000)
  before(needStrace)
  let gateways: TracedGateways
  beforeEach(async () => {
    gateways = await openTracedGateways()
  })
  afterEach(() => gateways.close())

  test('a failed flush ends the server with exit code 74, and no request that waited for it is answered with success', {
    'the flush that the submission waits for: no network is asked': () => losesFlush(3, { executed: 1 }),
    'the flush that the answer waits for': () => losesFlush(4, { executed: 2 }),
  })

  /** A server pays twice, each with a flush for the money that is held and one for the outcome; one of them fails. */
  async function losesFlush(nth: number, { executed }: { executed: number }) {
    // With one flushing thread, strace counts all flushes together.
    const inject = `fdatasync:error=EIO:when=${nth}+`
    const gateway = await gateways.serveTraced({ inject }, { UV_THREADPOOL_SIZE: '1' })
    const account = await gateways.openAccount()
    expect((await payOut(gateway, account, 'first')).status).to.equal(201)
    expect(await answerOf(payOut(gateway, account, 'second'))).to.equal('none')
    expect(await gateway.ended).to.equal(74)
    expect(executedBy(gateways)).to.equal(executed)
    await goesOn(account)
  }

  /** After a restart the server works, and the books are in order. */
  async function goesOn(account: Keys) {
    const gateway = await gateways.serve()
    expect((await payOut(gateway, account, 'third')).status).to.equal(201)
    expect((await gateways.sente('audit', '--json')).code).to.equal(0)
    expect(await answerOf(payOut(gateway, account, 'second'))).to.equal(409)
  }
})

async function answerOf(payment: ReturnType<typeof payOut>): Promise<number | 'none'> {
  try {
    return (await payment).status
  } catch {
    return 'none'
  }
}

function executedBy(gateways: TracedGateways): number {
  return new Set(gateways.kept().map((line) => JSON.parse(line).payment.providerId)).size
}
