import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { describeApi } from '../../../../adapters/http/openapi/document.ts'
import type { Operation } from '../../../../adapters/http/openapi/operation.ts'
import { endpoints } from '../../../../adapters/http/routes.ts'
import { messages } from '../../../../adapters/http/webhooks/messages.ts'
import { answers } from '../../../answers.ts'
import { closeApis, type HttpAnswer, openApi } from '../../../fixtures/http/api.ts'
import { rule, table } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'
import { apiDescription, operationsOf } from './oracle/document.ts'
import { exampleProblems } from './oracle/examples.ts'
import { judge } from './oracle/undeclared.ts'

/** Lints a document with the recommended rules. */
function lint(document: object): { status: number | null; found: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const command = join(projectFolder, 'node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const options = { encoding: 'utf8', env, cwd: folder, timeout: 60_000 } as const
    const { status, stdout, stderr } = spawnSync('node', [command, 'lint', file, '--format', 'json'], options)
    return { status, found: stdout === '' ? stderr : stdout }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('15 The API describes itself', function () {
  this.timeout(60_000)
  afterEach(closeApis)

  rule('15.1', 'the API is described in OpenAPI 3.1, for everybody, at `/openapi.json`', {
    'without a key': async () => {
      const { ask } = await openApi()
      const answer = await ask('GET', '/openapi.json')
      expect(answer.status).to.equal(200)
      expect(answer.headers).to.include({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
      })
      expect(JSON.parse(answer.text)).to.include({ openapi: '3.1.0' })
    },
    'HEAD is answered without it': async () => {
      const { ask } = await openApi()
      const { text } = await ask('GET', '/openapi.json')
      const answer = await ask('HEAD', '/openapi.json', { 'accept-encoding': 'identity' })
      expect(answer).to.include({ status: 200, text: '' })
      expect(answer.headers['content-length']).to.equal(String(Buffer.byteLength(text)))
    },
  })

  rule(
    '15.2',
    'a client that has the description is told that it has not changed, and is not sent it again',
    table(
      ['If-None-Match', 'Cache-Control', 'status'],
      [
        ['TAG', 'max-age=0', 304],
        ['W/TAG', 'max-age=0', 304],
        ['"other", TAG', 'max-age=0', 304],
        ['*', 'max-age=0', 304],
        ['"other"', 'max-age=0', 200],
        // What `fetch` sends with a tag that its caller has kept.
        ['TAG', 'no-cache', 304],
      ],
      async (sent, caching, status) => {
        const { ask, raw, origin } = await openApi()
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

  rule('15.3', 'every path and method that is served is described, and so is every error with its status and message', {
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

  rule('15.4', 'every example in the description is of the form that the description states', {
    'it is': () => expect(exampleProblems(apiDescription)).to.deep.equal([]),
    'a planted offence is found': () => {
      const planted = JSON.parse(JSON.stringify(apiDescription))
      planted.paths['/api/v1/send-money'].post.requestBody.content['application/json'].example.amount = '5000'
      expect(exampleProblems(planted)).to.have.length(1)
    },
  })

  rule('15.5', 'a program that checks such descriptions finds no error and nothing to warn of', {
    'it is': () => {
      const { status, found } = lint(apiDescription)
      expect(JSON.parse(found).totals, found).to.deep.equal({ errors: 0, warnings: 0, ignored: 0 })
      expect(status).to.equal(0)
    },
    'a planted offence is found': () => {
      const [endpoint, ...others] = endpoints
      if (!endpoint) throw new Error('there is no endpoint')
      const planted = { ...endpoint, openapi: { ...(endpoint.openapi as Operation), summary: '' } }
      expect(JSON.parse(lint(describeApi([planted, ...others], messages)).found).totals.errors).to.be.above(0)
    },
  })

  const call = { method: 'GET', path: '/livez' }
  const alive: HttpAnswer = {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'request-id': '5b1d5f5e-7d0c-4a55-9c3a-0a4f2f1f3c11',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    },
    text: '{"status":"success","message":"Alive"}',
  }
  const { 'request-id': _, ...withoutId } = alive.headers

  const given: Record<string, [answer: HttpAnswer, problems: number]> = {
    'as declared': [alive, 0],
    'another status': [{ ...alive, status: 202 }, 1],
    'another message': [{ ...alive, text: '{"status":"success","message":"Dead"}' }, 1],
    'one more property': [{ ...alive, text: '{"status":"success","message":"Alive","since":1}' }, 1],
    'another type': [{ ...alive, headers: { ...alive.headers, 'content-type': 'text/html' } }, 1],
    'one more header': [{ ...alive, headers: { ...alive.headers, 'x-powered-by': 'y' } }, 1],
    'a header missing': [{ ...alive, headers: withoutId }, 1],
    'a header of a wrong form': [{ ...alive, headers: { ...alive.headers, 'request-id': '7' } }, 1],
  }

  rule(
    '15.6',
    'an answer with a status, a header or a body that the description does not declare fails the test that got it',
    Object.fromEntries(
      Object.entries(given).map(([name, [answer, count]]) => [
        name,
        () => expect(judge(apiDescription)(call, answer)).to.have.length(count),
      ]),
    ),
  )
})
