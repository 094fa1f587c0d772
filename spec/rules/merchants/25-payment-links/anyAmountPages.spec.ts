import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from './openPage.ts'

describe('25 Payment links: an amount that the payer names, on the page', () => {
  const opened = () => openPage({ amount: { minimum: 1_000, maximum: 50_000 }, uses: null })

  rule('25.48', 'the payer writes an amount, reads it on the button, and is asked for it', {
    'a written amount': async () => {
      const { ask, path, send, nonce, follow, network, ports } = await opened()
      network.behaves('accepts')
      expect(textOf(await ask(path))).to.include('Any amount from UGX 1,000 to UGX 50,000')
      const form = { nonce: await nonce(), phone_number: '0770 000 001', amount: '7,000' }
      const said = await send(form)
      expect([said.statusCode, network.received.length]).to.deep.equal([200, 0])
      expect(said.body).to.include('Pay UGX 7,000</button>').and.include('name="said" value="UGX 7,000"')
      const sent = await send({ ...form, said: 'UGX 7,000' })
      expect(textOf(await follow(sent.headers.location))).to.include('To Duka UGX 7,000')
      expect((await ports.books.list({ limit: 9 })).transactions.map((one) => one.amountMinor)).to.deep.equal([7_000n])
      const changed = await send({ ...form, amount: '8000', said: 'UGX 8,000' })
      expect(changed.statusCode).to.equal(422)
      expect(textOf(changed)).to.include('That payment is for UGX 7,000, whatever amount was written now.')
    },
    'an amount that was said back for another': async () => {
      const { send, nonce, network } = await opened()
      const form = { nonce: await nonce(), phone_number: '0770 000 001', amount: '8,000' }
      expect((await send({ ...form, said: 'UGX 7,000' })).body).to.include('Pay UGX 8,000</button>')
      expect(network.received).to.deep.equal([])
    },
    'no amount within the bounds': table(
      ['amount', 'language', 'message'],
      [
        ['', 'en', 'Write an amount from UGX 1,000 to UGX 50,000, in digits alone'],
        ['999', 'en', 'Write an amount from UGX 1,000'],
        ['50001', 'en', 'Write an amount from UGX 1,000'],
        ['five', 'en', 'Write an amount from UGX 1,000'],
        ['5.000', 'en', 'Write an amount from UGX 1,000'],
        ['999', 'fr', 'Écrivez un montant de'],
        ['999', 'sw', 'Andika kiasi kuanzia'],
        ['999', 'lg', 'Wandiika omuwendo okuva'],
      ] as const,
      async (amount, language, message) => {
        const { ask, path, nonce, network } = await opened()
        const form = { nonce: await nonce(), phone_number: '0770 000 001', amount }
        const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': language }
        const refused = await ask.post(path, { form, headers })
        expect(refused.statusCode).to.equal(422)
        expect(textOf(refused)).to.include(message)
        expect(network.received).to.deep.equal([])
      },
    ),
  })
})
