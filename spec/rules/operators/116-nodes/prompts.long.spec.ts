import { expect } from 'chai'
import { pay } from '../../../fixtures/greeting.ts'
import type { Merchant } from '../../../fixtures/processes.ts'
import { nodesOfFile } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'

describe('116 Several nodes: prompts, and limits of an account', () => {
  const accounts = { UGX: { payouts_a_day: 9, payout_amount_a_day: 1_000_000, collections_a_day: 20 } }
  const nodes = nodesOfFile({ limits: { prompts_an_hour: 20, prompts_unanswered: 3, accounts } })
  /** Accounts with a node each, so that no account's lock keeps two nodes apart. */
  let merchants: readonly Merchant[]
  before(async () => {
    merchants = await Promise.all(nodes().urls.map(() => nodes().openAccount(1_000)))
  })

  /**
   * Makes this many payments at once, spread over all nodes and merchants; each opened one has to be sent to the
   * network.
   */
  async function payAtOnce(count: number, who: readonly Merchant[], payment: (index: number) => object) {
    const { urls, relay } = nodes()
    const before = relay.submissions.size
    const codes = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const [url, merchant] = [urls[index % urls.length] ?? '', who[index % who.length] as Merchant]
        const { headers } = await pay({ url }, merchant, { ...payment(index) })
        return headers.get('Error-Code') ?? 'opened'
      }),
    )
    const [opened, refused] = ['opened', 'limit_reached'].map((one) => codes.filter((code) => code === one).length)
    expect(relay.submissions.size - before).to.equal(opened)
    return { opened, refused }
  }

  const prompting = (phoneNumbers: readonly string[]) => (index: number) => ({
    path: 'collect-money',
    reference: `prompt-${phoneNumbers[0]}-${index}`,
    phone_number: phoneNumbers[index % phoneNumbers.length],
  })

  rule('116.10', 'a phone number rings three times when several accounts collect from it at all nodes at once', {
    'one phone number': async () => {
      const answers = await payAtOnce(60, merchants, prompting(['256771990453']))
      expect(answers).to.deep.equal({ opened: 3, refused: 57 })
    },
    'five without earlier prompts': async () => {
      const numbers = ['256772990453', '256773990453', '256774990453', '256775990453', '256776990453']
      const answers = await payAtOnce(120, merchants, prompting(numbers))
      expect(answers).to.deep.equal({ opened: 15, refused: 105 })
    },
  })

  rule('116.11', 'the limits of an account let exactly their number of payments through, at all nodes at once', {
    '60 payouts': async () => {
      const payout = (index: number) => ({ reference: `payout-${index}`, amount: 1_000 })
      const answers = await payAtOnce(60, [await nodes().openAccount(1_000_000)], payout)
      expect(answers).to.deep.equal({ opened: 9, refused: 51 })
    },
    '60 collections': async () => {
      const merchant = await nodes().openAccount(1_000_000)
      const collection = (index: number) => ({ ...prompting([`256770${200_000 + index}`])(0), amount: 1_000 })
      expect(await payAtOnce(60, [merchant], collection)).to.deep.equal({ opened: 20, refused: 40 })
    },
  })
})
