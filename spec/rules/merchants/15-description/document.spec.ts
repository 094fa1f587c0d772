import { expect } from 'chai'
import { endpoints } from '../../../../adapters/http/routes.ts'
import { answers } from '../../../answers.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { apiDescription, operationsOf } from './oracle/document.ts'
import { exampleProblems } from './oracle/examples.ts'

describe('15 The API describes itself', () => {
  rule('15.1', 'the description of the API in OpenAPI 3.1 is public, at `/openapi.json`', {
    'without a key': async () => {
      const { ask } = await overHttp()
      const answer = await ask('GET', '/openapi.json')
      expect(answer.status).to.equal(200)
      expect(answer.headers).to.include({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      })
      expect(JSON.parse(answer.text)).to.include({ openapi: '3.1.0' })
    },
    'HEAD is answered without it': async () => {
      const { ask } = await overHttp()
      const { text } = await ask('GET', '/openapi.json')
      const answer = await ask('HEAD', '/openapi.json', { 'accept-encoding': 'identity' })
      expect(answer).to.include({ status: 200, text: '' })
      expect(answer.headers['content-length']).to.equal(String(Buffer.byteLength(text)))
    },
  })

  rule(
    '15.2',
    'a client that has the description gets 304 while it is unchanged',
    table(
      ['If-None-Match', 'Cache-Control', 'status'],
      [
        ['TAG', 'max-age=0', 304],
        ['W/TAG', 'max-age=0', 304],
        ['"other", TAG', 'max-age=0', 304],
        ['*', 'max-age=0', 304],
        ['"other"', 'max-age=0', 200],
        // The header that `fetch` sends with a tag that its caller has kept.
        ['TAG', 'no-cache', 304],
      ],
      async (sent, caching, status) => {
        const { ask, raw, origin } = await overHttp()
        const { etag = '' } = (await ask('GET', '/openapi.json')).headers
        const tags = sent.replace('TAG', etag)
        const [answer] = await raw(
          `GET /openapi.json HTTP/1.1\r\nHost: ${new URL(origin).host}\r\nIf-None-Match: ${tags}\r\nCache-Control: ${caching}\r\nConnection: close\r\n\r\n`,
        )
        expect(answer?.status).to.equal(status)
        expect(answer?.text === '').to.equal(status === 304)
      },
    ),
  )

  rule('15.3', 'every served path and method is described, and so is every error with its status and message', {
    'the operations': () =>
      expect(operationsOf(apiDescription).map(({ method, path }) => `${method} ${path}`)).to.have.members(
        endpoints.flatMap(({ path, methods }) =>
          methods.map((method) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`),
        ),
      ),
    ...Object.fromEntries(
      Object.entries(answers).map(([code, [status, message]]) => [
        code,
        () => {
          const described = operationsOf(apiDescription).flatMap(({ operation }) => {
            const content = Object(operation.responses[status])?.content?.['application/json']
            return content?.examples?.[code]?.value ?? []
          })
          expect(described.length).to.be.above(0)
          const [first] = described
          expect(first.status).to.equal('error')
          expect(first.message.split(/[:. ]/)[0]).to.equal(message.split(/[:. ]/)[0])
        },
      ]),
    ),
  })

  rule('15.4', 'every example in the description has the described form', {
    'it is': () => expect(exampleProblems(apiDescription)).to.deep.equal([]),
    'a planted offence is found': () => {
      const path = '/api/v1/send-money'
      const planted = structuredClone({ ...apiDescription, paths: { [path]: apiDescription.paths[path] ?? {} } })
      Object(planted.paths[path]?.post?.requestBody?.content['application/json']?.example).amount = '5000'
      expect(exampleProblems(planted)).to.have.length(1)
    },
  })
})
