import { expect } from 'chai'
import type { Keys } from '../../fixtures/sandboxGateway.ts'
import { rule } from '../../rule.ts'
import { openPowerStage, type PowerStage, payOut } from './traced/stage.ts'
import { needStrace } from './traced/strace.ts'

describe('29 Power loss: a flush that fails', function () {
  this.timeout(60_000)
  before(needStrace)
  let stage: PowerStage
  beforeEach(async () => {
    stage = await openPowerStage()
  })
  afterEach(() => stage.close())

  rule('29.11', 'a flush that fails ends the server with exit code 74, and nobody who waited is told of success', {
    'the flush that the submission waits for: no network is asked': () => losesFlush(3, { executed: 1 }),
    'the flush that the answer waits for': () => losesFlush(4, { executed: 2 }),
  })

  /** A server pays twice, each with a flush for the money that is held and one for the outcome; one of them fails. */
  async function losesFlush(nth: number, { executed }: { executed: number }) {
    // One thread flushes, so that the system calls of all are counted together.
    const inject = `fdatasync:error=EIO:when=${nth}+`
    const gateway = await stage.serveTraced({ inject }, { UV_THREADPOOL_SIZE: '1' })
    const account = await stage.openAccount()
    expect((await payOut(gateway, account, 'first')).status).to.equal(201)
    expect(await answerOf(payOut(gateway, account, 'second'))).to.equal('none')
    expect(await gateway.ended).to.equal(74)
    expect(executedBy(stage)).to.equal(executed)
    await goesOn(account)
  }

  /** Started again it works, and the books are in order. */
  async function goesOn(account: Keys) {
    const gateway = await stage.serve()
    expect((await payOut(gateway, account, 'third')).status).to.equal(201)
    expect((await stage.sente('audit', '--json')).code).to.equal(0)
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

function executedBy(stage: PowerStage): number {
  return new Set(stage.kept().map((line) => JSON.parse(line).payment.providerId)).size
}
