import { expect } from 'chai'
import type { Gateway, Merchant } from '../../fixtures/processes.ts'
import { test } from '../../rule.ts'
import { openTracedGateways, payOut, type TracedGateways } from './traced/gateways.ts'
import { needStrace } from './traced/strace.ts'
import { isBefore, printedBy, type SystemCall, sentBy } from './traced/trace.ts'

/** No flush of the server begins during a test. */
const never = { inject: 'fdatasync:delay_enter=600000000' }

describe('Power loss: what another process left unflushed, by the system calls', function () {
  this.timeout(180_000)
  before(needStrace)
  let gateways: TracedGateways
  let account: Merchant
  beforeEach(async () => {
    gateways = await openTracedGateways()
  })
  afterEach(() => gateways.close())

  /** Starts a server whose log holds a payment that is never flushed. */
  async function serveUnflushed() {
    const gateway = await gateways.serveTraced(never)
    account = await gateways.openAccount()
    payOut(gateway, account, 'unflushed').catch(() => undefined)
    await gateways.untilCommitted('unflushed')
    return gateway
  }

  test('a server first flushes what a killed one has left in the log', async () => {
    const killed = gateways.logIn(await (await serveUnflushed()).kill())
    const left = killed.firstWriteOf(/unflushed/)
    expect(killed.flushed.filter((flush) => left && isBefore(left, flush))).to.deep.equal([])
    const gateway = await gateways.serveTraced()
    expect(await referenceIsUsed(gateway, account)).to.equal(true)
    const calls = await gateway.stop()
    const [flush] = gateways.logIn(calls).flushed
    const answered = sentBy(calls, { here: new URL(await gateway.url).port })
    const requests = sentBy(calls, { there: gateways.networksPort })
    for (const call of [...answered, ...requests, ...printedBy(calls)]) {
      expect(flush && isBefore(flush, call), call.given).to.equal(true)
    }
  })

  test('a command flushes the log that a server has not flushed, after it has read and before it prints', async () => {
    await serveUnflushed()
    const commands = [
      ['account', 'show', account.accountId],
      ['transaction', 'show', '--account', account.accountId, '--reference', 'unflushed'],
      ['transaction', 'list'],
    ]
    for (const command of commands) {
      const { code, calls } = await gateways.senteTraced([...command, '--json'])
      expect([command, code]).to.deep.equal([command, 0])
      expect(flushesBetweenReadAndPrint(calls), command.join(' ')).to.be.greaterThan(0)
    }
  })

  test('what a command commits is flushed before it can be seen: without the flush there is nothing to see', async () => {
    await gateways.serve()
    account = await gateways.openAccount()
    const shown = () => gateways.sente('account', 'show', account.accountId, '--json')
    const before = await shown()
    const funding = ['account', 'fund', account.accountId, 'UGX', '5000', '--reference', 'float-2']
    const failed = await gateways.senteTraced(funding, { inject: 'fsync:error=EIO' })
    expect([failed.code, gateways.logIn(failed.calls).written.length > 0]).to.deep.equal([1, true])
    expect(await shown()).to.deep.equal(before)
    expect((await gateways.sente(...funding)).code).to.equal(0)
    expect((await shown()).stdout).to.include('"available":1005000')
  })

  function flushesBetweenReadAndPrint(calls: readonly SystemCall[]): number {
    const { read, flushed } = gateways.logIn(calls)
    const printed = printedBy(calls)[0]
    const lastRead = read.filter((call) => printed && isBefore(call, printed)).at(-1)
    if (!printed || !lastRead) throw new Error('it has read nothing, or printed nothing')
    return flushed.filter((flush) => isBefore(lastRead, flush) && isBefore(flush, printed)).length
  }
})

/** Whether the killed server's payment is there. */
async function referenceIsUsed(gateway: Gateway, account: Merchant): Promise<boolean> {
  return (await payOut(gateway, account, 'unflushed')).status === 409
}
