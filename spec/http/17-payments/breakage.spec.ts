import { once } from 'node:events'
import { expect } from 'chai'
import { type Caller, isRefusal, type OpenedPayment, type Outcome, type SendMoney } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { closeHttpCounters, expectError, expectHeaders, type HttpCounter, openHttpCounter } from '../counter.ts'

/** A counter whose send-money opens payments for real, and whose outcomes come only when they are let. */
async function openGatedCounter(requestMs?: number) {
  const gate = deferred<'open' | 'break'>()
  const opened = deferred<OpenedPayment>()
  let real: SendMoney | undefined
  const sendMoney: SendMoney = async (caller, request) => {
    const answer = await real?.(caller, request)
    if (!answer || 'refused' in answer) throw new Error('not opened')
    const outcome = gate.promise.then((how): Promise<Outcome> => {
      return how === 'open' ? answer.outcome : Promise.reject(new Error('the books cannot be written'))
    })
    opened.resolve({ ...answer, outcome })
    return { ...answer, outcome }
  }
  const counter = await openHttpCounter({ sendMoney, ...(requestMs !== undefined && { requestMs }) })
  real = counter.send
  return { ...counter, let: gate.resolve, opened: opened.promise }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value: T) => resolve(value) }
}

/** Waits for a line of the log with this message. */
async function lineOf({ lines }: Pick<HttpCounter, 'lines'>, msg: string): Promise<Record<string, unknown>> {
  const found = lines.map((line) => JSON.parse(line)).find((line) => line.msg === msg)
  if (found) return found
  await new Promise((resolve) => setTimeout(resolve, 5))
  return lineOf({ lines }, msg)
}

const failed = 'CURL Error: Failed to connect'

describe('17 The merchants’ API: breakage', () => {
  afterEach(closeHttpCounters)

  rule('17.36', 'what breaks before the opening is an internal error', {
    authentication: async () => {
      const { post } = await openHttpCounter({ authenticate: () => Promise.reject(new Error('broken')) })
      expectError(await post('send-money', {}), 500, 'internal_error', 'Internal server error')
    },
    'the use case': async () => {
      const { post, bodies } = await openHttpCounter({ collectMoney: () => Promise.reject(new Error('broken')) })
      const answer = await post('collect-money', bodies['collect-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      expect(answer.headers).not.to.have.property('location')
    },
    readiness: async () => {
      const { ask } = await openHttpCounter({ isReady: () => Promise.reject(new Error('broken')) })
      expectError(await ask('GET', '/readyz'), 500, 'internal_error', 'Internal server error')
    },
    'something thrown that is no error': async () => {
      const { post, bodies } = await openHttpCounter({ sendMoney: () => Promise.reject('broken') })
      expectError(await post('send-money', bodies['send-money']), 500, 'internal_error', 'Internal server error')
    },
  })

  rule('17.37', 'an opening that does not come in time is an internal error, and what comes of it later goes its way', {
    'it opens after all, and its outcome breaks': async () => {
      const opening = deferred<OpenedPayment>()
      const counter = await openHttpCounter({ sendMoney: () => opening.promise, requestMs: 20 })
      const answer = await counter.post('send-money', counter.bodies['send-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      expect(answer.headers).not.to.have.property('location')
      const real = await counter.send(await counter.caller(), counter.payout)
      if (isRefusal(real)) throw new Error(real.refused)
      counter.lines.length = 0
      opening.resolve({ ...real, outcome: Promise.reject(new Error('the books cannot be written')) })
      expect(await lineOf(counter, 'breakage')).to.have.nested.property('error.message', 'the books cannot be written')
    },
    'it breaks later': async () => {
      let breakLater: (error: Error) => void = () => {}
      const never = new Promise<OpenedPayment>((_, reject) => {
        breakLater = reject
      })
      const counter = await openHttpCounter({ collectMoney: () => never, requestMs: 20 })
      const answer = await counter.post('collect-money', counter.bodies['collect-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      counter.lines.length = 0
      breakLater(new Error('the disk is gone'))
      expect(await lineOf(counter, 'breakage')).to.have.nested.property('error.message', 'the disk is gone')
    },
  })

  rule('17.38', 'what breaks after the opening leaves the outcome unknown and the money held', async () => {
    const counter = await openGatedCounter()
    const answering = counter.post('send-money', counter.bodies['send-money'])
    const { transaction } = await counter.opened
    counter.let('break')
    const answer = await answering
    expectError(answer, 500, 'outcome_unknown', failed)
    expect(answer.headers).to.include({ location: `/api/v1/transactions/${transaction.id}` })
    expect(await counter.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    expect(await lineOf(counter, 'breakage')).to.include({ transaction_id: transaction.id, level: 50 })
    expect(await lineOf(counter, 'request')).to.include({ transaction_id: transaction.id, status: 500 })
  })

  rule('17.39', 'an outcome that does not come in time is unknown; it is noted when it comes', {
    'it comes': async () => {
      const counter = await openGatedCounter(20)
      const answer = await counter.post('send-money', counter.bodies['send-money'])
      const { transaction, outcome } = await counter.opened
      expectError(answer, 500, 'outcome_unknown', failed)
      expect(answer.headers).to.include({ location: `/api/v1/transactions/${transaction.id}` })
      counter.let('open')
      await outcome
      expect(await counter.ports.books.transaction(transaction.id)).to.include({ state: 'pending' })
    },
    'it breaks': async () => {
      const counter = await openGatedCounter(20)
      await counter.post('send-money', counter.bodies['send-money'])
      counter.lines.splice(0)
      counter.let('break')
      const line = await lineOf(counter, 'breakage')
      expect(line).to.have.nested.property('error.message', 'the books cannot be written')
    },
  })

  rule('17.40', 'every answer after the opening says where the transaction is', async () => {
    const { post, bodies, network, ports, account } = await openHttpCounter()
    for (const behaviour of [
      'accepts',
      'succeeds',
      'declines',
      'unreachable',
      'losesAnswer',
      'losesRequest',
    ] as const) {
      network.behaves(behaviour)
      const answer = await post('send-money', { ...bodies['send-money'], reference: behaviour })
      const { id } = (await ports.books.transactionByReference(account.id, behaviour)) ?? {}
      expect(answer.headers, behaviour).to.include({ location: `/api/v1/transactions/${id}` })
      expectHeaders(answer)
    }
  })

  rule('17.41', 'a merchant who hangs up aborts nothing', async () => {
    const counter = await openGatedCounter()
    const socket = counter.socket()
    const body = JSON.stringify(counter.bodies['send-money'])
    const headers = `Authorization: ${counter.authorization}\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`)
    const { transaction } = await counter.opened
    socket.resetAndDestroy()
    await once(socket, 'close')
    counter.let('open')
    expect(await lineOf(counter, 'request')).to.include({ status: 201, transaction_id: transaction.id })
    expect(await counter.ports.books.transaction(transaction.id)).to.include({ state: 'pending' })
    expect((await counter.ask('GET', '/livez')).status).to.equal(200)
  })

  rule('17.42', 'a merchant who hangs up before the body was read has asked for nothing', {
    'the body is still coming': async () => {
      const counter = await openHttpCounter()
      const socket = counter.socket()
      const headers = `Authorization: ${counter.authorization}\r\nContent-Length: 500\r\n`
      socket.write(`POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n${headers}\r\n{"reference"`)
      await once(counter.server, 'request')
      socket.resetAndDestroy()
      expect(await lineOf(counter, 'request')).to.include({ error_code: 'request_aborted', level: 30 })
      expect(counter.lines.join()).not.to.contain('breakage')
    },
    'the key is still looked up': async () => {
      const found = deferred<Caller>()
      const counter = await openHttpCounter({ authenticate: () => found.promise })
      const socket = counter.socket()
      socket.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
      const [, res] = await once(counter.server, 'request')
      socket.resetAndDestroy()
      await once(res, 'close')
      found.resolve(await counter.caller())
      expect(await lineOf(counter, 'request')).to.include({ error_code: 'request_aborted', level: 30 })
      expect(counter.lines.join()).not.to.contain('breakage')
    },
  })

  rule('17.43', 'a server that is being closed answers what it has begun and closes the connection', async () => {
    const counter = await openGatedCounter()
    const answering = counter.post('send-money', counter.bodies['send-money'])
    await counter.opened
    const closed = once(counter.server, 'close')
    counter.server.close()
    counter.let('open')
    const answer = await answering
    await closed
    expect(answer.status).to.equal(201)
    expect(answer.headers).to.include({ connection: 'close' })
  })
})
