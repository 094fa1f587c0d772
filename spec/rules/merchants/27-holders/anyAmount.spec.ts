import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: links for any amount', () => {
  const path = '/dashboard/links'
  const filled = {
    ...{ amount: '5,000', said: 'UGX 5,000', currency: 'UGX', description: 'Coffee', uses: '1' },
    reference: 'order-17',
  }

  async function openLinks() {
    const holder = await openHolder()
    const { ports, accountId } = holder
    const links = () => ports.paymentLinks.list({ accountId, limit: 9 })
    return { ...holder, links }
  }

  rule('27.35', 'an owner makes a link that leaves the amount to the customer, after its bounds are said back', {
    made: async () => {
      const { post, get, links } = await openLinks()
      const form = { ...filled, amount: '', minimum: '1,000', maximum: '50,000', said: '' }
      const said = await post(`${path}/new`, form)
      expect(textOf(said)).to.include('Make a link for any amount from UGX 1,000 to UGX 50,000')
      expect(await links()).to.deep.equal([])
      const range = 'Any amount from UGX 1,000 to UGX 50,000'
      const made = await post(`${path}/new`, { ...form, said: range })
      const [link] = await links()
      expect(link).to.include({ minimumMinor: 1_000n, maximumMinor: 50_000n })
      for (const page of [made.headers.location ?? '', path, `${path}/${link?.id}/sheet`])
        expect(textOf(await get(page))).to.include(range)
    },
    refused: table(
      ['amount', 'minimum', 'maximum', 'message'],
      [
        ['', '', '', 'Give one amount, or the least and the most'],
        ['', '1000', '', 'Give one amount, or the least and the most'],
        ['5000', '1000', '50000', 'Give one amount, or the least and the most'],
        ['', '1000', '1000', 'The most must be above the least'],
        ['', 'one', '1000', '“one” is not an amount'],
      ],
      async (amount, minimum, maximum, message) => {
        const { post, links } = await openLinks()
        const refused = await post(`${path}/new`, { ...filled, amount, minimum, maximum })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(message)
        expect(await links()).to.deep.equal([])
      },
    ),
  })
})
