import { createServer } from 'node:http'
import { expect } from 'chai'
import { koaApp } from '../../../../adapters/http/http.ts'
import { rule } from '../../../rule.ts'
import { expectError, expectHeaders, overHttp } from '../../../stages/overHttp.ts'

describe('8 Payments over HTTP: as a Koa app', () => {
  rule('8.52', 'in a server of one’s own, the API gives the same answers', async () => {
    const { post, bodies, look, ask } = await overHttp({}, {}, (deps) => createServer(koaApp(deps).callback()))
    const paid = await post('send-money', bodies['send-money'])
    expect(paid.status, paid.text).to.equal(201)
    expectHeaders(paid)
    expectError(await post('send-money', 'no JSON'), 400, 'malformed_json', 'Body must be a JSON object')
    expect((await look('/balances')).text).to.include('"available":95000')
    expect((await ask('GET', '/readyz')).status).to.equal(200)
  })
})
