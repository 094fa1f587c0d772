import { expect } from 'chai'
import { collectMoney, isRefusal } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('31 Languages: the daily pages of an account', () => {
  /** An owner who reads in a language, over a collection and a payout; texts are without repeated blanks. */
  async function openIn(language: string) {
    const { ask, userOf, pay, ports, bodies, caller, network } = await openDashboard()
    const failed = await pay('declines', { reference: 'out-1', amount: 500 })
    network.behaves('succeeds')
    const { phone_number: phoneNumber, ...request } = bodies['collect-money'] as Record<string, never>
    const opened = await collectMoney(ports)({
      caller: await caller(),
      request: { ...(request as object), phoneNumber, reference: 'in-1' } as never,
    })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    const paid = opened.transaction
    const { cookie } = await userOf('owner')
    const headers = { ...ownForm, cookie, 'accept-language': language }
    const spaced = (answer: Parameters<typeof textOf>[0]) => textOf(answer).replace(/\s+/g, ' ')
    const send = (path: string, form: Record<string, string>) => ask.post(path, { form, headers })
    return {
      send,
      paid,
      failed,
      get: async (path: string) => spaced(await ask(path, { headers })),
      post: async (path: string, form: Record<string, string>) => spaced(await send(path, form)),
    }
  }

  rule(
    '31.11',
    'the first page and the page of a payment are in the chosen language, with refunds and their refusals',
    table(
      ['language', 'latest', 'reason', 'history', 'refund', 'too much'],
      [
        [
          'en',
          'Latest payments',
          'the network refused it',
          'Money credited',
          'Refund UGX 500',
          'Only UGX 5,000 can still be refunded',
        ],
        [
          'lg',
          'Okusasula okwasembyeyo',
          'omukutu gwakugaana',
          'Ssente zaateekebwa ku akawunti',
          'Ddiza UGX 500',
          'Eziyinza okuddizibwa ziri UGX 5,000 zokka',
        ],
        [
          'sw',
          'Malipo ya karibuni',
          'mtandao uliyakataa',
          'Pesa ziliingizwa',
          'Rudisha UGX 500',
          'Zinazoweza kurudishwa bado ni UGX 5,000 tu',
        ],
        [
          'fr',
          'Derniers paiements',
          'le réseau l’a refusé',
          'Argent crédité',
          'Rembourser 500 UGX',
          'Seulement 5 000 UGX peuvent encore être remboursés',
        ],
      ],
      async (language, latest, reason, history, refund, tooMuch) => {
        const { paid, failed, get, post } = await openIn(language)
        expect(await get('dashboard/')).to.include(latest)
        expect(await get(`dashboard/transactions/${failed.id}`)).to.include(reason)
        expect(await get(`dashboard/transactions/${paid.id}`)).to.include(history)
        const refunding = (amount: string) =>
          post(`dashboard/transactions/${paid.id}/refund`, { amount, description: '', reference: 'back-1' })
        expect(await refunding('500')).to.include(refund)
        expect(await refunding('6000')).to.include(tooMuch)
      },
    ),
  )

  rule(
    '31.12',
    'the pages of payment links are in the chosen language, with their check and their refusals',
    table(
      ['language', 'title', 'check', 'a wrong amount', 'made'],
      [
        ['en', 'Payment links', 'Make a link for UGX 5,000', '“x” is not an amount', 'The link is made.'],
        [
          'lg',
          'Obuyungiro bw’okusasula',
          'Kola akayungiro: UGX 5,000',
          '“x” si muwendo gwa ssente',
          'Akayungiro kakoleddwa.',
        ],
        ['sw', 'Viungo vya malipo', 'Tengeneza kiungo: UGX 5,000', '“x” si kiasi cha pesa', 'Kiungo kimetengenezwa.'],
        ['fr', 'Liens de paiement', 'Créer un lien : 5 000 UGX', '« x » n’est pas un montant', 'Le lien est créé.'],
      ],
      async (language, title, check, wrong, made) => {
        const { get, post, send } = await openIn(language)
        expect(await get('dashboard/links')).to.include(title)
        const link = { currency: 'UGX', description: 'Shoes', uses: '1', expires: '', return_url: '', reference: 'l-1' }
        expect(await post('dashboard/links/new', { ...link, amount: 'x' })).to.include(wrong)
        expect(await post('dashboard/links/new', { ...link, amount: '5000' })).to.include(check)
        const { headers } = await send('dashboard/links/new', { ...link, amount: '5000', said: 'UGX 5,000' })
        expect(await get(`${headers.location}`.slice(1))).to.include(made)
      },
    ),
  )

  rule(
    '31.13',
    'the statement is in the chosen language, with its days and their refusals',
    table(
      ['language', 'a movement', 'a month', 'totals', 'a wrong day'],
      [
        ['en', 'collection', 'January 2026', 'Totals of the period', '“x” is not a day such as'],
        ['lg', 'okusasula kwa kasitoma', 'Janwaliyo 2026', 'Omugatte gw’ekiseera', '“x” si lunaku nga'],
        ['sw', 'malipo ya mteja', 'Januari 2026', 'Jumla za kipindi', '“x” si siku kama'],
        ['fr', 'encaissement', 'janvier 2026', 'Totaux de la période', '« x » n’est pas un jour tel que'],
      ],
      async (language, movement, month, totals, wrong) => {
        const { get } = await openIn(language)
        const page = await get('dashboard/statement?totals=1')
        for (const text of [movement, month, totals]) expect(page).to.include(text)
        expect(await get('dashboard/statement?from=x')).to.include(wrong)
      },
    ),
  )
})
