import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import { readBooks } from '../../../postgres/nodes/books.ts'
import { fencePoints } from '../../../postgres/nodes/fence.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { killNodes } from '../../../postgres/nodes/killings.ts'
import { accepted, batchOf, fundedUgx, loadOver, paymentsOf, refundsOf } from '../../../postgres/nodes/load.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { until } from '../../../postgres/nodes/until.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: a killed node', function () {
  this.timeout(300_000)
  let schema: Schema
  let nodes: Nodes
  beforeEach(async () => {
    schema = await makeSchema()
  })
  afterEach(async () => {
    await nodes?.close()
    await schema?.drop()
  })

  /** Opens ten payouts at one node, without waiting for the answers; resolves when the network has got that far. */
  async function tenPayouts(network: string, number: string, when: () => boolean) {
    const { accountId, ...keys } = await nodes.openAccount(1_000_000)
    const [url = ''] = nodes.urls
    for (let index = 0; index < 10; index += 1) {
      const payout = {
        reference: `order-${index}`,
        amount: 1_000,
        network,
        phone_number: `2567${network === 'MTN' ? 7 : 5}0${number}`,
      }
      pay({ url }, keys, payout).catch(() => undefined)
    }
    await until('the network has all payouts', when)
    return accountId
  }

  /** Waits until the payouts have succeeded; then nothing was sent twice, and the books are in order. */
  async function haveSucceeded(accountId: string) {
    await until('the payouts have succeeded', async () => {
      const { audit, transactions } = await readBooks(schema.path, accountId)
      expect(audit.broken).to.deep.equal([])
      expect(transactions).to.have.length(10)
      return transactions.every(({ state }) => state === 'succeeded')
    })
    const { balances } = await readBooks(schema.path, accountId)
    expect(balances[0]).to.include({ availableMinor: 990_000n, heldMinor: 0n })
    expect([...nodes.relay.submissions.values()]).to.deep.equal(Array(10).fill(1))
  }

  rule('116.7', 'when a node is killed, the others end what it has left open, and nothing is sent twice', {
    'it was submitting payments': async () => {
      nodes = await openNodes(schema)
      // The network executes them at once, and does not answer for a while.
      const accountId = await tenPayouts('AIRTEL', '990474', () => nodes.relay.submissions.size === 10)
      await nodes.kill(0)
      await haveSucceeded(accountId)
    },
    'it was asking about payments': async () => {
      nodes = await openNodes({ ...schema, count: 1 })
      nodes.relay.slowEnquiriesBy(10_000)
      const accountId = await tenPayouts('MTN', '990477', () => nodes.relay.enquiries.size === 10)
      await Promise.all([nodes.startOne(), nodes.startOne()])
      await nodes.kill(0)
      nodes.relay.slowEnquiriesBy(0)
      await haveSucceeded(accountId)
      for (const times of nodes.relay.enquiries.values()) expect(times).to.be.at.least(2)
    },
    'it was under load': async () => {
      nodes = await openNodes(schema)
      const merchant = await nodes.openAccount(fundedUgx)
      const [sale] = paymentsOf(merchant, 1, 9_009)
      if (!sale) throw new Error('nothing is sold')
      await loadOver(nodes.urls, [sale])
      await until('it is paid', async () => {
        const { transactions } = await readBooks(schema.path, sale.account.id)
        return transactions.every(({ state }) => state === 'succeeded')
      })
      // More than twice as much is to be refunded as was paid, at all nodes at once.
      const refunds = refundsOf(sale, 40)
      const nextRefund = (index: number) => (index % 5 === 0 ? refunds.slice(index / 5, index / 5 + 1) : [])
      const payments = [sale, ...paymentsOf(merchant, 400).flatMap((one, index) => [one, ...nextRefund(index)])]
      const judge = judgeOf(nodes, payments)
      const load = loadOver(nodes.urls, payments.slice(1))
      const answered = () => payments.filter(({ known }) => known.is === 'opened').length
      await until('a hundred are answered', () => answered() >= 100)
      await nodes.kill(0)
      await load
      expect(payments.filter(({ times }) => times > 1)).not.to.deep.equal([])
      expect(await judge.inTheEnd()).to.deep.equal([])
      const codes = new Set(refunds.map(({ known }) => ('code' in known ? known.code : known.is)))
      expect([...codes]).to.include.members(['accepted', 'refund_exceeds_collection'])
    },
    'it was paying a batch': async () => {
      nodes = await openNodes({ ...schema, count: 1 })
      const batch = batchOf(await nodes.openAccount(fundedUgx), 300)
      await accepted(nodes.urls[0] ?? '', batch)
      await until('it has begun', () => nodes.relay.submissions.size >= 40)
      await nodes.kill(0)
      expect(nodes.relay.submissions.size).to.be.below(300)
      nodes.relay.callBackTo(await Promise.all([nodes.startOne(), nodes.startOne()]))
      expect(await judgeOf(nodes, [], [batch]).inTheEnd()).to.deep.equal([])
    },
    'it was at any point of a commit': async () => {
      const killings = fencePoints.map((point, index) => ({ node: index % 3, point, nth: 3 * index + 2 }))
      const { points, problems } = await killNodes(killings)
      expect({ points, problems }).to.deep.equal({ points: fencePoints, problems: [] })
    },
  })
})
