import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from '../25-payment-links/openPage.ts'

/** A payer whose browser wants a language. */
async function openPayer(language: string, given: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(given)
  const headers = { ...ownForm, 'accept-language': language }
  const look = async (path: string) => textOf(await page.ask(path, { headers }))
  const send = async (form: Record<string, string>) =>
    page.ask.post(page.path, { form: { nonce: await page.nonce(), ...form }, headers })
  return { ...page, look, send }
}

describe('31 Languages: the payer’s page', () => {
  rule(
    '31.4',
    'the payer reads the page in the chosen language: the form, the wait, the end, and the errors',
    table(
      ['language', 'the button', 'while it waits', 'once paid', 'a wrong number'],
      [
        ['en', 'Pay UGX 5,000', 'About 5 minutes are left.', 'Paid', 'This is not a phone number'],
        ['lg', 'Sasula UGX 5,000', 'Wasigadde eddakiika nga 5.', 'Kusasuddwa', 'Eno si nnamba ya ssimu'],
        ['sw', 'Lipa UGX 5,000', 'Zimebaki dakika 5 hivi.', 'Imelipwa', 'Hii siyo namba ya simu'],
        ['fr', 'Payer 5 000 UGX', 'Il reste environ 5 minutes.', 'Payé', 'Ce n’est pas un numéro de téléphone'],
      ],
      async (language, button, waiting, paid, wrong) => {
        const { look, send, path, network, sweep, clock } = await openPayer(language)
        expect(await look(path)).to.include(button)
        expect(textOf(await send({ phone_number: '12' }))).to.include(wrong)
        network.behaves('accepts')
        const { headers } = await send({ phone_number: '0770 000 001' })
        const payment = (headers.location ?? '').slice(1)
        expect(await look(payment)).to.include(waiting)
        network.answersEnquiry({ outcome: 'succeeded', seen: {}, providerRef: null, networkReceipt: '7788' })
        clock.forwardMs(15 * 60_000)
        await sweep()
        expect(await look(payment))
          .to.include(paid)
          .and.include('7788')
      },
    ),
  )

  rule(
    '31.5',
    'amounts and dates have the form of the language',
    table(
      ['language', 'amount', 'date'],
      [
        ['en', 'UGX 1,250,000', '2 Jan 2026, 11:00'],
        ['lg', 'UGX 1,250,000', '2 Jan 2026, 11:00'],
        ['sw', 'UGX 1,250,000', '2 Jan 2026, 11:00'],
        ['fr', '1 250 000 UGX', '2 janv. 2026, 11:00'],
      ],
      async (language, amount, date) => {
        const { look, send, path, network } = await openPayer(language, { amount: 1_250_000 })
        expect(await look(path)).to.include(amount)
        network.behaves('declines')
        const { headers } = await send({ phone_number: '0770 000 001' })
        expect(await look((headers.location ?? '').slice(1))).to.include(date)
      },
    ),
  )

  rule('31.6', 'a page about an error is in the chosen language, and a page without translations is in English', {
    'an error': table(
      ['path', 'title'],
      [
        ['pay/AAAAAAAAAAAAAAAAAAAAAA', 'Rien ici'],
        ['pay/no/such/page', 'Rien ici'],
      ],
      async (path, title) => {
        const { ask } = await openPage()
        const { body } = await ask(path, { headers: { 'accept-language': 'fr' } })
        expect(body).to.include('<html lang="fr"').and.include(`<title>${title}`)
      },
    ),
    'without translations': async () => {
      const { ask, userOf } = await openPage()
      const { cookie } = await userOf('administrator')
      const { body } = await ask('operator/', { headers: { cookie, 'accept-language': 'fr' } })
      expect(body).to.include('<html lang="en"').and.include('Sign out').and.not.include('Se déconnecter')
    },
  })
})
