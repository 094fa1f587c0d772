import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { damagePage } from '../../../attacks/diskAndClock/damagedPages.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { selfSigned } from '../../../fixtures/selfSigned.ts'
import { rule } from '../../../rule.ts'

type Finding = { check: string; ok: boolean; found: string; fix?: string }

describe('105 Payments through the gateway: the doctor’s advice', () => {
  let here: Here
  beforeEach(() => {
    here = openHere()
  })

  /** The errors that the doctor finds. */
  async function wrong(env: Record<string, string>): Promise<Finding[]> {
    const { stdout } = await here.sente(['doctor', '--json'], env)
    return JSON.parse(stdout).findings.filter(({ ok }: Finding) => !ok)
  }

  rule(
    '105.23',
    'for a damaged database the doctor advises a restore, and for another gateway’s database another `DATABASE_URL`',
    {
      'a damaged one': async () => {
        const live = await here.startNetworks()
        await here.sente(['migrate'], live)
        const path = (live.DATABASE_URL ?? '').replace('sqlite:', '')
        damagePage(path, 'header')
        const fix =
          'if it is the database of this gateway, it is damaged: stop the server, keep all the files, and restore a backup'
        const runbook = 'docs/operating/incidents/damaged-database.md'
        const found = `${path} is not a SQLite database`
        expect(await wrong(live)).to.deep.equal([{ check: 'database', ok: false, found, fix, runbook }])
      },
      'a sandbox’s': async () => {
        await here.serve().url
        const live = { ...(await here.startNetworks()), DATABASE_URL: here.environment.DATABASE_URL }
        const [finding] = await wrong(live)
        expect(finding?.fix).to.include('set DATABASE_URL to a database of this gateway')
      },
    },
  )

  rule('105.32', 'the doctor names each certificate that Node 24 refuses: a key of 1,024 bits', {
    '1,024 bits': async () => {
      const { found, url } = await foundWith(1_024)
      const refused = `Node 24 and later refuse the certificate of ${url}: EE certificate key too weak`
      const names = ['public address', 'simulated-airtel: certificate', 'simulated-mtn: certificate']
      expect(found).to.deep.equal(names.map((check) => ({ check, ok: true, found: refused })))
    },
    '2,048 bits': async () => expect((await foundWith(2_048)).found).to.deep.equal([]),
  })

  /** The findings about Node 24 with a key of so many bits at the public address and at all networks. */
  async function foundWith(rsaBits: number) {
    const processes = openProcesses()
    const certificate = selfSigned('localhost', undefined, { rsaBits })
    const options = { ...certificate, ciphers: 'DEFAULT:@SECLEVEL=0' }
    const server = createServer(options, (_, answer) => answer.end('{}')).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const url = `https://localhost:${(server.address() as AddressInfo).port}`
      const live = await processes.startNetworks()
      const [SENTE_CONFIG, NODE_EXTRA_CA_CERTS] = ['changed.json', 'cert.pem'].map((name) =>
        join(processes.folder, name),
      )
      const written = readFileSync(live.SENTE_CONFIG ?? '', 'utf8')
      writeFileSync(String(SENTE_CONFIG), written.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url), { mode: 0o600 })
      writeFileSync(String(NODE_EXTRA_CA_CERTS), certificate.cert)
      const SENTE_CALLBACK_SECRET = 'a callback secret for tests, long'
      const env = { ...live, SENTE_CONFIG, NODE_EXTRA_CA_CERTS, SENTE_CALLBACK_SECRET, SENTE_PUBLIC_URL: url }
      const { stdout } = await processes.sente(['doctor', '--json'], env)
      const about = JSON.parse(stdout).findings.filter(({ found }: Finding) => found.startsWith('Node 24'))
      return { url, found: about.map(({ check, ok, found }: Finding) => ({ check, ok, found })) }
    } finally {
      server.closeAllConnections()
      server.close()
      await processes.close()
    }
  }
})
