import { expect } from 'chai'
import { openPayment } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

const token = 'marked-token-77'
const body = 'marked-body-88 256779135791'

/** The log's lines as objects. */
const linesOf = ({ lines }: Api): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))

const levelsAfter = async (api: Api, method: string, ...paths: string[]) => {
  for (const path of paths) await api.ask(method, path)
  return linesOf(api).map(({ level }) => level)
}

describe('111 The log of requests: look-ups, callbacks and health', () => {
  rule('111.6', 'health checks and callbacks are logged only at level debug, since they are frequent', {
    health: async () => {
      const api = await overHttp({ isReady: () => false })
      expect(await levelsAfter(api, 'GET', '/livez', '/readyz')).to.deep.equal([20, 20])
      expect(linesOf(api)[1]).to.include({ msg: 'request', route: '/readyz', status: 503 })
    },
    'callbacks, under a known token or not': async () => {
      const api = await overHttp({ handleCallback: (given) => given === token })
      await api.callBack(token, body)
      await api.callBack('x', body)
      await api.ask('GET', `/callbacks/${token}`)
      const facts = linesOf(api).map(({ level, route, status }) => [level, route, status])
      expect(facts).to.deep.equal([
        [20, '/callbacks/:token', 200],
        [20, '/callbacks/:token', 404],
        [20, '/callbacks/:token', 404],
      ])
    },
    'everything else at level info': async () => {
      const api = await overHttp()
      const paths = [
        '/api/v1/send-money',
        '/api/v1/transactions',
        '/api/v1/balances',
        '/nothing',
        '/livez/',
        '/callbacks',
      ]
      expect(await levelsAfter(api, 'GET', ...paths)).to.deep.equal([30, 30, 30, 30, 30, 30])
    },
  })

  rule('111.7', 'a look-up is one line with the route, and no id, reference or cursor from the request', async () => {
    const api = await overHttp()
    const id = await openPayment(api)
    api.lines.splice(0)
    for (const path of [`/transactions/${id}`, '/transactions/marked-id', '/balances']) await api.look(path)
    await api.look('/transactions?reference=marked-reference')
    await api.look('/transactions?cursor=marked-cursor&marked-name=marked-value')
    expect(linesOf(api).map(({ route }) => route)).to.deep.equal([
      '/api/v1/transactions/:transaction_id',
      '/api/v1/transactions/:transaction_id',
      '/api/v1/balances',
      '/api/v1/transactions',
      '/api/v1/transactions',
    ])
    for (const line of linesOf(api)) expect(line).to.include({ account_id: api.account.id, level: 30 })
    expect(api.lines.join()).not.to.contain('marked')
  })

  rule('111.8', 'no line contains the token or the body of a callback, or the reference of a look-up', {
    'of callbacks of every kind': async () => {
      const api = await overHttp({ handleCallback: (given) => given === token })
      await api.callBack(token, body)
      await api.callBack(`${token}/x`, body)
      await api.callBack(token, body.repeat(1_000))
      await api.raw(`FOO /callbacks/${token}?${token} HTTP/1.1\r\n\r\n`)
      await api.raw(`PUT /callbacks/${token} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`)
      expect(api.lines).to.have.length(5)
      expect(api.lines.join()).not.to.contain('marked').and.not.to.contain('779135791')
    },
    'when handling it fails': async () => {
      const handleCallback = (given: string, callback: { body: Uint8Array }) => {
        throw new SyntaxError(`${given}: cannot read ${Buffer.from(callback.body).toString().slice(0, 11)}`)
      }
      const api = await overHttp({ handleCallback })
      expectError(await api.callBack(token, body), 500, 'internal_error', 'Internal server error')
      const [breakage] = linesOf(api)
      expect(breakage).to.include({ level: 50, msg: 'breakage' })
      expect(breakage).to.have.nested.property('error.message', '[hidden]')
      expect(JSON.stringify(breakage)).to.contain('SyntaxError').and.to.contain('quiet.spec.ts')
      expect(api.lines.join()).not.to.contain('marked')
    },
    'when the look-up fails': async () => {
      const broken = () => Promise.reject(new Error('cannot look for marked-reference, marked-"other"'))
      const api = await overHttp({ listTransactions: broken })
      await api.look('/transactions?reference=marked-reference')
      const line = linesOf(api)[0]
      expect(line).to.have.nested.property('error.message', 'cannot look for [hidden], marked-"other"')
      api.lines.splice(0)
      await api.look(`/transactions?reference=${encodeURIComponent('marked-"other"')}`)
      const other = linesOf(api)[0]
      expect(other).to.have.nested.property('error.message', 'cannot look for marked-reference, [hidden]')
    },
  })
})
