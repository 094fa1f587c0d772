import { expect } from 'chai'
import type { Gateway, Merchant } from '../../fixtures/processes.ts'
import type { Keys } from '../../fixtures/sandboxGateway.ts'
import { oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import { openTracedGateways, payOut, type TracedGateways } from './traced/gateways.ts'
import { needStrace } from './traced/strace.ts'
import { isBefore, isFlushOrTruncation, printedBy, type SystemCall, sentBy } from './traced/trace.ts'

/** Each flush begins late: an answer that does not wait for it comes far ahead. */
const slowly = { inject: 'fdatasync:delay_enter=150000' }

/** No flush of the server begins during a test. */
const never = { inject: 'fdatasync:delay_enter=600000000' }

/** More payments than fit into one commit, so that some are committed while others are being flushed. */
const together = Array.from({ length: 140 }, (_, index) => `many-${String(index).padStart(3, '0')}`)

describe('Power loss: the messages of programs, by their system calls', () => {
  let gateways: TracedGateways
  let account: Merchant
  let unflushed: Awaited<ReturnType<typeof serveUnflushed>>
  let trace: ReturnType<TracedGateways['logIn']> & Record<'answers' | 'requests' | 'main', SystemCall[]>
  before(async () => {
    needStrace()
    gateways = await openTracedGateways()
    const gateway = await gateways.serveTraced(slowly)
    account = await gateways.openAccount()
    await oneAfterTheOther(gateway, account)
    await beforeItsFlush(gateways, gateway, account)
    await Promise.all(together.map((reference) => payOut(gateway, account, reference)))
    const calls = await gateway.stop()
    const answers = sentBy(calls, { here: new URL(await gateway.url).port })
    const requests = sentBy(calls, { there: gateways.networksPort })
    const main = whileItServed(calls, answers).filter(({ thread }) => thread === gateway.pid)
    trace = { ...gateways.logIn(calls), answers, requests, main }
    unflushed = await serveUnflushed()
  })
  after(() => gateways.close())

  /** Runs commands beside a server whose log holds a payment that is never flushed, and kills it. */
  async function serveUnflushed() {
    const gateway = await gateways.serveTraced(never)
    payOut(gateway, account, 'left-behind').catch(() => undefined)
    await gateways.untilCommitted('left-behind')
    const tried = oneOf({
      account: ['account', 'show', account.accountId],
      transaction: ['transaction', 'show', '--account', account.accountId, '--reference', 'left-behind'],
      list: ['transaction', 'list'],
    })
    const commands = []
    for (const command of Object.values(tried))
      commands.push({ command, ...(await gateways.senteTraced([...command, '--json'])) })
    return { commands, killed: gateways.logIn(await gateway.kill()) }
  }

  /** The first write to the log of a payment in a state, and the payment's id at its network. */
  function firstWriteOf(reference: string, state: string) {
    // Between the payment's id and its state are the network's fingerprint and two times.
    const row = new RegExp(`${reference}256750000001\\S{1,8}UGXAIRTEL(\\w{25})(?:(?!UGXAIRTEL).)*?${state}`)
    const write = trace.firstWriteOf(row)
    if (!write) throw new Error(`${reference} never was ${state}`)
    return { write, providerId: row.exec(write.given)?.[1] ?? '' }
  }

  const isFlushed = (write: SystemCall, sent: SystemCall) => trace.isFlushedBefore(write, sent)

  test('a network is asked for a payment once a flush has covered the write that holds the money', () => {
    for (const reference of together) {
      const { write, providerId } = firstWriteOf(reference, 'submitting')
      expect(isFlushed(write, firstOf(trace.requests, 'POST', providerId)), reference).to.equal(true)
    }
  })

  test('a merchant is answered 201 once a flush has covered the write that records the outcome', () => {
    for (const reference of together) {
      const { write } = firstWriteOf(reference, 'succeeded')
      expect(isFlushed(write, firstOf(trace.answers, 'HTTP/1.1 201', reference)), reference).to.equal(true)
    }
  })

  test('a 409 and a balance wait for the flush of their basis, although they write nothing', () => {
    const { write } = firstWriteOf('unflushed', 'submitting')
    const later = trace.answers.filter((answer) => isBefore(write, answer))
    for (const text of ['HTTP/1.1 409', 'Balances found']) {
      expect(isFlushed(write, firstOf(later, text)), text).to.equal(true)
    }
  })

  test('with one request after another, nothing is sent before every write to the log is flushed', () => {
    const last = firstOf(trace.answers, 'Balances found')
    const upToLast = (calls: readonly SystemCall[]) => calls.filter(({ begun }) => begun <= last.begun)
    expect([upToLast(trace.answers).length, upToLast(trace.requests).length]).to.deep.equal([5, 4])
    for (const sent of upToLast([...trace.answers, ...trace.requests])) {
      expect(trace.unflushedAt(sent), sent.given).to.deep.equal([])
    }
  })

  test('the main thread flushes and truncates nothing while it serves', {
    'a server that answers requests': () => {
      expect(trace.main.filter(({ name }) => name === 'pwrite64').length).to.be.greaterThan(100)
      expect(trace.main.filter(isFlushOrTruncation)).to.deep.equal([])
    },
  })

  test('a command flushes the log that a server has not flushed, after its reads and before its output', () => {
    for (const { command, code, calls } of unflushed.commands) {
      expect([command, code]).to.deep.equal([command, 0])
      expect(flushesBetweenReadAndPrint(calls), command.join(' ')).to.be.greaterThan(0)
    }
  })

  function flushesBetweenReadAndPrint(calls: readonly SystemCall[]): number {
    const { read, flushed } = gateways.logIn(calls)
    const printed = printedBy(calls)[0]
    const lastRead = read.filter((call) => printed && isBefore(call, printed)).at(-1)
    if (!printed || !lastRead) throw new Error('it has read or printed nothing')
    return flushed.filter((flush) => isBefore(lastRead, flush) && isBefore(flush, printed)).length
  }

  test('a server first flushes the log left by a killed one', async () => {
    const { killed } = unflushed
    const left = killed.firstWriteOf(/left-behind/)
    expect(left && killed.flushed.filter((flush) => isBefore(left, flush))).to.deep.equal([])
    const gateway = await gateways.serveTraced()
    // The killed server's payment is there.
    expect(await payOut(gateway, account, 'left-behind')).to.equal(409)
    const calls = await gateway.stop()
    const [flush] = gateways.logIn(calls).flushed
    const answered = sentBy(calls, { here: new URL(await gateway.url).port })
    const requests = sentBy(calls, { there: gateways.networksPort })
    for (const call of [...answered, ...requests, ...printedBy(calls)]) {
      expect(flush && isBefore(flush, call), call.given).to.equal(true)
    }
  })

  test(
    'a failed flush ends the server with exit code 74, and no request that waited for it is answered with success',
    oneOf({
      'the submission’s flush: no network is asked': () => losesFlush(3, { executed: 1 }),
      'the answer’s flush': () => losesFlush(4, { executed: 2 }),
    }),
  )

  /** A server pays twice, each time with a flush for the held money and one for the outcome; one of them fails. */
  async function losesFlush(nth: number, { executed }: { executed: number }) {
    // Its own database has nothing else to flush. With one flushing thread, strace counts all flushes together.
    const own = await openTracedGateways()
    try {
      const inject = `fdatasync:error=EIO:when=${nth}+`
      const gateway = await own.serveTraced({ inject }, { UV_THREADPOOL_SIZE: '1' })
      const payer = await own.openAccount()
      expect(await payOut(gateway, payer, 'first')).to.equal(201)
      expect(await payOut(gateway, payer, 'second').catch(() => 'none')).to.equal('none')
      expect(await gateway.ended).to.equal(74)
      expect(own.recorded()).to.equal(executed)
      // After a restart the server works, and the books are in order.
      const next = await own.serve()
      expect(await payOut(next, payer, 'third')).to.equal(201)
      expect((await own.sente('audit', '--json')).code).to.equal(0)
      expect(await payOut(next, payer, 'second')).to.equal(409)
    } finally {
      await own.close()
    }
  }

  test('a commit by a command is flushed before it is visible: without the flush nothing is visible', async () => {
    await gateways.serve()
    const { accountId } = await gateways.openAccount()
    const shown = () => gateways.sente('account', 'show', accountId, '--json')
    const before = await shown()
    const funding = ['account', 'fund', accountId, 'UGX', '5000', '--reference', 'float-2']
    const failed = await gateways.senteTraced(funding, { inject: 'fsync:error=EIO' })
    expect([failed.code, gateways.logIn(failed.calls).written.length > 0]).to.deep.equal([1, true])
    expect(await shown()).to.deep.equal(before)
    expect((await gateways.sente(...funding)).code).to.equal(0)
    expect((await shown()).stdout).to.include('"available":1005000')
  })
})

/** The calls from the server's log line that it listens to its last answer. */
function whileItServed(calls: readonly SystemCall[], answers: readonly SystemCall[]): SystemCall[] {
  const listening = firstOf(printedBy(calls), 'listening')
  const last = answers.at(-1)
  return calls.filter((call) => isBefore(listening, call) && last && isBefore(call, last))
}

/** Three payments, one of them twice, and a look at the balance. */
async function oneAfterTheOther(gateway: Gateway, account: Keys) {
  for (const reference of ['one', 'two', 'three', 'two']) await payOut(gateway, account, reference)
  await balances(gateway, account)
}

/** Repeats a payment in the log that is not flushed yet, and looks up the balance. */
async function beforeItsFlush(gateways: TracedGateways, gateway: Gateway, account: Keys) {
  const first = payOut(gateway, account, 'unflushed')
  await gateways.untilCommitted('unflushed')
  await Promise.all([payOut(gateway, account, 'unflushed'), balances(gateway, account), first])
}

async function balances(gateway: Gateway, { secretKey }: Keys) {
  const headers = { Authorization: `Bearer ${secretKey}` }
  return (await fetch(`${await gateway.url}/api/v1/balances`, { headers })).text()
}

function firstOf(calls: readonly SystemCall[], ...words: string[]): SystemCall {
  const call = calls.find(({ given }) => words.every((word) => given.includes(word)))
  if (!call) throw new Error(`nothing was sent that says ${words.join(' and ')}`)
  return call
}
