import { expect } from 'chai'
import type { Gateway, Merchant } from '../../fixtures/processes.ts'
import { rule } from '../../rule.ts'
import { openPowerStage, type PowerStage, payOut } from './traced/stage.ts'
import { needStrace } from './traced/strace.ts'
import { isBefore, printedBy, type SystemCall, sentBy } from './traced/trace.ts'

/** No flush of the server's begins within a test. */
const never = { inject: 'fdatasync:delay_enter=600000000' }

describe('29 Power loss: what others left unflushed, from the system calls', function () {
  this.timeout(60_000)
  before(needStrace)
  let stage: PowerStage
  let account: Merchant
  beforeEach(async () => {
    stage = await openPowerStage()
  })
  afterEach(() => stage.close())

  /** Starts a server whose log holds a payment that is never flushed. */
  async function serveUnflushed() {
    const gateway = await stage.serveTraced(never)
    account = await stage.openAccount()
    payOut(gateway, account, 'unflushed').catch(() => undefined)
    await stage.untilCommitted('unflushed')
    return gateway
  }

  rule('29.8', 'a server begins by flushing what one that was killed has left in the log', async () => {
    const killed = stage.logIn(await (await serveUnflushed()).kill())
    const left = killed.firstWriteOf(/unflushed/)
    expect(killed.flushed.filter((flush) => left && isBefore(left, flush))).to.deep.equal([])
    const gateway = await stage.serveTraced()
    expect(await referenceIsUsed(gateway, account)).to.equal(true)
    const calls = await gateway.stop()
    const [flush] = stage.logIn(calls).flushed
    const told = sentBy(calls, { here: new URL(await gateway.url).port })
    const asked = sentBy(calls, { there: stage.networksPort })
    for (const call of [...told, ...asked, ...printedBy(calls)]) {
      expect(flush && isBefore(flush, call), call.given).to.equal(true)
    }
  })

  rule('29.9', 'a command flushes the log after it has read and before it tells, while a server has not', async () => {
    await serveUnflushed()
    const commands = [
      ['account', 'show', account.accountId],
      ['transaction', 'show', '--account', account.accountId, '--reference', 'unflushed'],
      ['transaction', 'list'],
    ]
    for (const command of commands) {
      const { code, calls } = await stage.senteTraced([...command, '--json'])
      expect([command, code]).to.deep.equal([command, 0])
      expect(flushesBetweenReadingAndTelling(calls), command.join(' ')).to.be.greaterThan(0)
    }
  })

  rule(
    '29.10',
    'what a command commits is flushed before anyone can see it: without the flush there is nothing',
    async () => {
      await stage.serve()
      account = await stage.openAccount()
      const shown = () => stage.sente('account', 'show', account.accountId, '--json')
      const before = await shown()
      const funding = ['account', 'fund', account.accountId, 'UGX', '5000', '--reference', 'float-2']
      const failed = await stage.senteTraced(funding, { inject: 'fsync:error=EIO' })
      expect([failed.code, stage.logIn(failed.calls).written.length > 0]).to.deep.equal([1, true])
      expect(await shown()).to.deep.equal(before)
      expect((await stage.sente(...funding)).code).to.equal(0)
      expect((await shown()).stdout).to.include('"available":1005000')
    },
  )

  function flushesBetweenReadingAndTelling(calls: readonly SystemCall[]): number {
    const { read, flushed } = stage.logIn(calls)
    const told = printedBy(calls)[0]
    const lastRead = read.filter((call) => told && isBefore(call, told)).at(-1)
    if (!told || !lastRead) throw new Error('it has read nothing, or told nothing')
    return flushed.filter((flush) => isBefore(lastRead, flush) && isBefore(flush, told)).length
  }
})

/** Whether the payment of the server that was killed is there. */
async function referenceIsUsed(gateway: Gateway, account: Merchant): Promise<boolean> {
  return (await payOut(gateway, account, 'unflushed')).status === 409
}
