import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import { type NodesBooks, readBooks } from '../../../postgres/nodes/books.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { until } from '../../../postgres/nodes/until.ts'
import { rule } from '../../../rule.ts'

/** How many a merchant makes. */
const payments = 10

describe('116 Several nodes: what they ask the networks', function () {
  this.timeout(180_000)
  let schema: Schema
  let nodes: Nodes
  /** The books of merchants whose payments have all ended, by the number that they pay; they pay at the same time. */
  const ends = new Map<string, Promise<NodesBooks>>()
  before(async () => {
    schema = await makeSchema()
    nodes = await openNodes(schema)
    // Every node looks for what is due several times meanwhile.
    nodes.relay.slowEnquiriesBy(1_500)
    for (const [network, number] of [
      ['AIRTEL', '990471'],
      ['MTN', '990477'],
      ['MTN', '990475'],
    ] as const) {
      const end = untilEnded(network, number)
      end.catch(() => undefined)
      ends.set(number, end)
    }
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
  })

  /** Opens payouts and collections that succeed, as many of either, over all nodes, and waits until they have ended. */
  async function untilEnded(network: string, number: string): Promise<NodesBooks> {
    const { accountId, ...keys } = await nodes.openAccount(1_000_000)
    const requests = Array.from({ length: payments }, async (_, index) => {
      const path = index % 2 === 0 ? 'send-money' : 'collect-money'
      const url = nodes.urls[index % nodes.urls.length] ?? ''
      const payment = {
        path,
        reference: `order-${index}`,
        amount: 1_000,
        network,
        phone_number: `2567${network === 'MTN' ? 7 : 5}0${number}`,
      }
      expect((await pay({ url }, keys, payment)).status).to.equal(201)
    })
    await Promise.all(requests)
    await until('all have succeeded', async () => {
      const { transactions } = await readBooks(schema.path, accountId)
      const states = transactions.map(({ state }) => state)
      expect(states).to.have.length(payments).and.not.include('failed')
      return states.every((state) => state === 'succeeded')
    })
    return readBooks(schema.path, accountId)
  }

  async function settledOnce(number: string) {
    const books = await ends.get(number)
    expect(books?.audit).to.include({ ok: true })
    expect(books?.balances[0]).to.include({ availableMinor: 1_000_000n, heldMinor: 0n })
    return books?.transactions.map(({ providerId }) => providerId) ?? []
  }

  async function askedAboutOnce(number: string) {
    const ids = await settledOnce(number)
    expect(ids.map((id) => nodes.relay.enquiries.get(id))).to.deep.equal(Array(payments).fill(1))
  }

  rule('116.5', 'a payment is asked about by one node at a time, and settled once', {
    'it was in doubt, and the node that opened it asks': () => askedAboutOnce('990471'),
    'it is due, and every node may ask': () => askedAboutOnce('990477'),
    'its network calls every node back at once': () => settledOnce('990475'),
  })
})
