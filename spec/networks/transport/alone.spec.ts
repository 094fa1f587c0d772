import { expect } from 'chai'
import type { Enquired } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import {
  collection as airtelCollection,
  payout as airtelPayout,
  overAirtel,
  said,
  withAirtel,
} from '../airtelScript.ts'
import { overMtn, type Reply, type ScriptedNetwork, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const payout = transactionOf()
const unknown = { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'x' } }
const open = ({ settings }: ScriptedNetwork) => overMtn(settings)

describe('Common to the networks: enquiries on a connection of their own', () => {
  test('an enquiry answered on a used connection without a payment’s id is made again on a connection of its own', {
    MTN: () =>
      withNetwork({ enquiry: reported }, async (network) => {
        const { enquire } = open(network)
        await expectSecond(() => enquire(payout), network)
      }),
    'MTN, about a collection, with null for the id': () =>
      withNetwork({ enquiry: (nth) => reported(nth, { externalId: null }) }, async (network) => {
        const { enquire } = open(network)
        await expectSecond(() => enquire(transactionOf({ kind: 'collection' })), network)
      }),
    Airtel: () =>
      withAirtel({ enquiry: reportedByAirtel }, async (network) => {
        const { enquire } = overAirtel(network.settings)
        await expectSecond(() => enquire(airtelPayout), network)
      }),
    'Airtel, about a collection': () =>
      withAirtel({ enquiry: reportedByAirtel }, async (network) => {
        const { enquire } = overAirtel(network.settings)
        await expectSecond(() => enquire(airtelCollection), network)
      }),
  })

  test('an answer on a connection of its own counts as usual', () =>
    withNetwork({ enquiry: (nth) => reported(nth, nth === 3 ? { externalId: 'another' } : {}) }, async (network) => {
      const { enquire } = open(network)
      await enquire(payout)
      expect(await enquire(payout)).to.have.property('outcome', 'mismatch')
    }))

  test('an enquiry that names its payment, or does not know it, is made once', async () => {
    const named = { status: 200, body: { externalId: payout.id, status: 'PENDING' } }
    for (const reply of [named, unknown, { status: 503 }]) {
      await withNetwork({ enquiry: (nth) => (nth === 1 ? named : reply) }, async (network) => {
        const { enquire } = open(network)
        await enquire(payout)
        await enquire(payout)
        expect(network.enquiries).to.have.length(2)
      })
    }
  })
})

/** MTN's answer to the nth enquiry: only the third, on a connection of its own, says that it failed. */
function reported(nth: number, fields: object = {}): Reply {
  return { status: 200, body: { ...fields, status: nth === 3 ? 'FAILED' : 'SUCCESSFUL' } }
}

/** The same of Airtel. */
function reportedByAirtel(nth: number): Reply {
  return { status: 200, body: said({}, { status: nth === 3 ? 'TF' : 'TS' }) }
}

/**
 * Enquires twice: the first answer counts, since the connection is fresh, and so does the answer to the last request.
 */
async function expectSecond(
  enquire: () => Promise<Enquired>,
  network: Pick<ScriptedNetwork, 'enquiries' | 'connections' | 'tokens'>,
) {
  expect(await enquire()).to.have.property('outcome', 'succeeded')
  expect(await enquire()).to.have.property('outcome', 'declined')
  const kept = network.enquiries.map(({ headers }) => headers.connection)
  expect(kept).to.deep.equal(['keep-alive', 'keep-alive', 'close'])
  expect(network.connections.length - network.tokens.length).to.equal(2)
}
