import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { payoutBatches } from '../../../../adapters/http/batches/payoutBatches.ts'
import { bodyLimits } from '../../../../adapters/http/request/body.ts'
import { endpoints } from '../../../../adapters/http/routes.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { type Gateway, openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { proxyNames, startProxy } from '../../../fixtures/proxies.ts'
import { type SelfSigned, selfSigned } from '../../../fixtures/selfSigned.ts'
import { reached } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

type Request = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> }

describe('105 Payments through the gateway: behind the proxies shipped with sente', () => {
  let processes: Processes
  let here: Here
  let certificate: SelfSigned
  let gateway: Gateway
  let direct: string
  let env: Record<string, string>
  const urls: Record<string, string> = {}
  before(async () => {
    processes = openProcesses()
    here = openHere(processes)
    certificate = selfSigned('localhost')
    env = {
      ...(await here.startNetworks()),
      SENTE_PUBLIC_URL: `https://localhost:${await freePort()}`,
      SENTE_CALLBACK_SECRET: 'a callback secret for tests, long',
    }
    gateway = processes.serve(env)
    direct = await gateway.url
    for (const name of proxyNames) urls[name] = await startProxy(processes, { name, node: direct, certificate })
  })
  after(async () => {
    await here.close()
    await processes.close()
  })

  /** An example for each proxy. */
  const through = (examples: Record<string, (proxy: string) => Promise<unknown>>) =>
    Object.fromEntries(
      proxyNames.flatMap((name) =>
        Object.entries(examples).map(([title, example]) => [`${name}: ${title}`, () => example(urls[name] ?? '')]),
      ),
    )

  /** Asks over TLS, trusting the proxy's certificate alone, or in clear. */
  async function ask(url: string, { method = 'GET', body, headers = {} }: Request = {}) {
    if (url.startsWith('http:')) {
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
      const { status, headers: given } = response
      const link = given.get('link') ?? undefined
      return { status, link, id: given.get('request-id') ?? '', text: await response.text() }
    }
    const sent = request(url, { method, headers, ca: certificate.cert, agent: false })
    // A large body may be refused, and its connection closed, before all of it was sent.
    sent.on('error', () => {})
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode,
      link: response.headers.link as string | undefined,
      id: String(response.headers['request-id']),
      text: await text(response),
    }
  }

  rule(
    '105.24',
    'every endpoint of the gateway but `/readyz` is reached through the proxy, with the same answer',
    through({
      'each as without the proxy': async (proxy) => {
        for (const { path } of endpoints) {
          if (path === '/readyz') continue
          const place = path.replace(/:\w+/g, 'not_found')
          const [through, without] = [await ask(`${proxy}${place}`), await ask(`${direct}${place}`)]
          expect([place, through.status]).to.deep.equal([place, without.status])
          expect([place, through.link]).to.deep.equal([place, without.link])
        }
      },
      'monitoring is for the machine itself': async (proxy) => {
        expect((await ask(`${proxy}/readyz`)).status).to.equal(404)
        expect((await ask(`${direct}/readyz`)).status).to.equal(200)
      },
      'a body that is too large, in the form of all answers': async (proxy) => {
        const { secretKey } = await here.openAccount(env)
        const asked = { method: 'POST', body: 'x'.repeat(20_000), headers: { Authorization: `Bearer ${secretKey}` } }
        const through = await ask(`${proxy}/api/v1/send-money`, asked)
        expect([through.status, JSON.parse(through.text).status]).to.deep.equal([413, 'error'])
      },
    }),
  )

  rule(
    '105.25',
    'the links of error answers work through the proxy',
    through({
      'the pages': async (proxy) => {
        // With a wrong key it might have been asked too often before.
        const { status, link = '' } = await ask(`${proxy}/api/v1/nothing`)
        expect(status).to.equal(404)
        const paths = [...link.matchAll(/<([^>#]+)[^>]*>/g)].map(([, path = '']) => path)
        expect(paths).to.include('/errors/not_found')
        for (const path of [...paths, '/reference', '/openapi.json', '/rulebook'])
          expect([path, (await ask(new URL(path, proxy).href)).status]).to.deep.equal([path, 200])
      },
    }),
  )

  rule(
    '105.26',
    'the doctor and the networks reach the gateway through the proxy',
    through({
      callbacks: async (proxy) => {
        const extra = join(processes.folder, 'nginx', 'cert.pem')
        const through = { ...env, SENTE_PUBLIC_URL: proxy, NODE_EXTRA_CA_CERTS: extra }
        const { stdout } = await processes.sente(['doctor', '--json'], through)
        const { findings } = JSON.parse(stdout) as { findings: { check: string; found: string }[] }
        const of = (check: string) => findings.find((finding) => finding.check === check)
        const found = `${proxy} answers, its certificate is valid until 2049-12-31`
        expect(of('public address')).to.deep.equal({ check: 'public address', ok: true, found })
        const callbacks = of('simulated-airtel: callbacks')?.found ?? ''
        expect(callbacks).to.match(/^https:/)
        expect((await ask(callbacks, { method: 'POST', body: '{}' })).status).to.equal(200)
      },
    }),
  )

  rule(
    '105.27',
    'the proxy speaks TLS only',
    through({
      'a request in clear': async (proxy) => {
        const { status } = await ask(proxy.replace('https', 'http')).catch(() => ({ status: 0 }))
        expect(status).to.equal(400)
      },
    }),
  )

  rule(
    '105.28',
    'a client is known by the address of its connection to the proxy, whatever it claims',
    through({
      'a header that names another': async (proxy) => {
        // Of refused requests without an account only a sample is logged.
        const { secretKey } = await here.openAccount(env)
        const headers = { Authorization: `Bearer ${secretKey}`, 'X-Forwarded-For': '203.0.113.9' }
        const asked = [
          await ask(`${proxy}/api/v1/balances`, { headers }),
          await ask(`${direct}/api/v1/balances`, { headers }),
        ]
        const clients = () => asked.map(({ id }) => loggedAs(id)?.client)
        await reached('the log has both', () => !clients().includes(undefined))
        expect(clients()).to.deep.equal(['127.0.0.1', '203.0.113.9'])
      },
    }),
  )

  rule(
    '105.29',
    'a body of any size is passed on as it comes, so that only sente refuses large ones',
    through({
      'the largest that each endpoint takes, and one byte more': async (proxy) => {
        const { secretKey } = await here.openAccount(env)
        const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
        for (const { path, methods } of endpoints) {
          const place = path.replace(/:\w+/g, 'not_found')
          const largest = path === payoutBatches.path ? bodyLimits.batch : bodyLimits.usual
          for (const method of methods.filter((one) => one !== 'GET')) {
            for (const bytes of [largest, largest + 1]) {
              const asked = { method, headers, body: JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) }) }
              const [through, without] = [await ask(`${proxy}${place}`, asked), await ask(`${direct}${place}`, asked)]
              expect([method, place, bytes, through.status]).to.deep.equal([method, place, bytes, without.status])
              const isRefused = through.status === 413
              if (isRefused) expect(JSON.parse(through.text)).to.include({ status: 'error' })
              if (path === payoutBatches.path) expect(isRefused).to.equal(bytes > largest)
            }
          }
        }
      },
      'the largest form that pages take': async (proxy) => {
        const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Sec-Fetch-Site': 'same-origin' }
        const asked = { method: 'POST', headers, body: 'x'.repeat(2 * 1_024 * 1_024) }
        const { status } = await ask(`${proxy}/dashboard/batches/new/check`, asked)
        expect(status).to.equal(303)
      },
      'answered before it is complete, and kept in no file': async (proxy) => {
        const headers = { Authorization: 'Bearer sente_sk_nobody', 'Content-Length': '1000000' }
        const url = `${proxy}/api/v1/payout-batches`
        const begin = async () => {
          const sent = request(url, { method: 'POST', headers, ca: certificate.cert, agent: false })
          sent.write('x'.repeat(500_000))
          const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage]
          const files = readdirSync(processes.folder, { recursive: true, withFileTypes: true })
          sent.destroy()
          expect(files.filter((file) => file.isFile() && file.parentPath.includes('temp-'))).to.deep.equal([])
          return statusCode
        }
        let status = await begin()
        // Wrong keys of the examples before count for a second or two.
        for (let times = 0; status === 429 && times < 9; times += 1) {
          await setTimeout(1_000)
          status = await begin()
        }
        expect(status).to.equal(401)
      },
    }),
  )

  /** The log's line about a request. */
  function loggedAs(id: string): Record<string, unknown> | undefined {
    const line = gateway
      .stdout()
      .split('\n')
      .find((text) => text.includes(id))
    return line === undefined ? undefined : JSON.parse(line)
  }
})
