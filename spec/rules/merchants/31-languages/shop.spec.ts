import { expect } from 'chai'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: the pages of an account', () => {
  rule(
    '31.10',
    'the pages of a new payment are in the chosen language, with their menu, their check and their refusals',
    table(
      ['language', 'title', 'in the menu', 'a wrong amount', 'the check', 'a wrong PIN'],
      [
        ['en', 'Pay a person', 'Settings', 'The amount “x” is not an amount', 'Send UGX 5,000', 'Invalid PIN'],
        ['lg', 'Sasula omuntu', 'Enteekateeka', '“x” si muwendo gwa ssente', 'Weereza UGX 5,000', 'PIN si ntuufu'],
        ['sw', 'Lipa mtu', 'Mipangilio', '“x” si kiasi cha pesa', 'Tuma UGX 5,000', 'PIN si sahihi'],
        [
          'fr',
          'Payer une personne',
          'Réglages',
          '« x » n’est pas un montant',
          'Envoyer 5 000 UGX',
          'PIN est incorrect',
        ],
      ],
      async (language, title, inMenu, wrong, check, wrongPin) => {
        const { ask, userOf } = await openDashboard()
        const { cookie } = await userOf('owner')
        const headers = { ...ownForm, cookie, 'accept-language': language }
        const { body } = await ask('dashboard/pay', { headers })
        expect(body).to.include(`<html lang="${language}"`).and.include(`<title>${title} · sente`).and.include(inMenu)
        const payment = { phone_number: '0770000001', currency: 'UGX', network: '', made: 'pay-1' }
        const send = (form: Record<string, string>) =>
          ask.post('dashboard/pay', { form: { ...payment, ...form }, headers })
        const spaced = async (form: Record<string, string>) => textOf(await send(form)).replace(/\s+/g, ' ')
        expect(await spaced({ amount: 'x' })).to.include(wrong)
        expect(await spaced({ amount: '5000' })).to.include(check)
        expect(await spaced({ amount: '5000', said: 'UGX 5,000', pin: '0000' })).to.include(wrongPin)
      },
    ),
  )
})
