import { expect } from 'chai'
import type { Gateway } from '../../fixtures/processes.ts'
import type { Keys } from '../../fixtures/sandboxGateway.ts'
import { test } from '../../rule.ts'
import { openTracedGateways, payOut, type TracedGateways } from './traced/gateways.ts'
import { needStrace, type Tracing } from './traced/strace.ts'
import { isBefore, isFlushOrTruncation, printedBy, type SystemCall, sentBy } from './traced/trace.ts'

/** Each flush begins late: what does not wait for it is far ahead. */
const slowly: Partial<Tracing> = { inject: 'fdatasync:delay_enter=150000' }

/** More payments than fit into one commit, so that some are committed while others are being flushed. */
const together = Array.from({ length: 140 }, (_, index) => `many-${String(index).padStart(3, '0')}`)

describe('Power loss: what the server sends, by its system calls', function () {
  this.timeout(180_000)
  let gateways: TracedGateways
  let trace: ReturnType<TracedGateways['logIn']> & Record<'answers' | 'requests' | 'main', SystemCall[]>
  before(async () => {
    needStrace()
    gateways = await openTracedGateways()
    const gateway = await gateways.serveTraced(slowly)
    const account = await gateways.openAccount()
    await oneAfterTheOther(gateway, account)
    await beforeItsFlush(gateways, gateway, account)
    await Promise.all(together.map((reference) => payOut(gateway, account, reference)))
    const calls = await gateway.stop()
    const answers = sentBy(calls, { here: new URL(await gateway.url).port })
    const requests = sentBy(calls, { there: gateways.networksPort })
    const main = whileItServed(calls, answers).filter(({ thread }) => thread === gateway.pid)
    trace = { ...gateways.logIn(calls), answers, requests, main }
  })
  after(() => gateways.close())

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

  test('a 409 and a balance wait for the flush of what they are based on, although they write nothing', () => {
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
})

/** The calls from when the server logged that it listens to its last answer. */
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

/** A payment in the log that is not flushed yet is repeated, and the balance looked up. */
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
