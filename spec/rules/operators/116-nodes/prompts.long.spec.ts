import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import type { Merchant } from '../../../fixtures/processes.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: prompts', function () {
  this.timeout(180_000)
  let schema: Schema
  let nodes: Nodes
  before(async () => {
    schema = await makeSchema()
    nodes = await openNodes({ ...schema, limits: { prompts_an_hour: 20, prompts_unanswered: 3 } })
  })
  after(async () => {
    await nodes?.close()
    await schema?.drop()
  })

  /** Accounts that each come to a node of their own, so that no account's lock keeps two nodes apart. */
  async function aMerchantANode(): Promise<readonly Merchant[]> {
    const merchants: Merchant[] = []
    for (const _ of nodes.urls) merchants.push(await nodes.openAccount(1_000))
    return merchants
  }

  /** Asks customers so often at once, spread over all nodes and these merchants; resolves with the codes, sorted. */
  async function askAtOnce(merchants: readonly Merchant[], phoneNumbers: readonly string[], count: number) {
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const url = nodes.urls[index % nodes.urls.length] ?? ''
        const merchant = merchants[index % merchants.length] as Merchant
        const phone_number = phoneNumbers[index % phoneNumbers.length]
        const change = { path: 'collect-money', reference: `prompt-${phoneNumbers[0]}-${index}`, phone_number }
        return (await pay({ url }, merchant, change)).headers.get('Error-Code') ?? 'opened'
      }),
    )
    return answers.sort()
  }

  rule(
    '116.10',
    'of collections that come to all nodes at once, by several accounts, a phone number rings three times',
    {
      'one phone number': async () => {
        const merchants = await aMerchantANode()
        const before = nodes.relay.submissions.size
        const codes = await askAtOnce(merchants, ['256771990453'], 300)
        expect(codes).to.deep.equal([...Array(297).fill('limit_reached'), ...Array(3).fill('opened')])
        expect(nodes.relay.submissions.size - before).to.equal(3)
      },
      'five that nobody has asked before': async () => {
        const merchants = await aMerchantANode()
        const before = nodes.relay.submissions.size
        const numbers = ['256772990453', '256773990453', '256774990453', '256775990453', '256776990453']
        const codes = await askAtOnce(merchants, numbers, 300)
        expect(codes).to.deep.equal([...Array(285).fill('limit_reached'), ...Array(15).fill('opened')])
        expect(nodes.relay.submissions.size - before).to.equal(15)
      },
    },
  )
})
