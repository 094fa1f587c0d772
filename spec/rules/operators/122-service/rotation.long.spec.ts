import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { mtnAccess } from '../../../../adapters/simulator/mtn/access.ts'
import { findNginx } from '../../../../examples/threeNodes/nginx.ts'
import { askFor, type PaymentRequest } from '../../../attacks/crashes/load/merchant.ts'
import { freePort } from '../../../fixtures/freePort.ts'
import { blocksOf } from '../../../fixtures/livePage.ts'
import { makeSchema, onServer, type Schema, serverPath } from '../../../fixtures/postgres/postgres.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { type SelfSigned, selfSigned } from '../../../fixtures/selfSigned.ts'
import { reached } from '../../../fixtures/until.ts'
import { times } from '../../../night.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

const page = blocksOf(textOf('docs/operating/rotation.md'))

const values: Readonly<Record<string, string>> = {
  OLD_PIN_KEY: 'a PIN key for tests, long enough.',
  NEW_PIN_KEY: '7c3f0a9e51d86b24e0a1f7c95d3b8264',
  OLD_WEBHOOK_KEY: 'b81d64f2c07a3e959d26e4f0183ca57b',
  NEW_WEBHOOK_KEY: '5d1fa8c3720be9644f96d2107ab3c85e',
}

/** The settings of each step of the page, undefined for those that a step leaves out. */
const steps = page
  .filter(({ language }) => language === 'ini')
  .map(({ text }) => ({
    ...{ SENTE_PIN_KEY_PREVIOUS: undefined, SENTE_WEBHOOK_KEY_PREVIOUS: undefined },
    ...Object.fromEntries([...text.matchAll(/^(\w+)=(\w+)$/gm)].map(([, name, value = '']) => [name, values[value]])),
  }))

const basic = (user: string, key: string) => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`

describe('122 Running as a service: changing secrets while payments run', () => {
  let schema: Schema
  let nodes: Nodes
  let path: string
  const role = `rotating_${process.pid}`
  before(async () => {
    schema = await makeSchema()
    await onServer(await serverPath(), `CREATE ROLE ${role} SUPERUSER LOGIN PASSWORD 'old'`)
    path = schema.path.replace('postgres:password', `${role}:old`)
    const settings = { SENTE_WEBHOOK_KEY: values.OLD_WEBHOOK_KEY ?? '' }
    nodes = await openNodes({ path: schema.path, count: 2, settings, wayOf: () => path })
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
    await onServer(await serverPath(), `DROP ROLE IF EXISTS ${role}`)
  })

  rule(
    '122.9',
    'the keys, the callback secret, a network’s credentials and the database’s password can be changed node by node, and no payment is lost or made twice',
    async () => {
      const urls = [...nodes.urls]
      const merchant = await nodes.openAccount(fundedUgx)
      const payments = paymentsOf(merchant, times({ night: 600, day: 300 }))
      const trials = paymentsOf(merchant, 24, 600).filter(({ order }) => order.kind === 'payout')
      const judge = judgeOf(nodes, [...payments, ...trials])
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      const load = loadOver(urls, payments)
      const untried = trials.values()

      /** Restarts both nodes, one after the other; after each, both make a payout at once. */
      async function roll(settings: Readonly<Record<string, string | undefined>>) {
        for (const node of [0, 1]) {
          const before = answered()
          await reached('payments go on', () => answered() >= Math.min(before + 30, payments.length))
          urls[node] = await nodes.restart(node, settings)
          nodes.relay.callBackTo(urls)
          for (const url of urls) {
            const trial = untried.next().value as PaymentRequest
            trial.times += 1
            trial.known = await askFor(url, trial)
            expect(trial.known).to.include({ is: 'opened' })
          }
        }
      }

      const { apiUser, apiKey } = mtnAccess.disbursement
      nodes.relay.takeFor(basic(apiUser, 'a new key'), basic(apiUser, apiKey))
      const [known, used, alone] = steps
      await roll({ ...known })
      await roll({ ...used, SIMULATED_MTN_DISBURSEMENT_API_KEY: 'a new key' })
      nodes.relay.takeFor(basic(apiUser, apiKey), undefined)
      const alter = page.find(({ language }) => language === 'sql')?.text ?? ''
      await onServer(await serverPath(), alter.replace('ROLE sente', `ROLE ${role}`).replace('NEW_PASSWORD', 'new'))
      path = path.replace(`${role}:old`, `${role}:new`)
      await roll({ ...alone, SENTE_CALLBACK_SECRET: 'another callback secret for tests, long enough.' })
      await load
      expect(answered()).to.equal(payments.length)
      expect(await judge.inTheEnd()).to.deep.equal([])
    },
  )

  rule('122.10', 'a reload of `nginx` renews a certificate, and no request is refused meanwhile', async () => {
    const processes = openProcesses()
    try {
      const folder = join(processes.folder, 'nginx')
      mkdirSync(folder)
      const port = await freePort()
      const own = { 'cert.pem': join(folder, 'cert.pem'), 'key.pem': join(folder, 'key.pem') }
      const install = ({ cert, key }: SelfSigned) => {
        writeFileSync(own['cert.pem'], cert)
        writeFileSync(own['key.pem'], key)
      }
      const conf = textOf('ops/nginx/nginx.conf')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replace(/\S+fullchain\.pem/, own['cert.pem'])
        .replace(/\S+privkey\.pem/, own['key.pem'])
      writeFileSync(join(folder, 'nginx.conf'), conf)
      writeFileSync(join(folder, 'sente.conf'), textOf('ops/nginx/sente.conf'))
      const upstream = textOf('ops/nginx/upstream.conf')
      const gateway = processes.serve()
      writeFileSync(join(folder, 'upstream.conf'), upstream.replace('127.0.0.1:3000', new URL(await gateway.url).host))
      const [first, second] = [selfSigned('localhost'), selfSigned('localhost')]
      install(first)
      const run = [findNginx(process.env.PATH ?? ''), '-p', folder, '-c', join(folder, 'nginx.conf')]
      processes.serve({}, [...run, '-g', 'daemon off;'])
      await reached('nginx answers', () => served(port).then(Boolean, () => false))
      const before = await served(port)
      install(second)
      const asked = Array.from({ length: 200 }, () => served(port))
      expect(spawnSync(run[0] ?? '', [...run.slice(1), '-s', 'reload']).status).to.equal(0)
      await Promise.all(asked)
      await reached('the new certificate is served', async () => (await served(port)) !== before)
    } finally {
      await processes.close()
    }
  })
})

/** Asks the gateway through nginx, and resolves with the fingerprint of its certificate; rejects without an answer of 200. */
function served(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`https://localhost:${port}/livez`, { rejectUnauthorized: false, agent: false })
    asked.once('error', reject)
    asked.once('response', (response) => {
      const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate()
      response.resume()
      if (response.statusCode === 200) resolve(fingerprint256)
      else reject(new Error(`it answered ${response.statusCode}`))
    })
    asked.end()
  })
}
