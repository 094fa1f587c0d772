import { expect } from 'chai'
import type { Way as Kind } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { dialects } from './dialects.ts'
import { faults } from './faultTable.ts'
import type { FaultyGateway } from './faultyGateway.ts'
import { withFaultyGateway } from './faultyGateway.ts'
import type { FaultyNetwork } from './faultyNetwork.ts'
import { fees, fourEyes, payLineThrough, refundThrough } from './payOthersThrough.ts'
import { codeOf, everywhere } from './payThrough.ts'
import { stateFaults } from './statedFaults.ts'

describe('Faults of the networks', () => {
  stateFaults(false)

  test(
    'a refund comes to the same as a payout, holds what is left of its collection, and gives back its fee in the end',
    others(refundThrough),
  )

  test(
    'a line of a batch comes to the same as a payout, and ends its batch, whose keys may be revoked meanwhile',
    others(payLineThrough),
  )

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

/** One fault of each verdict, on one network or the other. */
function others(payThrough: typeof refundThrough): Record<string, () => Promise<void>> {
  const tried = [
    'the connection is refused',
    'the answer is a documented refusal, from MTN with 500',
    'the connection is reset after the whole request',
    'the answer is 500 for a business reason',
    'the answer is 503',
  ]
  const rows = faults.filter(([name]) => tried.includes(name))
  const examples = rows.map(([name, trouble, verdict], index) => {
    const dialect = dialects[index % dialects.length]
    if (!dialect) throw new Error('there is no network')
    return [
      name,
      () => withFaultyGateway(dialect, trouble, (gateway) => payThrough(gateway, verdict), { fees, fourEyes }),
    ] as const
  })
  return Object.fromEntries(examples)
}

/** Pays, lets the network do something to its idle connections, and pays again. */
async function payAfter({ network, pay }: FaultyGateway, kind: Kind, disturb: (network: FaultyNetwork) => unknown) {
  expect(codeOf(await pay(kind))).to.equal('201')
  expect(await disturb(network)).to.be.above(0)
  expect(codeOf(await pay(kind, 'order-2'))).to.equal('201')
  expect(network.seen).to.include({ submission: 2, enquiry: 0 })
  expect([...network.tried.values()]).to.deep.equal([1, 1])
}
