import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { openProcesses } from '../../../fixtures/processes.ts'
import { selfSigned } from '../../../fixtures/selfSigned.ts'
import { rule } from '../../../rule.ts'

type Finding = { check: string; ok: boolean; found: string }

describe('105 Payments through the gateway: weak certificates', () => {
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
      const SENTE_CONFIG = join(processes.folder, 'changed.json')
      const NODE_EXTRA_CA_CERTS = join(processes.folder, 'cert.pem')
      const written = readFileSync(live.SENTE_CONFIG ?? '', 'utf8')
      writeFileSync(SENTE_CONFIG, written.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, url), { mode: 0o600 })
      writeFileSync(NODE_EXTRA_CA_CERTS, certificate.cert)
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
