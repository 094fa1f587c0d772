import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { openProcesses } from '../../../fixtures/processes.ts'
import { startProxy } from '../../../fixtures/proxies.ts'
import { selfSigned } from '../../../fixtures/selfSigned.ts'
import { rule } from '../../../rule.ts'

describe('105 Payments through the gateway: nodes behind a proxy', () => {
  let node: Server
  afterEach(() => {
    node.close()
    node.closeAllConnections()
  })

  rule(
    '105.31',
    'behind the shipped `nginx` a payment without an answer in time does not take its node out',
    async () => {
      node = createServer((req, res) => {
        // A payment that takes longer than the proxy waits.
        if (req.method === 'GET') res.end()
      })
      await once(node.listen(0, '127.0.0.1'), 'listening')
      const { port } = node.address() as AddressInfo
      const certificate = selfSigned('localhost')
      const url = await startProxy(openProcesses(), {
        ...{ name: 'nginx-three-nodes', node: `http://127.0.0.1:${port}`, certificate, patience: '200ms' },
      })
      const ask = async (method: string) => {
        const sent = request(`${url}/livez`, { method, ca: certificate.cert, agent: false }).end()
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        answer.resume()
        return answer.statusCode
      }
      const statuses = (method: string) => Promise.all(Array.from({ length: 9 }, () => ask(method)))
      expect(new Set(await statuses('POST'))).to.deep.equal(new Set([504]))
      expect(new Set(await statuses('GET'))).to.deep.equal(new Set([200]))
    },
  )
})
