import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { endpoints } from '../../../../adapters/http/routes.ts'
import { findNginx } from '../../../../examples/threeNodes/nginx.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { type SelfSigned, selfSigned } from '../../../fixtures/selfSigned.ts'
import { until } from '../../../postgres/nodes/until.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'

const documented = join(projectFolder, 'docs', 'operating', 'proxy')

type Request = { readonly method?: string; readonly body?: string; readonly headers?: Record<string, string> }

describe('105 Payments through the gateway: behind the documented proxy', function () {
  this.timeout(60_000)
  let processes: Processes
  let certificate: SelfSigned
  let direct: string
  let proxy: string
  let env: Record<string, string>
  before(async () => {
    processes = openProcesses()
    certificate = selfSigned('localhost')
    const port = await freePort()
    proxy = `https://localhost:${port}`
    env = {
      ...(await processes.startNetworks()),
      SENTE_PUBLIC_URL: proxy,
      SENTE_CALLBACK_SECRET: 'a callback secret for tests, long',
    }
    direct = await processes.serve(env).url
    await startProxy({ port, node: new URL(direct).host })
  })
  after(() => processes.close())

  /** Starts nginx with the documented files, in which only ports, the certificate and the name are changed. */
  async function startProxy({ port, node }: { port: number; node: string }) {
    const folder = join(processes.folder, 'proxy')
    mkdirSync(folder)
    for (const [name, content] of Object.entries({ 'cert.pem': certificate.cert, 'key.pem': certificate.key }))
      writeFileSync(join(folder, name), content, { mode: 0o600 })
    const conf = readFileSync(join(documented, 'nginx.conf'), 'utf8')
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('127.0.0.1:3000', node)
      .replace(/\S+fullchain\.pem/, join(folder, 'cert.pem'))
      .replace(/\S+privkey\.pem/, join(folder, 'key.pem'))
    writeFileSync(join(folder, 'nginx.conf'), conf)
    copyFileSync(join(documented, 'sente.conf'), join(folder, 'sente.conf'))
    const program = findNginx(process.env.PATH ?? '')
    const nginx = processes.serve({}, [program, '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'])
    await until('nginx answers', async () => {
      if (nginx.child.exitCode !== null) throw new Error(`nginx did not start: ${nginx.stderr()}`)
      return ask(`${proxy}/livez`).then(
        () => true,
        () => false,
      )
    })
  }

  /** Asks over TLS, trusting the proxy's certificate alone, or in clear. */
  async function ask(url: string, { method = 'GET', body, headers = {} }: Request = {}) {
    if (url.startsWith('http:')) {
      const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
      return { status: response.status, link: response.headers.get('link') ?? undefined, text: await response.text() }
    }
    const sent = request(url, { method, headers, ca: certificate.cert, agent: false })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return {
      status: response.statusCode,
      link: response.headers.link as string | undefined,
      text: await text(response),
    }
  }

  rule('105.24', 'every endpoint of the gateway but `/readyz` is reached through the proxy, with the same answer', {
    'each as without the proxy': async () => {
      for (const { path } of endpoints) {
        if (path === '/readyz') continue
        const place = path.replace(/:\w+/g, 'not_found')
        const [through, without] = [await ask(`${proxy}${place}`), await ask(`${direct}${place}`)]
        expect([place, through.status]).to.deep.equal([place, without.status])
        expect([place, through.link]).to.deep.equal([place, without.link])
      }
    },
    'monitoring is for the machine itself': async () => {
      expect((await ask(`${proxy}/readyz`)).status).to.equal(404)
      expect((await ask(`${direct}/readyz`)).status).to.equal(200)
    },
    'a body that is too large, in the form of all answers': async () => {
      const { secretKey } = await processes.openAccount(env)
      const request = { method: 'POST', body: 'x'.repeat(20_000), headers: { Authorization: `Bearer ${secretKey}` } }
      const through = await ask(`${proxy}/api/v1/send-money`, request)
      expect([through.status, JSON.parse(through.text).status]).to.deep.equal([413, 'error'])
    },
  })

  rule('105.25', 'what an error answer links to is there through the proxy', async () => {
    const { status, link = '' } = await ask(`${proxy}/api/v1/balances`)
    expect(status).to.equal(401)
    const paths = [...link.matchAll(/<([^>#]+)[^>]*>/g)].map(([, path = '']) => path)
    expect(paths).to.include('/errors/invalid_secret_key')
    for (const path of [...paths, '/reference', '/openapi.json', '/rulebook'])
      expect([path, (await ask(new URL(path, proxy).href)).status]).to.deep.equal([path, 200])
  })

  rule('105.26', 'the doctor and the networks reach the gateway through the proxy', async () => {
    const extra = join(processes.folder, 'proxy', 'cert.pem')
    const { stdout } = await processes.sente(['doctor', '--json'], { ...env, NODE_EXTRA_CA_CERTS: extra })
    const { findings } = JSON.parse(stdout) as { findings: { check: string; found: string }[] }
    const of = (check: string) => findings.find((finding) => finding.check === check)
    expect(of('public address')).to.deep.equal({ check: 'public address', ok: true, found: `${proxy} answers` })
    const callbacks = of('simulated-airtel: callbacks')?.found ?? ''
    expect(callbacks).to.match(/^https:/)
    expect((await ask(callbacks, { method: 'POST', body: '{}' })).status).to.equal(200)
  })

  rule('105.27', 'the proxy speaks TLS only', async () => {
    const { status } = await ask(proxy.replace('https', 'http')).catch(() => ({ status: 0 }))
    expect(status).to.equal(400)
  })
})
