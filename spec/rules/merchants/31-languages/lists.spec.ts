import { expect } from 'chai'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: lists and notices of an account', () => {
  rule(
    '31.16',
    'the list of payments is in the chosen language, with its filters, its totals, its refusals and a search that found nothing',
    table(
      ['language', 'a view', 'totals', 'a wrong amount', 'a turned amount', 'looked for'],
      [
        [
          'en',
          'Collected today',
          'All payments that fit the filter Kind State Payments Sum sent succeeded 1 UGX 500',
          'The amount “5.000” can mean UGX 5000 or 5',
          '“900–100” begins with the larger amount',
          'phone numbers that end in 999',
        ],
        [
          'lg',
          'Ezifuniddwa leero',
          'Okusasula kwonna okukwatagana n’okusunsula Ekika Embeera Okusasula Omugatte eziweerezeddwa kuwedde bulungi 1 UGX 500',
          'Omuwendo “5.000” guyinza okusomebwa mu ngeri bbiri',
          '“900–100” etandika n’omuwendo ogusinga obunene',
          'ennamba z’essimu eziggwa mu 999',
        ],
        [
          'sw',
          'Yaliyopokelewa leo',
          'Malipo yote yanayolingana na vichujio Aina Hali Malipo Jumla zilizotumwa yamefaulu 1 UGX 500',
          'Kiasi “5.000” kinaweza kusomwa kwa njia mbili',
          '“900–100” inaanza na kiasi kikubwa zaidi',
          'namba za simu zinazoishia na 999',
        ],
        [
          'fr',
          'Encaissés aujourd’hui',
          'Tous les paiements qui correspondent aux filtres Genre État Paiements Somme envoyé réussi 1 500 UGX',
          'Le montant « 5.000 » peut se lire de deux façons',
          '« 900–100 » commence par le plus grand montant',
          'les numéros de téléphone qui finissent par 999',
        ],
      ],
      async (language, view, totals, wrong, turned, lookedFor) => {
        const { ask, userOf, pay } = await openDashboard()
        await pay('succeeds', { reference: 'out-1', amount: 500 })
        const { cookie } = await userOf('owner')
        const headers = { cookie, 'accept-language': language }
        const list = async (query: string) =>
          textOf(await ask(`dashboard/transactions?${query}`, { headers })).replace(/\s+/g, ' ')
        const page = await list('totals=1')
        for (const text of [view, totals]) expect(page).to.include(text)
        expect(await list('amount=5.000')).to.include(wrong)
        expect(await list(`amount=${encodeURIComponent('900–100')}`)).to.include(turned)
        expect(await list('text=999')).to.include(lookedFor)
      },
    ),
  )

  const accepted = async () => ({ outcome: 'accepted' }) as const

  /** A user with three notices, in a browser with a language. */
  async function openNoticed(language: string, role: 'owner' | 'administrator' = 'owner') {
    const { ask, userOf, ports } = await openDashboard({ mailer: { sendNotices: accepted, sendCode: accepted } })
    const { cookie, user } = await userOf(role)
    const noted = { userId: user.id, atMs: 1, isShown: true, mailFromMs: null }
    await ports.notices.add([
      { ...noted, key: 'paid', kind: 'paid', facts: { payments: 4, minor: '80000', currency: 'UGX' } },
      { ...noted, key: 'key', kind: 'key', facts: { change: 'key.revoke' } },
      { ...noted, key: 'people', kind: 'people', facts: { change: 'user.join', role: 'finance' } },
    ])
    const headers = { ...ownForm, cookie, 'accept-language': language }
    const spaced = (answer: Parameters<typeof textOf>[0]) => textOf(answer).replace(/\s+/g, ' ')
    return {
      get: async (path: string) => spaced(await ask(path, { headers })),
      post: async (path: string, form: Record<string, string>) => spaced(await ask.post(path, { form, headers })),
    }
  }

  rule(
    '31.17',
    'the notices of an account’s user, and the choice of them, are in the chosen language, with their refusals',
    table(
      ['language', 'payments', 'a key', 'a user', 'a kind', 'a wrong address', 'a wrong code'],
      [
        [
          'en',
          '4 payments came in, UGX 80,000 in all',
          'An API key was revoked',
          'A user joined as finance',
          'Payments that came in',
          'That is not a mail address',
          'This code is wrong, or older than an hour',
        ],
        [
          'lg',
          'okusasula 4 kuyingidde, omugatte UGX 80,000',
          'Ekisumuluzo kya API kisaziddwamu',
          'Omukozesa yeegasse, omulimu: ebya ssente',
          'Okusasula okuyingidde',
          'Eyo si ndagiriro ya imeeri',
          'Koodi eno si ntuufu',
        ],
        [
          'sw',
          'malipo 4 yameingia, jumla UGX 80,000',
          'Ufunguo wa API umefutwa',
          'Mtumiaji amejiunga, jukumu: fedha',
          'Malipo yaliyoingia',
          'Hiyo si anwani ya barua pepe',
          'Msimbo huu si sahihi',
        ],
        [
          'fr',
          '4 paiements reçus, 80 000 UGX en tout',
          'Une clé d’API a été révoquée',
          'Un utilisateur est arrivé, avec le rôle : finances',
          'Les paiements reçus',
          'Ce n’est pas une adresse de courriel',
          'Ce code est incorrect',
        ],
      ],
      async (language, payments, key, user, kind, wrongAddress, wrongCode) => {
        const { get, post } = await openNoticed(language)
        const list = await get('dashboard/notices')
        for (const text of [payments, key, user]) expect(list).to.include(text)
        expect(await get('me/notices')).to.include(kind)
        expect(await post('me/notices/address', { address: 'x' })).to.include(wrongAddress)
        await post('me/notices/address', { address: 'amina@example.com' })
        expect(await post('me/notices/code', { code: 'x' })).to.include(wrongCode)
      },
    ),
  )

  rule(
    '31.18',
    'the pages that operators share with all users are in the operator’s language, with the menu; their own pages are in English, without a choice',
    async () => {
      const { get } = await openNoticed('fr', 'administrator')
      expect(await get('me/notices'))
        .to.include('Vos avis')
        .and.include('Réseaux')
        .and.include('Kiswahili')
      expect(await get('me'))
        .to.include('Votre rôle dans ce service : administrateur')
        .and.include('Propositions')
      expect(await get('operator/no-such-page')).to.include('Rien ici')
      expect(await get('operator/notices'))
        .to.include('Networks')
        .and.not.include('Kiswahili')
        .and.not.include('Réseaux')
    },
  )
})
