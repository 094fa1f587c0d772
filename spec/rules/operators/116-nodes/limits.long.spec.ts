import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: limits of an account', function () {
  this.timeout(180_000)
  let schema: Schema
  let nodes: Nodes
  before(async () => {
    schema = await makeSchema()
    const accounts = { UGX: { payouts_a_day: 9, payout_amount_a_day: 1_000_000, collections_a_day: 4 } }
    nodes = await openNodes({ ...schema, limits: { prompts_an_hour: null, prompts_unanswered: null, accounts } })
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
  })

  /** Pays so often at once, spread over all nodes; resolves with the codes, sorted. */
  async function payAtOnce(path: 'send-money' | 'collect-money', count: number): Promise<string[]> {
    const merchant = await nodes.openAccount(1_000_000)
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const url = nodes.urls[index % nodes.urls.length] ?? ''
        const change = { path, reference: `${path}-${index}`, amount: 1_000 }
        return (await pay({ url }, merchant, change)).headers.get('Error-Code') ?? 'opened'
      }),
    )
    return answers.sort()
  }

  rule('116.12', 'of payments of one account that come to all nodes at once, its limits let exactly so many through', {
    '200 payouts': async () => {
      const before = nodes.relay.submissions.size
      const codes = await payAtOnce('send-money', 200)
      expect(codes).to.deep.equal([...Array(191).fill('limit_reached'), ...Array(9).fill('opened')])
      expect(nodes.relay.submissions.size - before).to.equal(9)
    },
    '200 collections': async () => {
      const before = nodes.relay.submissions.size
      const codes = await payAtOnce('collect-money', 200)
      expect(codes).to.deep.equal([...Array(196).fill('limit_reached'), ...Array(4).fill('opened')])
      expect(nodes.relay.submissions.size - before).to.equal(4)
    },
  })
})
