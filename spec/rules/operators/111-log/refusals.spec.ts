import { expect } from 'chai'
import { type SinonFakeTimers, useFakeTimers } from 'sinon'
import { refusalSample } from '../../../../adapters/http/server/refusalSample.ts'
import { rule } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

const info = 30
const debug = 20

/** The log's lines as objects. */
const linesOf = ({ lines }: Api): Record<string, unknown>[] => lines.map((line) => JSON.parse(line))

const levelsOf = (api: Api) => linesOf(api).map(({ level }) => level)

/** The answer to each kind of request without a known caller. */
const kinds: Record<string, readonly [status: number, send: (api: Api) => Promise<unknown>]> = {
  'a path that is not served': [404, ({ ask }) => ask('GET', '/somewhere')],
  'a forbidden method': [405, ({ ask }) => ask('PUT', '/api/v1/send-money')],
  'an unknown method': [405, ({ raw }) => raw('FOO /api/v1/send-money HTTP/1.1\r\n\r\n')],
  'bytes that are not a request': [400, ({ raw }) => raw('noise\r\n\r\n')],
  'a request without a host': [400, ({ raw }) => raw('GET /x HTTP/1.1\r\nConnection: close\r\n\r\n')],
  'a request with an unclear end': [
    400,
    ({ raw }) => raw('POST /x HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  'headers that are too large': [
    431,
    ({ raw }) => raw(`GET /x HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`),
  ],
}

describe('111 The log of requests: refusals before the caller is known', () => {
  let clock: SinonFakeTimers | undefined
  afterEach(() => {
    clock?.restore()
  })

  rule(
    '111.9',
    'ten of the requests refused before the caller is known are logged for each client network in ten seconds, the others at level debug',
    Object.fromEntries(
      Object.entries(kinds).map(([name, [status, send]]) => [
        name,
        async () => {
          const api = await overHttp()
          for (let time = 0; time < 12; time++) await send(api)
          expect(levelsOf(api)).to.deep.equal([...Array(10).fill(info), debug, debug])
          for (const line of linesOf(api)) expect(line).to.include({ status, client: '127.0.0.1' })
        },
      ]),
    ),
  )

  rule('111.10', 'all kinds count together, by the client network that a trusted proxy names', async () => {
    const api = await overHttp()
    for (const [, send] of [...Object.values(kinds), ...Object.values(kinds)]) await send(api)
    expect(levelsOf(api).filter((level) => level === info)).to.have.length(10)
    api.lines.splice(0)
    await api.look('/nothing', { 'x-forwarded-for': '192.0.2.7' })
    expect(linesOf(api)[0]).to.include({ level: info, client: '192.0.2.7' })
  })

  rule('111.11', 'they change no line about an account, and no answer to it', async () => {
    const api = await overHttp()
    for (let time = 0; time < 20; time++) await api.ask('GET', '/somewhere')
    expect((await api.ask('GET', '/somewhere')).status).to.equal(404)
    api.lines.splice(0)
    expect((await api.post('send-money', api.bodies['send-money'])).status).to.equal(201)
    expect((await api.look('/transactions/nothing')).status).to.equal(404)
    expect(levelsOf(api)).to.deep.equal([info, info])
  })

  rule(
    '111.12',
    'a hundred from all client networks together are logged, and then one line says how many were left out',
    () => {
      clock = useFakeTimers()
      const logLines: unknown[] = []
      const log = { info: (line: object, text: string) => logLines.push([line, text]) }
      const sample = refusalSample(log as unknown as Parameters<typeof refusalSample>[0])
      const logged = Array.from({ length: 300 }, (_, index) => sample(`192.0.2.${index % 250}`)).filter(Boolean)
      expect(logged).to.have.length(100)
      clock.tick(9_999)
      expect(logLines).to.deep.equal([])
      clock.tick(1)
      expect(logLines).to.deep.equal([[{ left_out: 200, seconds: 10 }, 'requests left out']])
      expect(sample('192.0.2.1')).to.equal(true)
      clock.tick(60_000)
      expect(logLines).to.have.length(1)
    },
  )
})
