import { once } from 'node:events'
import { expect } from 'chai'
import { aKey } from '../../../contracts/kit/records.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { type Api, expectError, type HttpAnswer, overHttp } from '../../../stages/overHttp.ts'
import { keepWindowsOpen } from './openWindows.ts'

/** One request a second: ten may come at once. */
const openSlowApi = () => overHttp({ limits: { accountRate: 1 } })

const expectLimited = (answer: HttpAnswer) => {
  expectError(answer, 429, 'rate_limited', 'Too many requests')
  expect(answer.headers).to.include({ 'retry-after': '10', ratelimit: '"account";r=0;t=10' })
}

const lookUps = async ({ look }: Api, times: number) => {
  for (let time = 0; time < times; time += 1) expect((await look('/balances')).status).to.equal(200)
}

describe('13 Limits on requests: an account', () => {
  beforeEach(keepWindowsOpen)

  refusal(
    '13.1',
    'rate_limited',
    'ten seconds’ worth of an account’s requests are served, the next is refused until the window ends',
    {
      'at one request a second': table(
        ['requests in ten seconds', 'answer to the last'],
        [
          [9, 200],
          [10, 200],
          [11, 429],
        ],
        async (requests, status) => {
          const api = await openSlowApi()
          await lookUps(api, requests - 1)
          expect((await api.look('/balances')).status).to.equal(status)
        },
      ),
      'one after another': async () => {
        const api = await openSlowApi()
        await lookUps(api, 10)
        expectLimited(await api.look('/balances'))
        expectLimited(await api.look('/balances'))
      },
      'all at once': async () => {
        const { look } = await openSlowApi()
        const answers = await Promise.all(Array.from({ length: 30 }, () => look('/balances')))
        expect(answers.filter(({ status }) => status === 200)).to.have.length(10)
        expect(answers.filter(({ status }) => status === 429)).to.have.length(20)
      },
    },
  )

  rule('13.2', 'every request of an account counts, for any call and with any answer', async () => {
    const api = await openSlowApi()
    const { look, post, bodies, secretKey } = api
    const answers = [
      await post('send-money', bodies['send-money']),
      await post('send-money', bodies['send-money']),
      await post('collect-money', '['),
      await look('/transactions/none'),
      await look('/transactions?limit=x'),
      await look('/balances', { authorization: `Bearer ${secretKey}` }, 'HEAD'),
    ]
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 409, 400, 404, 400, 200])
    const left = answers.map(({ headers }) => headers.ratelimit)
    expect(left).to.deep.equal([9, 8, 7, 6, 5, 4].map((remaining) => `"account";r=${remaining};t=10`))
  })

  rule('13.3', 'every answer to an account states the policy and the rest of the quota, even an internal error', {
    'at the usual limit': async () => {
      const { look } = await overHttp()
      const { headers } = await look('/balances')
      expect(headers['ratelimit-policy']).to.equal('"account";q=1000;w=10')
      expect(headers.ratelimit).to.equal('"account";r=999;t=10')
      expect(headers).not.to.have.property('retry-after')
    },
    'at another limit, when something breaks': async () => {
      const sendMoney = () => Promise.reject(new Error('disk full'))
      const { post, bodies } = await overHttp({ sendMoney, limits: { accountRate: 1_000_000 } })
      const { status, headers } = await post('send-money', bodies['send-money'])
      expect(status).to.equal(500)
      expect(headers['ratelimit-policy']).to.equal('"account";q=10000000;w=10')
      expect(headers.ratelimit).to.equal('"account";r=9999999;t=10')
    },
  })

  rule(
    '13.4',
    'requests without an account have no account limit: health checks, callbacks, and refusals by method or path',
    async () => {
      const { ask, callBack } = await openSlowApi()
      const answers = [await ask('GET', '/livez'), await ask('GET', '/readyz'), await ask('GET', '/api/v1/send-money')]
      for (const { headers } of [...answers, await ask('GET', '/'), await callBack('x', '')]) {
        expect(headers).not.to.have.any.keys('ratelimit', 'ratelimit-policy', 'retry-after')
      }
    },
  )

  rule('13.5', 'a limited request opens nothing, uses up no reference and counts no wrong PIN', async () => {
    const api = await openSlowApi()
    const { post, bodies, ports, account, balance, network, send, caller, payout } = api
    await lookUps(api, 10)
    expectLimited(await post('send-money', bodies['send-money']))
    for (let time = 0; time < 5; time += 1) {
      expectLimited(await post('send-money', { ...bodies['send-money'], pin: '0000' }))
    }
    expect(await ports.books.transactionByReference(account.id, 'order-1')).to.equal(undefined)
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect(network.received).to.have.length(0)
    expect(await send({ caller: await caller(), request: payout })).to.have.property('transaction')
  })

  rule('13.6', 'a limited request is refused before its body is read', async () => {
    const api = await openSlowApi()
    await lookUps(api, 10)
    const connection = api.socket()
    connection.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n')
    connection.write(`Authorization: ${api.authorization}\r\n\r\n`)
    const [answer] = await once(connection, 'data')
    connection.destroy()
    expect(String(answer)).to.match(/^HTTP\/1\.1 429 Too Many Requests\r\n/)
  })

  rule('13.7', 'one account’s requests do not use up another’s limit, with any keys', async () => {
    const api = await openSlowApi()
    const { look, ports, account, change } = api
    const key = ports.secrets.newKey('secret')
    const added = { ...aKey('secret'), digest: ports.secrets.digest(key) }
    await change((before) => ({ ...before, keys: [...before.keys, added] }))
    const other = ports.secrets.newKey('secret')
    const keys = [{ ...aKey('secret'), digest: ports.secrets.digest(other) }]
    await ports.accounts.add({ ...account, id: 'other', keys })
    await lookUps(api, 10)
    expectLimited(await look('/balances', { authorization: `Bearer ${key}` }))
    expect((await look('/balances', { authorization: `Bearer ${other}` })).headers.ratelimit).to.match(/r=9;/)
  })

  rule('13.8', 'the first request that a limit refuses in a window is logged, the others at level debug', async () => {
    const api = await openSlowApi()
    await lookUps(api, 10)
    for (let time = 0; time < 3; time += 1) expectLimited(await api.look('/balances'))
    const lines = api.lines.slice(10).map((line) => JSON.parse(line))
    const refusal = { error_code: 'rate_limited', status: 429, account_id: api.account.id }
    for (const line of lines) expect(line).to.include(refusal)
    expect(lines.map(({ level }) => level)).to.deep.equal([30, 20, 20])
  })
})
