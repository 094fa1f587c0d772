import { once } from 'node:events'
import { expect } from 'chai'
import { restore, spy } from 'sinon'
import type { SendMoney } from '../../../../core/sente.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

const marks = { reference: 'marked-reference-"8361"', phone_number: '256779135791', pin: '739164' }

/** The log's lines as objects. */
const linesOf = ({ lines }: Api): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))

/** Fails when a line of the log contains a mark, a key or a part of a marked number; ids and times are cut out first. */
function expectNoMarks({ lines, secretKey, publicKey }: Api) {
  const secrets = [secretKey, publicKey, 'marked-reference', '779135791', marks.pin]
  for (const line of lines) {
    for (const secret of secrets) expect(withoutIds(line)).not.to.contain(secret)
  }
}

/** Sends requests with marks of every kind: good ones, each kind of refusal, and bytes that are not a request. */
async function driveMarked(api: Api) {
  const { post, bodies, raw, network, ask } = api
  for (const operation of ['send-money', 'collect-money'] as const) {
    const marked = { ...bodies[operation], ...marks }
    const send = (changes: object, headers = {}) => post(operation, { ...marked, ...changes }, headers)
    await send({ reference: `${marks.reference}${operation}` })
    await send({ reference: `${marks.reference}${operation}` })
    for (const changes of [{ apikey: `${api.publicKey}0` }, { currency: marks.reference }, { network: marks.pin }]) {
      await send(changes)
    }
    for (const changes of [{ amount: 1e20 }, { amount: marks.pin }, { phone_number: `+${marks.phone_number}` }]) {
      await send(changes)
    }
    for (const changes of [{ pin: `${marks.pin}0` }, { network: null }, { [marks.pin]: marks.reference }]) {
      await send(changes)
    }
    await send({}, { authorization: `Bearer ${api.secretKey}0` })
    await send({}, { 'content-type': `text/${marks.pin}` })
    await post(operation, JSON.stringify(marked).slice(0, -1))
    await ask('GET', `/${marks.pin}/${operation}?pin=${marks.pin}`)
    await ask('PUT', `/api/v1/${operation}?pin=${marks.pin}`)
    await raw(`${marks.pin} /api/v1/${operation}?pin=${marks.pin} HTTP/1.1\r\n\r\n`)
    await raw(`POST /api/v1/${operation} HTTP/1.1\r\nHost: x\r\n${marks.pin}\r\n\r\n`)
    for (const behaviour of ['unreachable', 'losesRequest'] as const) {
      network.behaves(behaviour)
      await send({ reference: `${marks.reference}${operation}${behaviour}` })
    }
    network.behaves('accepts')
  }
}

describe('111 The log of requests', () => {
  beforeEach(() => void spy(console, 'error'))
  afterEach(async () => {
    restore()
  })

  rule(
    '111.1',
    'each request is one line: the method and path, the answer, the account, the key, and the client’s address',
    {
      'a payment': async () => {
        const api = await overHttp()
        const answer = await api.post('send-money', api.bodies['send-money'])
        const [line, ...others] = linesOf(api)
        expect(others).to.have.length(0)
        expect(line).to.include({
          msg: 'request',
          request_id: answer.headers['request-id'],
          method: 'POST',
          route: '/api/v1/send-money',
          status: 201,
          account_id: api.account.id,
          key_id: api.account.keys[0]?.id,
          client: '127.0.0.1',
          transaction_id: answer.headers.location?.split('/').at(-1),
        })
        expect(line).to.have.property('duration_ms').that.is.a('number')
        expect(line).not.to.have.property('error_code')
      },
      'a refusal': async () => {
        const api = await overHttp()
        await api.post('send-money', {})
        expect(linesOf(api)).to.have.length(1)
        expect(linesOf(api)[0]).to.include({
          status: 400,
          error_code: 'missing_fields',
          account_id: api.account.id,
        })
      },
      'a path that is not served': async () => {
        const api = await overHttp()
        await api.ask('GET', '/somewhere')
        expect(linesOf(api)[0]).to.include({ method: 'GET', status: 404, error_code: 'not_found' })
        expect(api.lines.join()).not.to.contain('somewhere')
      },
      'bytes that are not a request': async () => {
        const api = await overHttp()
        const [answer] = await api.raw('noise\r\n\r\n')
        const request_id = answer?.headers['request-id']
        expect(linesOf(api)[0]).to.include({ status: 400, error_code: 'malformed_request', request_id })
      },
    },
  )

  rule('111.2', 'no line contains a key, a PIN, a phone number or a reference', async () => {
    const api = await overHttp({}, { pin: marks.pin })
    await driveMarked(api)
    expect(api.lines).to.have.length(2 * 20)
    expectNoMarks(api)
  })

  rule('111.3', 'the line about an error says where it happened, without the contents of the request', async () => {
    const breaks: SendMoney = async ({ request }) => {
      const error = new TypeError(`disk full while writing ${JSON.stringify(request)}, ${request.reference}`)
      throw Object.assign(error, { code: 'SQLITE_FULL', body: JSON.stringify(request), cause: new Error(request.pin) })
    }
    const api = await overHttp({ sendMoney: breaks })
    await api.post('send-money', { ...api.bodies['send-money'], ...marks })
    const [breakage, request] = linesOf(api)
    expect(breakage).to.include({ level: 50, msg: 'breakage', request_id: request?.request_id })
    expect(breakage?.error).to.include({ name: 'TypeError', code: 'SQLITE_FULL' })
    expect(JSON.stringify(breakage)).to.contain('disk full while writing').and.to.contain('payments.spec.ts')
    expect(request).to.include({ status: 500, error_code: 'internal_error' })
    expectNoMarks(api)
  })

  rule('111.4', 'an error about a secret key does not reveal the key', async () => {
    const authenticate = ({ secretKey }: { secretKey: string }) =>
      Promise.reject(new Error(`cannot look up ${secretKey}`))
    const api = await overHttp({ authenticate })
    await api.post('send-money', {})
    expect(linesOf(api)[0]).to.have.nested.property('error.message', 'cannot look up [hidden]')
    expectNoMarks(api)
  })

  rule('111.5', 'only the log is printed', async () => {
    const api = await overHttp({ sendMoney: () => Promise.reject(new Error('broken')) })
    await api.post('send-money', api.bodies['send-money'])
    const socket = api.socket()
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500), () => socket.resetAndDestroy())
    await once(socket, 'close')
    await api.ask('GET', '/livez')
    expect(console.error).to.have.property('callCount', 0)
  })
})
