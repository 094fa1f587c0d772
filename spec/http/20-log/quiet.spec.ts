import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { closeHttpCounters, expectError, type HttpCounter, openHttpCounter } from '../counter.ts'
import { openPayment } from '../lookUps.ts'

const token = 'marked-token-77'
const body = 'marked-body-88 256779135791'

/** The log's lines as objects. */
const linesOf = ({ lines }: HttpCounter): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))

const levelsAfter = async (counter: HttpCounter, method: string, ...paths: string[]) => {
  for (const path of paths) await counter.ask(method, path)
  return linesOf(counter).map(({ level }) => level)
}

describe('20 The log of requests: look-ups, callbacks and health', () => {
  afterEach(closeHttpCounters)

  rule('20.6', 'health and callbacks are logged in detail only, as they come too often', {
    health: async () => {
      const counter = await openHttpCounter({ isReady: () => false })
      expect(await levelsAfter(counter, 'GET', '/livez', '/readyz')).to.deep.equal([20, 20])
      expect(linesOf(counter)[1]).to.include({ msg: 'request', route: '/readyz', status: 503 })
    },
    'callbacks, heard or not': async () => {
      const counter = await openHttpCounter({ handleCallback: (given) => given === token })
      await counter.callBack(token, body)
      await counter.callBack('x', body)
      await counter.ask('GET', `/callbacks/${token}`)
      const facts = linesOf(counter).map(({ level, route, status }) => [level, route, status])
      expect(facts).to.deep.equal([
        [20, '/callbacks/:token', 200],
        [20, '/callbacks/:token', 404],
        [20, '/callbacks/:token', 404],
      ])
    },
    'anything else is told': async () => {
      const counter = await openHttpCounter()
      const paths = ['/api/v1/send-money', '/api/v1/transactions', '/api/v1/balances', '/', '/livez/', '/callbacks']
      expect(await levelsAfter(counter, 'GET', ...paths)).to.deep.equal([30, 30, 30, 30, 30, 30])
    },
  })

  rule('20.7', 'a look-up is one line with the route, and no id, reference or cursor that was sent', async () => {
    const counter = await openHttpCounter()
    const id = await openPayment(counter)
    counter.lines.splice(0)
    for (const path of [`/transactions/${id}`, '/transactions/marked-id', '/balances']) await counter.look(path)
    await counter.look('/transactions?reference=marked-reference')
    await counter.look('/transactions?cursor=marked-cursor&marked-name=marked-value')
    expect(linesOf(counter).map(({ route }) => route)).to.deep.equal([
      '/api/v1/transactions/:transaction_id',
      '/api/v1/transactions/:transaction_id',
      '/api/v1/balances',
      '/api/v1/transactions',
      '/api/v1/transactions',
    ])
    for (const line of linesOf(counter)) expect(line).to.include({ account_id: counter.account.id, level: 30 })
    expect(counter.lines.join()).not.to.contain('marked')
  })

  rule('20.8', 'no line holds the token or the body of a callback, nor the reference that was looked for', {
    'of callbacks of every kind': async () => {
      const counter = await openHttpCounter({ handleCallback: (given) => given === token })
      await counter.callBack(token, body)
      await counter.callBack(`${token}/x`, body)
      await counter.callBack(token, body.repeat(1_000))
      await counter.raw(`FOO /callbacks/${token}?${token} HTTP/1.1\r\n\r\n`)
      await counter.raw(`PUT /callbacks/${token} HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`)
      expect(counter.lines).to.have.length(5)
      expect(counter.lines.join()).not.to.contain('marked').and.not.to.contain('779135791')
    },
    'when hearing breaks': async () => {
      const handleCallback = (given: string, callback: { body: Uint8Array }) => {
        throw new SyntaxError(`${given}: cannot read ${Buffer.from(callback.body).toString().slice(0, 11)}`)
      }
      const counter = await openHttpCounter({ handleCallback })
      expectError(await counter.callBack(token, body), 500, 'internal_error', 'Internal server error')
      const [breakage] = linesOf(counter)
      expect(breakage).to.include({ level: 50, msg: 'breakage' })
      expect(breakage).to.have.nested.property('error.message', '[hidden]')
      expect(JSON.stringify(breakage)).to.contain('SyntaxError').and.to.contain('quiet.spec.ts')
      expect(counter.lines.join()).not.to.contain('marked')
    },
    'when looking up breaks': async () => {
      const broken = () => Promise.reject(new Error('cannot look for marked-reference, marked-"other"'))
      const counter = await openHttpCounter({
        lookUp: { transaction: broken, transactions: broken, balances: broken },
      })
      await counter.look('/transactions?reference=marked-reference')
      const told = linesOf(counter)[0]
      expect(told).to.have.nested.property('error.message', 'cannot look for [hidden], marked-"other"')
      counter.lines.splice(0)
      await counter.look(`/transactions?reference=${encodeURIComponent('marked-"other"')}`)
      const other = linesOf(counter)[0]
      expect(other).to.have.nested.property('error.message', 'cannot look for marked-reference, [hidden]')
    },
  })
})
