import { expect } from 'chai'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: lists and notices of an account', () => {
  rule(
    '31.15',
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
})
