import { expect } from 'chai'
import type { Kind } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import type { FaultyGateway } from './faultyGateway.ts'
import type { FaultyNetwork } from './faultyNetwork.ts'
import { codeOf, everywhere } from './payThrough.ts'
import { stateFaults } from './statedFaults.ts'

describe('Faults of the networks', () => {
  stateFaults(false)

  test(
    'an idle connection that the network closes is not used again, and the next payment is sent once on another',
    everywhere({}, (gateway, kind) => payAfter(gateway, kind, ({ endConnections }) => endConnections('end'))),
  )

  test(
    'a reset after the network’s answer changes neither that answer nor the next payment',
    everywhere({}, (gateway, kind) =>
      payAfter(gateway, kind, ({ endConnections }) => endConnections('resetAndDestroy')),
    ),
  )

  test(
    'an unsolicited answer on an idle connection is not taken for the answer to the next payment',
    everywhere({}, (gateway, kind) =>
      payAfter(gateway, kind, ({ sayUnasked }) => sayUnasked('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    ),
  )
})

/** Pays, lets the network do something to its idle connections, and pays again. */
async function payAfter({ network, pay }: FaultyGateway, kind: Kind, disturb: (network: FaultyNetwork) => unknown) {
  expect(codeOf(await pay(kind))).to.equal('201')
  expect(await disturb(network)).to.be.above(0)
  expect(codeOf(await pay(kind, 'order-2'))).to.equal('201')
  expect(network.seen).to.include({ submission: 2, enquiry: 0 })
  expect([...network.tried.values()]).to.deep.equal([1, 1])
}
