import { expect } from 'chai'
import { selfSigned } from '../../fixtures/selfSigned.ts'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { hiddenPayment, oddRequests, refusedChunks, refusedRequests } from './clients/ambiguousRequests.ts'
import { lookUpBytes } from './clients/merchant.ts'
import { openWire } from './clients/wire.ts'

describe('Hostile clients: where a request ends behind a proxy', () => {
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway()
  })
  after(() => gateway.close())

  const attacks = Object.entries({ ...refusedRequests, ...refusedChunks, ...oddRequests })

  test('whatever two parsers may see differently, the next client through the proxy gets its own answers', {
    nginx: () => attackThrough('nginx'),
    Caddy: () => attackThrough('caddy'),
  })

  async function attackThrough(proxy: string): Promise<void> {
    const url = await gateway.proxied(proxy, selfSigned('localhost'))
    const other = await gateway.openAccount(7_777)
    const direct = await openWire(gateway.url)
    const own = (await direct.ask(lookUpBytes(other, '/balances')))?.text
    direct.breakOff()
    expect(own).to.include('7777')
    for (const [index, [name, attack]] of attacks.entries()) {
      const reference = `${proxy}-${index}`
      const wire = await openWire(url)
      const farewell = lookUpBytes(gateway.demo, '/balances').replace('\r\n', '\r\nConnection: close\r\n')
      await wire.write(toProxy(attack(gateway.demo, hiddenPayment(gateway.demo, reference)) + farewell))
      wire.finish()
      // A proxy that reads a hidden request as its client's own passes it on as such.
      const answers = await wire.untilClosed()
      expect(answers.length, name).to.be.at.most(3)
      const next = await openWire(url)
      const answer = await next.ask(toProxy(lookUpBytes(other, '/balances')))
      next.finish()
      expect([answer?.status, name, answer?.text]).to.deep.equal([200, name, own])
    }
    expect(await gateway.faults()).to.deep.equal([])
  }
})

/** Caddy answers requests for another host itself. */
function toProxy(bytes: string): string {
  return bytes.replaceAll(/Host: [^\r\n]+/g, 'Host: localhost')
}
