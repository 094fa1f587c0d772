import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: payment links', () => {
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

  rule('27.8', 'an owner makes a payment link, and its page shows the address, as text and as a code for phones', {
    made: async () => {
      const { post, get, ask, links, doneBy, userOf } = await openLinks()
      const sent = await post(`${path}/new`, { ...filled, return_url: 'https://shop.example/thanks' })
      const own = sent.headers.location ?? ''
      const made = await get(own)
      const token = /value="http:\/\/127\.0\.0\.1:\d+\/pay\/([0-9a-f]{32})"/.exec(made.body)?.[1]
      expect(made.body).to.include('<svg role="img" aria-label="QR code of the address"')
      expect(textOf(made)).to.include('The link is made.')
      expect(textOf(await ask(`pay/${token}`))).to.include('To Duka UGX 5,000 Coffee')
      const [link] = await links()
      expect(link).to.deep.include({
        minimumMinor: 5_000n,
        maximumMinor: 5_000n,
        uses: 1,
        returnUrl: 'https://shop.example/thanks',
      })
      expect(own).to.equal(`${path}/${link?.id}?done=made`)
      expect((await get(path)).body).not.to.include(token)
      const viewer = await userOf('viewer', 'viewer@shop.example')
      expect((await viewer.get(own)).body).not.to.include(token)
      expect(await doneBy()).to.deep.equal(['link.create'])
    },
    'once per form, even if sent twice': async () => {
      const { post, get, links, doneBy } = await openLinks()
      const { body } = await get(path)
      const reference = /name="reference"[^>]* value="([^"]+)"/.exec(body)?.[1] ?? ''
      await post(`${path}/new`, { ...filled, reference })
      const again = await post(`${path}/new`, { ...filled, reference })
      const [link] = await links()
      expect(again.headers.location).to.equal(`${path}/${link?.id}?done=again`)
      expect(textOf(await get(again.headers.location ?? ''))).to.include('This link already exists')
      expect(await links()).to.have.length(1)
      expect(await doneBy()).to.deep.equal(['link.create'])
    },
    refused: table(
      ['field', 'filled in', 'message'],
      [
        ['amount', 'five', '“five” is not an amount'],
        ['amount', '499', '500'],
        ['amount', '5000.5', '“5000.5” has decimals, and UGX has none'],
        ['currency', 'EUR', 'Currency not supported'],
        ['uses', '0', 'a whole number from 1 to 1,000'],
        ['uses', '1001', 'a whole number from 1 to 1,000'],
        ['description', '', '1 to 200 printable characters'],
        ['expires', 'soon', '“soon” is not a day'],
        ['expires', '2001-01-01', 'must be in the future'],
        ['return_url', 'javascript:alert(1)', 'must begin with https'],
        ['reference', 'order 17', 'The reference must be 1 to 60 visible'],
      ],
      async (field, value, reported) => {
        const { post, links } = await openLinks()
        const said = field === 'currency' ? 'EUR 5,000.00' : field === 'amount' ? `UGX ${value}` : filled.said
        const refused = await post(`${path}/new`, { ...filled, [field]: value, said })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(reported)
        expect(refused.body).to.include('value="order')
        expect(await links()).to.deep.equal([])
      },
    ),
  })

  rule('27.9', 'the page of a link shows its state and its payments, and can end it', async () => {
    const { post, get, ask, links, doneBy, network } = await openLinks()
    network.behaves('succeeds')
    const made = await post(`${path}/new`, { ...filled, uses: '2' })
    const token = /\/pay\/([0-9a-f]{32})"/.exec((await get(made.headers.location ?? '')).body)?.[1]
    const nonce = /name="nonce" value="([0-9a-f]{32})"/.exec((await ask(`pay/${token}`)).body)?.[1] ?? ''
    await ask.post(`pay/${token}`, {
      form: { nonce, phone_number: '0770000001' },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const [link] = await links()
    const own = `${path}/${link?.id}`
    expect(textOf(await get(own)))
      .to.include('1 of 2')
      .and.include('256770000001')
      .and.include(`order-17-${nonce.slice(0, 6)}… `)
    expect(textOf(await get(path))).to.include('order-17 Coffee')
    expect((await post(`${own}/end`, { sure: 'yes' })).headers.location).to.equal(`${own}?done=ended`)
    expect(textOf(await get(`${own}?done=ended`)))
      .to.include('The link is ended.')
      .and.not.include('End the link')
      .and.not.include('/pay/')
    expect(textOf(await ask(`pay/${token}`))).to.include('The merchant has ended this link')
    await post(`${own}/end`, { sure: 'yes' })
    expect(await doneBy()).to.deep.equal(['link.create', 'link.end'])
  })
})
