import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { expect } from 'chai'
import { systemClock } from '../../../adapters/node/node.ts'
import { mtnMomo } from '../../../adapters/providers/mtn/mtnMomo.ts'
import { connectedAgents } from '../../../adapters/providers/transport/http/agents.ts'
import { providerHttp } from '../../../adapters/providers/transport/http/providerHttp.ts'
import { selfSigned } from '../../fixtures/selfSigned.ts'
import { test } from '../../rule.ts'
import { settingsFor, soon, transactionOf } from '../scriptedNetwork.ts'

const payout = transactionOf()

describe('Common to the networks: over TLS', () => {
  test('over TLS, stray bytes and refusals are distinguished from answers in the same way', async () => {
    const certificate = selfSigned('localhost')
    const connections: Socket[] = []
    const requests: string[] = []
    const server = createServer(certificate, (request, response) => {
      const { method, url = '' } = request.resume()
      if (url.includes('token')) {
        response.end('{"access_token":"token-1","expires_in":3600}')
        return
      }
      requests.push(`${method} on ${connections.indexOf(request.socket)}`)
      const code = method === 'GET' ? 'RESOURCE_NOT_FOUND' : 'INVALID_CURRENCY'
      const status = method === 'GET' ? 404 : requests.length === 2 ? 500 : 202
      response.writeHead(status).end(status === 202 ? '' : JSON.stringify({ code }))
    })
    server.on('secureConnection', (socket: Socket) => connections.push(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const agent = connectedAgents(60_000)
      agent.https.options.ca = certificate.cert
      const settings = settingsFor(`https://localhost:${(server.address() as AddressInfo).port}`)
      const provider = mtnMomo({ settings, http: providerHttp().extend({ agent }), clock: systemClock })
      expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
      expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'declined')
      expect(await provider.payOut(payout, soon())).to.have.property('outcome', 'accepted')
      expect(requests).to.deep.equal(['POST on 1', 'POST on 1', 'GET on 1', 'POST on 2'])
      const used = connections[2] as Socket
      used.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')
      if (!used.closed) await once(used, 'close')
    } finally {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
  })
})
