import { expect } from 'chai'
import { breakable } from '../../../fixtures/breaches.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { codeOf, codesOf, forEachCode } from './broken.ts'

describe('8 Payments over HTTP: the order of the rules', () => {
  rule(
    '8.14',
    'a request that breaks one rule is answered with the code of that rule',
    forEachCode(
      (operation) => codesOf[operation],
      async (operation, code) => {
        expect(await codeOf(operation, [code])).to.equal(code)
      },
    ),
  )

  rule(
    '8.15',
    'a request that breaks all rules is answered with the code of the first',
    forEachCode(
      (operation) => codesOf[operation],
      async (operation, code, behind) => {
        expect(await codeOf(operation, breakable([code, ...behind]))).to.equal(code)
      },
    ),
  )

  rule('8.16', 'the secret key is checked before the body is read', async () => {
    const { socket } = await overHttp()
    const connection = socket()
    connection.write('POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n')
    const [answer] = await new Promise<Buffer[]>((resolve) => connection.once('data', (chunk) => resolve([chunk])))
    connection.destroy()
    expect(answer?.toString()).to.match(/^HTTP\/1\.1 401 Unauthorized\r\n/)
  })

  rule('8.17', 'the secret key must be the only bearer token of the request', {
    'another case, more spaces': async () => {
      const { post, bodies, secretKey } = await overHttp()
      const answer = await post('send-money', bodies['send-money'], { authorization: `bEaReR   ${secretKey}` })
      expect(answer.status).to.equal(201)
    },
    malformed: async () => {
      const { post, bodies, secretKey } = await overHttp()
      for (const authorization of [undefined, '', 'Bearer', secretKey, `Basic ${secretKey}`, `Bearer ${secretKey} x`]) {
        const answer = await post('send-money', bodies['send-money'], { authorization })
        expect(answer.headers, authorization).to.include({
          'error-code': 'invalid_secret_key',
          'www-authenticate': 'Bearer',
        })
        expect(answer.status).to.equal(401)
      }
    },
    'sent twice': async () => {
      const { raw, authorization } = await overHttp()
      const header = `Authorization: ${authorization}\r\n`
      const [answer] = await raw(
        `POST /api/v1/send-money HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`,
      )
      expect(answer?.status).to.equal(401)
    },
  })
})
