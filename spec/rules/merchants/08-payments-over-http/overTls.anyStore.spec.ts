import { BlockList } from 'node:net'
import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

const overTls = ['max-age=31536000; includeSubDomains', 'no-referrer']
const inClear = [undefined, undefined]

describe('8 Payments over HTTP: behind TLS', () => {
  rule(
    '8.62',
    'when a trusted proxy says https, the headers make browsers use TLS only, and pass on no address of a page',
    {
      '': table(
        ['X-Forwarded-Proto', 'answer'],
        [
          ['https', 'over TLS'],
          ['HTTPS', 'over TLS'],
          ['http, https', 'over TLS'],
          ['https, http', 'in clear'],
          ['http', 'in clear'],
          ['', 'in clear'],
        ],
        async (proto, answer) => {
          const { ask } = await overHttp()
          for (const path of ['/livez', '/nowhere']) {
            const { headers } = await ask('GET', path, proto === '' ? {} : { 'x-forwarded-proto': proto })
            const sent = [headers['strict-transport-security'], headers['referrer-policy']]
            expect(sent).to.deep.equal(answer === 'over TLS' ? overTls : inClear)
          }
        },
      ),
      'nobody else is trusted': async () => {
        const { ask } = await overHttp({ limits: { trustedProxies: new BlockList() } })
        const { headers } = await ask('GET', '/livez', { 'x-forwarded-proto': 'https' })
        expect(headers).not.to.have.any.keys('strict-transport-security', 'referrer-policy')
      },
    },
  )
})
