import { once } from 'node:events'
import { expect } from 'chai'
import { type Caller, isRefusal, type OpenedPayment, type Outcome, type SendMoney } from '../../../../core/sente.ts'
import { refusal, rule } from '../../../rule.ts'
import { type Api, expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

/** An API whose send-money opens real payments, with outcomes at the test's command. */
async function openGatedApi(requestMs?: number) {
  const gate = deferred<'open' | 'break'>()
  const opened = deferred<OpenedPayment>()
  let real: SendMoney | undefined
  const sendMoney: SendMoney = async (request) => {
    const answer = await real?.(request)
    if (!answer || 'refused' in answer) throw new Error('not opened')
    const outcome = gate.promise.then((how): Promise<Outcome> => {
      return how === 'open' ? answer.outcome : Promise.reject(new Error('the books cannot be written'))
    })
    opened.resolve({ ...answer, outcome })
    return { ...answer, outcome }
  }
  const api = await overHttp({ sendMoney, ...(requestMs !== undefined && { requestMs }) })
  real = api.send
  return { ...api, let: gate.resolve, opened: opened.promise }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (value: T) => resolve(value) }
}

/** Waits for a line of the log with this message. */
async function lineOf({ lines }: Pick<Api, 'lines'>, msg: string): Promise<Record<string, unknown>> {
  const found = lines.map((line) => JSON.parse(line)).find((line) => line.msg === msg)
  if (found) return found
  await new Promise((resolve) => setTimeout(resolve, 5))
  return lineOf({ lines }, msg)
}

const failed = 'CURL Error: Failed to connect'

describe('8 Payments over HTTP: breakage', () => {
  refusal('8.36', 'internal_error', 'an error before the opening is answered as an internal error', {
    authentication: async () => {
      const { post } = await overHttp({ authenticate: () => Promise.reject(new Error('broken')) })
      expectError(await post('send-money', {}), 500, 'internal_error', 'Internal server error')
    },
    'the use case': async () => {
      const { post, bodies } = await overHttp({ collectMoney: () => Promise.reject(new Error('broken')) })
      const answer = await post('collect-money', bodies['collect-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      expect(answer.headers).not.to.have.property('location')
    },
    readiness: async () => {
      const { ask } = await overHttp({ isReady: () => Promise.reject(new Error('broken')) })
      expectError(await ask('GET', '/readyz'), 500, 'internal_error', 'Internal server error')
    },
    'something thrown that is not an Error': async () => {
      const { post, bodies } = await overHttp({ sendMoney: () => Promise.reject('broken') })
      expectError(await post('send-money', bodies['send-money']), 500, 'internal_error', 'Internal server error')
    },
  })

  rule('8.37', 'an opening that takes too long is answered as an internal error, but is not cancelled', {
    'it opens later, and its outcome fails': async () => {
      const opening = deferred<OpenedPayment>()
      const api = await overHttp({ sendMoney: () => opening.promise, requestMs: 20 })
      const answer = await api.post('send-money', api.bodies['send-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      expect(answer.headers).not.to.have.property('location')
      const real = await api.send({ caller: await api.caller(), request: api.payout })
      if (isRefusal(real)) throw new Error(real.refused)
      api.lines.length = 0
      opening.resolve({ ...real, outcome: Promise.reject(new Error('the books cannot be written')) })
      expect(await lineOf(api, 'breakage')).to.have.nested.property('error.message', 'the books cannot be written')
    },
    'it fails later': async () => {
      let breakLater: (error: Error) => void = () => {}
      const never = new Promise<OpenedPayment>((_, reject) => {
        breakLater = reject
      })
      const api = await overHttp({ collectMoney: () => never, requestMs: 20 })
      const answer = await api.post('collect-money', api.bodies['collect-money'])
      expectError(answer, 500, 'internal_error', 'Internal server error')
      api.lines.length = 0
      breakLater(new Error('the disk is gone'))
      expect(await lineOf(api, 'breakage')).to.have.nested.property('error.message', 'the disk is gone')
    },
  })

  rule('8.38', 'an error after the opening leaves the outcome unknown and the money held', async () => {
    const api = await openGatedApi()
    const answering = api.post('send-money', api.bodies['send-money'])
    const { transaction } = await api.opened
    api.let('break')
    const answer = await answering
    expectError(answer, 500, 'outcome_unknown', failed)
    expect(answer.headers).to.include({ location: `/api/v1/transactions/${transaction.id}` })
    expect(await api.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    expect(await lineOf(api, 'breakage')).to.include({ transaction_id: transaction.id, level: 50 })
    expect(await lineOf(api, 'request')).to.include({ transaction_id: transaction.id, status: 500 })
  })

  rule('8.39', 'an outcome that takes too long is answered as unknown, and recorded when it comes', {
    'it comes': async () => {
      const api = await openGatedApi(300)
      const answer = await api.post('send-money', api.bodies['send-money'])
      const { transaction, outcome } = await api.opened
      expectError(answer, 500, 'outcome_unknown', failed)
      expect(answer.headers).to.include({ location: `/api/v1/transactions/${transaction.id}` })
      api.let('open')
      await outcome
      expect(await api.ports.books.transaction(transaction.id)).to.include({ state: 'pending' })
    },
    'it fails': async () => {
      const api = await openGatedApi(300)
      await api.post('send-money', api.bodies['send-money'])
      api.lines.splice(0)
      api.let('break')
      const line = await lineOf(api, 'breakage')
      expect(line).to.have.nested.property('error.message', 'the books cannot be written')
    },
  })

  rule('8.40', 'every answer after the opening has the address of the transaction', async () => {
    const { post, bodies, network, ports, account } = await overHttp()
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

  rule('8.41', 'a merchant who hangs up aborts nothing', async () => {
    const api = await openGatedApi()
    const socket = api.socket()
    const body = JSON.stringify(api.bodies['send-money'])
    const headers = `Authorization: ${api.authorization}\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`)
    const { transaction } = await api.opened
    socket.resetAndDestroy()
    await once(socket, 'close')
    api.let('open')
    expect(await lineOf(api, 'request')).to.include({ status: 201, transaction_id: transaction.id })
    expect(await api.ports.books.transaction(transaction.id)).to.include({ state: 'pending' })
    expect((await api.ask('GET', '/livez')).status).to.equal(200)
  })

  refusal('8.42', 'request_aborted', 'a merchant who hangs up before the body was read has requested nothing', {
    'the body is still coming': async () => {
      const api = await overHttp()
      const socket = api.socket()
      const headers = `Authorization: ${api.authorization}\r\nContent-Length: 500\r\n`
      socket.write(`POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\n${headers}\r\n{"reference"`)
      await once(api.server, 'request')
      socket.resetAndDestroy()
      expect(await lineOf(api, 'request')).to.include({ error_code: 'request_aborted', level: 30 })
      expect(api.lines.join()).not.to.contain('breakage')
    },
    'the key is still looked up': async () => {
      const found = deferred<Caller>()
      const api = await overHttp({ authenticate: () => found.promise })
      const socket = api.socket()
      socket.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
      const [, res] = await once(api.server, 'request')
      socket.resetAndDestroy()
      await once(res, 'close')
      found.resolve(await api.caller())
      expect(await lineOf(api, 'request')).to.include({ error_code: 'request_aborted', level: 30 })
      expect(api.lines.join()).not.to.contain('breakage')
    },
  })

  rule(
    '8.43',
    'a server that is closing answers the requests that it has begun and closes their connections',
    async () => {
      const api = await openGatedApi()
      const answering = api.post('send-money', api.bodies['send-money'])
      await api.opened
      const closed = once(api.server, 'close')
      api.server.close()
      api.let('open')
      const answer = await answering
      await closed
      expect(answer.status).to.equal(201)
      expect(answer.headers).to.include({ connection: 'close' })
    },
  )
})
